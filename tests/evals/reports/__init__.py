"""Tests of `evals/reports`."""
