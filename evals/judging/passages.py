"""The texts that an answer may rest on: what the case handed in and what the app retrieved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from evals.checks.check import Subject

_TEXT_FIELDS: Final = ("text", "content", "passage", "quote")
"""Fields in which apps put the text of a passage, in order of preference."""


def passage_text(item: Mapping[str, Any]) -> str:
    """Give the text of one retrieved item; empty when it has none."""
    texts = (item.get(name) for name in _TEXT_FIELDS)
    return next((text for text in texts if isinstance(text, str) and text), "")


def support_of(subject: Subject) -> tuple[str, ...]:
    """Give the context and the texts of the retrieved passages, best first; empty when there is nothing to rest on."""
    retrieved = (passage_text(item) for item in subject.answer.retrieved)
    return tuple(text for text in (subject.context or "", *retrieved) if text.strip())
