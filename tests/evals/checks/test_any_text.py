"""What holds for every check type on every text: no exception, a score in range, linear time."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Answer
from evals.checks.check import REGISTRY, Check, CheckResult, Outcome, Subject
from evals.checks.registry import load_builtin, parse_check

CHECKS = {
    f"{kind}-{number}": parse_check(raw)
    for kind in load_builtin()
    for number, raw in enumerate(REGISTRY[kind].examples)
}
ONE_OF_EACH_TYPE = {kind: CHECKS[f"{kind}-0"] for kind in load_builtin()}
LENGTH = 100_000
SECONDS = 2.5
"""Of processor time: far more than linear work takes, far less than quadratic work."""
ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=80)
MARKS = "{}[]()<>\"'`*_#|-+.,:;!?$%&@\\/~^= \n\t\r0123456789abkmnotx"
MESSY = st.text(alphabet=[*MARKS, *"\u00e9\u0301\u2019\u201c\u00a0\u200b\ufeff\u0660\u20ac", "\ud800"], max_size=120)
HOSTILE = {
    "brackets": "[" * LENGTH,
    "braces": "{" * LENGTH,
    "parentheses": "(" * LENGTH,
    "closed brackets": "[" * (LENGTH // 2) + "]" * (LENGTH // 2),
    "objects": '{"a":' * (LENGTH // 5),
    "quotes": '"' * LENGTH,
    "curly quotes": "\u201c" * LENGTH,
    "apostrophes": "\u2019" * LENGTH,
    "backslashes": '\\"' * (LENGTH // 2),
    "digits": "1" * LENGTH,
    "grouped digits": "1," * (LENGTH // 2),
    "signs": "-" * LENGTH,
    "percent": "1% " * (LENGTH // 3),
    "money": "$1.5 million, " * (LENGTH // 14),
    "ranges": "1-2-" * (LENGTH // 4),
    "combining": "a" + "\u0301" * LENGTH,
    "combined": "e\u0301" * (LENGTH // 2),
    "joiners": "\u200d" * LENGTH,
    "spaces": " " * LENGTH + "x",
    "lines": "\n" * LENGTH + "x",
    "one word": "a" * LENGTH,
    "words": "can't " * (LENGTH // 6),
    "sentences": "I can't say. " * (LENGTH // 13),
    "abbreviations": "e.g. " * (LENGTH // 5),
    "dots": "." * LENGTH,
    "backticks": "`" * LENGTH,
    "ticks of every length": " ".join("`" * length for length in range(1, 440)),
    "stars": "*a" * (LENGTH // 2),
    "underscores": "_a " * (LENGTH // 3),
    "links": "[a](" * (LENGTH // 4),
    "images": "![" * (LENGTH // 2),
    "quoted": "> " * (LENGTH // 2),
    "list": "- a\n" * (LENGTH // 4),
    "table": "|" * (LENGTH // 2) + "\n" + "|-" * (LENGTH // 4),
    "headings": "# a\n" * (LENGTH // 4),
    "entities": "&" * LENGTH,
    "tags": "<a" * (LENGTH // 2),
    "emoji": "\U0001f600" * LENGTH,
    "surrogates": "\ud800" * LENGTH,
    "nulls": "\x00" * LENGTH,
}


def judge(check: Check, text: str) -> CheckResult:
    """Evaluate a check with everything that it may look at."""
    answer = Answer(text, citations=({"doc": text[:20]},), retrieved=({"doc": "refunds.md", "text": text},))
    return check.evaluate(
        Subject(answer, prompt=text[:200], reference_answer="The fee is 25 dollars.", context=text[:2000])
    )


def assert_sound(result: CheckResult) -> None:
    """The score fits the verdict, there is an explanation, and evidence can be shown."""
    assert result.explanation
    assert (result.score is None) == (result.outcome is Outcome.UNSCORED)
    if result.score is not None:
        assert math.isfinite(result.score)
        assert 0 <= result.score <= 1
    assert all(isinstance(evidence.text, str) for evidence in result.evidence)


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS.keys())
@given(st.one_of(ANY_TEXT, MESSY))
@settings(max_examples=25, deadline=None)
def test_no_check_raises_on_any_text(check: Check, text: str) -> None:
    """Surrogates, control characters, broken Markdown, half of a document: always a verdict or a reason for none."""
    assert_sound(judge(check, text))


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS.keys())
@pytest.mark.parametrize("text", ["", " ", "\n", "\x00", "\ud800", "a"], ids=repr)
def test_no_check_raises_on_hardly_any_text(check: Check, text: str) -> None:
    """Next to nothing is a text too."""
    assert_sound(judge(check, text))


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS.keys())
def test_an_offset_points_at_its_evidence(check: Check) -> None:
    """Evidence with an offset is the span of the answer that stands there."""
    text = '# Fees\n\nI can\u2019t say more: the **fee** is $25.00 (24 \u20ac), see "b".\n\n```json\n{"a": oops}\n```\n'
    for evidence in judge(check, text).evidence:
        if evidence.start is not None:
            assert text[evidence.start : evidence.start + len(evidence.text)] == evidence.text


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_take_linear_time(text: str) -> None:
    """100,000 brackets, quotes, digits or combining characters are done at once, by every check."""
    slow = {}
    for name, check in ONE_OF_EACH_TYPE.items():
        begin = time.process_time()
        assert_sound(judge(check, text))
        seconds = time.process_time() - begin
        if seconds > SECONDS:
            slow[name] = round(seconds, 2)
    assert not slow
