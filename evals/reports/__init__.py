"""Text and templates for people."""
