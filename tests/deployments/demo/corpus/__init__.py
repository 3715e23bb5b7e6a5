"""Tests of reading pages."""
