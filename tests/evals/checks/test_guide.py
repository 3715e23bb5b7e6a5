"""What the guide to checks shows works."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from evals.answers import Answer
from evals.checks.check import Subject
from evals.checks.registry import parse_check

GUIDE = (Path(__file__).parents[3] / "docs" / "checks.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


def test_every_check_that_is_shown_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The function that is shown is saved where the guide says, and each check passes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "house_rules", raising=False)
    (code,) = blocks("python")
    (tmp_path / "house_rules.py").write_text(code, "utf-8")
    listed, tried, custom = map(json.loads, blocks("json"))
    answer = "You have 30 days; the fee is $25. Please see [1]."
    results = [attempt(raw, answer) for raw in [*listed, custom]]
    assert [str(one.outcome) for one in results] == ["pass"] * len(results)
    assert attempt(tried["check"], tried["output"]).passed


def attempt(raw: dict[str, Any], text: str) -> Any:
    """What a check says of an answer with a citation."""
    return parse_check(raw).evaluate(Subject(Answer(text, citations=({"doc": "refunds.md"},))))


@pytest.mark.parametrize(
    ("raw", "text", "verdict"),
    [
        ({"type": "contains", "terms": ["foo bar"]}, "foo **bar**", "pass"),
        ({"type": "contains", "terms": ["cafe"]}, "caf\u00e9", "fail"),
        ({"type": "number", "value": 130500000000, "abs_tol": 0}, "130.5bn", "pass"),
        ({"type": "number", "value": 2000000000000, "abs_tol": 0}, "2 lakh crore", "pass"),
        ({"type": "abstain"}, "I'm not sure, but the fee is $25.", "fail"),
    ],
)
def test_what_the_guide_says_is_so(raw: dict[str, Any], text: str, verdict: str) -> None:
    """Its examples in words."""
    assert attempt(raw, text).outcome == verdict
