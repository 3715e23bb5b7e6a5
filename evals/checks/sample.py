"""A custom check to copy: what ``{"type": "custom", "function": "evals.checks.sample:keeps_to_the_point"}`` calls."""

from __future__ import annotations

from evals.checks.check import Subject

_SHORT = 4


def keeps_to_the_point(subject: Subject, *, words: int = 1) -> tuple[float, str]:
    """How many of ``words`` words of the question the answer takes up, 0 to 1, and a sentence that says so.

    Words of fewer than four letters do not count; a question without longer words is always kept to.
    """
    asked = {word for word in _words(subject.prompt) if len(word) >= _SHORT}
    shared = asked & _words(subject.answer.text)
    wanted = min(words, len(asked))
    score = min(1.0, len(shared) / wanted) if wanted else 1.0
    return score, f"takes up {len(shared)} words of the question, {wanted} wanted"


def _words(text: str) -> set[str]:
    return {word.strip(".,;:!?()\"'").casefold() for word in text.split()}
