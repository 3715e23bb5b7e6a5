"""Trying a check on an output in one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from evals.answers import Answer
from evals.checks.check import CheckResult, Subject
from evals.checks.registry import parse_check
from evals.errors import InvalidCheck


def attempt(raw: Mapping[str, Any], text: str = "", **answer: Any) -> CheckResult:
    """Read a check as an author writes it and evaluate it on an answer."""
    return parse_check(raw).evaluate(Subject(Answer(text, **answer)))


def outcome(raw: Mapping[str, Any], text: str = "", **answer: Any) -> str:
    """Only the verdict."""
    return attempt(raw, text, **answer).outcome.value


def refusal(raw: object, path: str = "") -> str:
    """Why a check cannot be used."""
    with pytest.raises(InvalidCheck) as caught:
        parse_check(raw, path=path)
    return str(caught.value)
