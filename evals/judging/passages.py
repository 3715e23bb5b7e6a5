"""The texts that an answer may rest on: what the case handed in and what the app retrieved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from evals.checks.check import Subject

_TEXT_FIELDS: Final = ("text", "content", "passage", "quote")
"""Fields in which apps put the text of a passage, in order of preference."""


_HEAD_FIELDS: Final = ("title", "section", "doc")
"""Fields that say what a passage is about."""


def passage_text(item: Mapping[str, Any]) -> str:
    """Give the text of one retrieved item under a line with its title, section and name; empty when it has no text."""
    texts = (item.get(name) for name in _TEXT_FIELDS)
    text = next((text for text in texts if isinstance(text, str) and text.strip()), "")
    head = " / ".join(part for name in _HEAD_FIELDS if isinstance(part := item.get(name), str) and part)
    return f"{head}\n{text}" if head and text else text


def support_of(subject: Subject) -> tuple[str, ...]:
    """Give the context and the texts of the retrieved passages, best first; empty when there is nothing to rest on."""
    retrieved = (passage_text(item) for item in subject.answer.retrieved)
    return tuple(text for text in (subject.context or "", *retrieved) if text.strip())
