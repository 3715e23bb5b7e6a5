"""Finished runs: with verdict and report, as rows, and beside each other; above results, gate and reports."""
