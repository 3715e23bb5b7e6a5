"""Tests of evals.finished."""
