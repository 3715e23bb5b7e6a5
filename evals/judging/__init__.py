"""Rubrics, judge prompts, strict parsing of what judges reply, the local heuristic judge."""
