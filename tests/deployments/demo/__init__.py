"""Tests of the demo app."""
