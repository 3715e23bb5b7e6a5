"""Reading a rubric judge's reply: every dimension as a number on its scale, or nothing.

A score is a JSON number, or text that is nothing but a decimal numeral (``"4"``) or a fraction of the scale's upper end
(``"4/5"`` on 1 to 5). It is never clamped, rounded, taken out of prose, or filled in.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from evals.cases.source_text import shown
from evals.judging.judgement import Unscored
from evals.judging.verdict_text import find_verdict

Scale = tuple[float, float]
"""Lowest and highest score, both allowed."""

Shape = Literal["flat", "scores"]
"""Where the dimensions stand in the reply's object: at its top level, or in its member ``scores``."""

NONCE_MEMBER: Final = "nonce"
"""Member in which a judge repeats the random text of its prompt, which the answer under judgement cannot know."""

_SCORES_MEMBER: Final = "scores"
EXPLANATION_MEMBER: Final = "explanation"

_NUMERAL: Final = re.compile(r"(\d{1,6}(?:\.\d{1,12})?)(?:\s?/\s?(\d{1,6}))?", re.ASCII)


def parse_rubric_reply(
    text: str, dimensions: Mapping[str, Scale], shape: Shape = "flat", *, nonce: str | None = None
) -> Mapping[str, float] | Unscored:
    """Give the score of every dimension, or the reason why there is none. Never raises; linear in ``text``.

    Args:
        text: the judge's whole reply.
        dimensions: name to scale; all are required, other members of the reply are allowed.
        shape: where the reply holds them.
        nonce: the random text that the reply must repeat; None when the prompt asked for none.

    Returns:
        Scores in the order of ``dimensions``; or ``Unscored`` with reason ``empty``, ``refused``, ``truncated``,
        ``not_json``, ``two_verdicts``, ``quoted``, ``foreign`` (without the nonce), ``missing_dimension``,
        ``not_a_number`` or ``out_of_range``.
    """
    verdict = find_verdict(text, dimensions if shape == "flat" else (_SCORES_MEMBER,))
    if isinstance(verdict, Unscored):
        return verdict
    if nonce is not None and verdict.get(NONCE_MEMBER) != nonce:
        return Unscored("foreign", f"member {NONCE_MEMBER!r} does not repeat the prompt's")
    scores = verdict if shape == "flat" else verdict[_SCORES_MEMBER]
    if not isinstance(scores, Mapping):
        return Unscored("missing_dimension", f"member {_SCORES_MEMBER!r} must be an object, got {shown(scores)}")
    return _read_scores(scores, dimensions)


def parse_explanation(text: str, dimensions: Mapping[str, Scale], shape: Shape = "flat") -> str:
    """Give the reply's explanation for people; empty when there is none."""
    verdict = find_verdict(text, dimensions if shape == "flat" else (_SCORES_MEMBER,))
    explanation = None if isinstance(verdict, Unscored) else verdict.get(EXPLANATION_MEMBER)
    return explanation if isinstance(explanation, str) else ""


def _read_scores(members: Mapping[str, Any], dimensions: Mapping[str, Scale]) -> Mapping[str, float] | Unscored:
    scores: dict[str, float] = {}
    for name, scale in dimensions.items():
        if name not in members:
            return Unscored("missing_dimension", f"no score for {name!r}")
        score = _read_score(members[name], scale)
        if score is None:
            return Unscored("not_a_number", f"{name!r} must be a number, got {shown(members[name])}")
        if not scale[0] <= score <= scale[1]:
            return Unscored("out_of_range", f"{name!r} must be from {scale[0]:g} to {scale[1]:g}, got {score:g}")
        scores[name] = score
    return scores


def _read_score(value: Any, scale: Scale) -> float | None:
    if isinstance(value, str):
        return _read_numeral(value.strip(), scale)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _read_numeral(text: str, scale: Scale) -> float | None:
    match = _NUMERAL.fullmatch(text)
    if match is None or (match[2] is not None and float(match[2]) != scale[1]):
        return None
    return float(match[1])
