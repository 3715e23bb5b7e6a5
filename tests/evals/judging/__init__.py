"""Rubrics, prompts, strict reading of replies, and the local heuristic judge."""
