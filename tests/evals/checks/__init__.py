"""Tests of evals.checks."""
