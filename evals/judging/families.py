"""Families of models: a judge favours answers that sound like its own.

Source: Panickssery, Bowman & Feng 2024, "LLM evaluators recognize and favor their own generations".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_LETTERS: Final = re.compile(r"[a-z]+")


def family_of(model: str) -> str:
    """The first word of a model's own name: ``gpt`` for ``openai/gpt-4o-mini``; empty when it has none."""
    found = _LETTERS.match(model.rpartition("/")[2].lower())
    return found[0] if found else ""


def shared_families(some: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """Families that two groups of models have in common, sorted."""
    both = {family_of(model) for model in some} & {family_of(model) for model in others}
    return tuple(sorted(both - {""}))
