"""Deterministic checks, one family a file."""
