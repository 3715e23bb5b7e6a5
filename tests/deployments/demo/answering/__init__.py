"""Tests of choosing and composing answers."""
