"""Benchmarks: ratios to something run beside, never timed tests."""
