"""Tests of whole runs against a scripted app and a real Prefect server."""
