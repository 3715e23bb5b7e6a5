"""Clients of judges."""
