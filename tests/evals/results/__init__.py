"""Tests of evals.results."""
