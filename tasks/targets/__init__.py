"""Clients of the app under test."""
