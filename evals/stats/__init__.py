"""Exact tests, intervals, permutation, sequential tests, agreement, planning."""
