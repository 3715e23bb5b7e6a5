"""contains, lead, equals, regex, forbidden."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Answer
from evals.checks import patterns
from evals.checks.check import Check, CheckResult, Outcome, Subject
from evals.checks.normalize import needle
from evals.checks.text import Contains, Equals, Forbidden, Lead, Regex
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts
from tests.evals.checks.trying import attempt, outcome, refusal


def contains(*terms: str, **more: Any) -> dict[str, Any]:
    """A raw check."""
    return {"type": "contains", "terms": list(terms), **more}


@pytest.mark.parametrize(
    ("term", "text", "found"),
    [
        ("api rate limit", "The API Rate Limit is 100.", True),
        ("Zu\u0308rich", "Der Sitz ist Zürich.", True),
        ("resume", "Send your résumé.", False),
        ("STRASSE", "Die Straße ist gesperrt.", True),
        ("Ankara", "\u0130\u0130\u0130 Ankara", True),
        ('the "gold" tier', "the “gold” tier", True),
        ("don't", "I donʼt", True),
        ("API rate limit", "The **API**\u00a0rate\n limit", True),
        ("API rate limit", "The [API](http://x/y_z) rate limit", True),
        ("max_output_tokens", "Set `max_output_tokens`.", True),
        ("**kwargs", "Pass `**kwargs` through.", True),
        ("2 * 3 * 4", "It is 2 * 3 * 4.", True),
        ("AT&T", "AT&amp;T", True),
        ("a.b", "axb", False),
        ("C++", "in C++.", True),
        (" it ", "use it now", True),
        (" it ", "an item", False),
        (" it ", "It is", True),
        ("it ", "we use it", True),
        ("30 days\n", "within 30 days.", True),
        ("re-use", "re\u2011use", True),
        ("5-7", "5–7", False),
        ("refund", "", False),
        ("spread over lines", "> spread\n> over lines", True),
    ],
)
def test_a_term_is_literal_text(term: str, text: str, *, found: bool) -> None:
    """What looks the same matches, Markdown or not; what looks different does not."""
    assert attempt(contains(term), text).passed is found


@pytest.mark.parametrize(
    ("mode", "text", "verdict", "score"),
    [
        ("all", "red and green", "pass", 1.0),
        ("all", "only red", "fail", 0.5),
        ("all", "blue", "fail", 0.0),
        ("any", "only red", "pass", 1.0),
        ("any", "blue", "fail", 0.0),
    ],
)
def test_all_terms_or_one_of_them(mode: str, text: str, verdict: str, score: float) -> None:
    """The score of ``all`` is the share that was found."""
    result = attempt(contains("red", "green", mode=mode), text)
    assert (result.outcome, result.score) == (verdict, score)


def test_case_counts_when_asked_for() -> None:
    """Normalization still applies."""
    assert outcome(contains("École", case_sensitive=True), "E\u0301cole") == "pass"
    assert outcome(contains("école", case_sensitive=True), "École") == "fail"
    assert outcome(contains("STRASSE", case_sensitive=True), "Straße") == "fail"


def test_a_result_shows_what_was_found_and_what_was_near() -> None:
    """Evidence for a missing term is the passage most like it."""
    result = attempt(contains("refund", "within 30 days"), "You get a Refund withing 30 days.")
    assert result.explanation == "expected all of 'refund', 'within 30 days' in the answer: 'within 30 days' not found"
    found, near = result.evidence
    assert (found.text, found.start, found.read_as) == ("Refund", 10, "term 'refund'")
    assert near.read_as == "nearest to 'within 30 days'"
    assert near.text in "withing 30 days."


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({}, "terms is required"),
        ({"terms": []}, "terms must hold at least one term"),
        ({"terms": ["   "]}, "terms must not hold a blank term, got '   '"),
        ({"terms": ["a", "\u200b"]}, "terms must not hold a blank term"),
        ({"terms": [5]}, "terms[0] must be a text, got 5"),
        ({"terms": ["a"], "mode": "some"}, "mode must be 'all' or 'any', got 'some'"),
        ({"terms": ["a"], "case_sensitive": "no"}, "case_sensitive"),
        ({"terms": ["a"], "case_sensitiv": True}, "did you mean 'case_sensitive'?"),
    ],
)
def test_unusable_terms_are_refused(parameters: dict[str, Any], message: str) -> None:
    """The message names the parameter, the rule and the value."""
    assert message in refusal({"type": "contains", **parameters})


@pytest.mark.parametrize(
    ("terms", "sentences", "text", "passed"),
    [
        (["NVIDIA"], 1, "AMD came second. NVIDIA led.", False),
        (["NVIDIA"], 2, "AMD came second. NVIDIA led.", True),
        (["NVIDIA", "75%"], 1, "NVIDIA led. It was 75%.", False),
        (["faulty valve"], 1, "The cause was… a **faulty** valve. It was replaced.", True),
        (["AMD"], 1, "- NVIDIA\n- AMD", False),
        (["led in 2024"], 1, "NVIDIA led\nin 2024. Then not.", True),
        (["x"], 1, "", False),
    ],
)
def test_lead_looks_at_the_first_sentences(terms: list[str], sentences: int, text: str, *, passed: bool) -> None:
    """All terms must be inside the window."""
    assert attempt({"type": "lead", "terms": terms, "sentences": sentences}, text).passed is passed


def test_a_lead_that_comes_too_late_is_shown() -> None:
    """The evidence is the window, and the term where it is."""
    text = "AMD came second. NVIDIA led."
    window, late = attempt({"type": "lead", "terms": ["NVIDIA"]}, text).evidence
    assert (window.text, window.read_as) == ("AMD came second.", "the first sentence")
    assert (late.text, late.start) == ("NVIDIA", text.index("NVIDIA"))
    assert late.read_as == "term 'NVIDIA', too late"


def test_evidence_of_a_lead_points_into_the_answer() -> None:
    """Offsets count from the start of the answer, not of the window."""
    text = "## 1. The winner\n\n**NVIDIA** led."
    (found,) = attempt({"type": "lead", "terms": ["nvidia"]}, text).evidence
    assert text[found.start :].startswith("NVIDIA")


@pytest.mark.parametrize("sentences", [0, -1, "two", 1.5, True, None])
def test_a_window_holds_at_least_one_sentence(sentences: Any) -> None:
    """A number of sentences is a whole number from 1."""
    assert "sentences" in refusal({"type": "lead", "terms": ["x"], "sentences": sentences})


@pytest.mark.parametrize(
    ("value", "text", "switches", "equal"),
    [
        ("Hello World", "  hello\n  WORLD ", {}, True),
        ("Yes", "Yes.", {}, False),
        ("Yes", "**Yes**", {}, True),
        ("Good evening!\n", "Good evening!", {}, True),
        ("Déjà vu", "De\u0301ja\u0300 vu", {}, True),
        ("it's", "it’s", {}, True),
        ("a  b", "a b", {"collapse_whitespace": False}, False),
        ("a  b", "a  b", {"collapse_whitespace": False}, True),
        ("a\n", "a", {"collapse_whitespace": False}, False),
        ("Yes", "yes", {"lowercase": False}, False),
        ("Yes", " Yes", {"lowercase": False}, True),
        ("red green", "green red", {}, False),
        ("Yes", "", {}, False),
    ],
)
def test_equals_compares_the_whole_answer(value: str, text: str, switches: dict[str, bool], *, equal: bool) -> None:
    """White space and case can be made to count."""
    assert attempt({"type": "equals", "value": value, **switches}, text).passed is equal


def test_a_difference_is_located() -> None:
    """The explanation says where the two part, the evidence shows it."""
    result = attempt({"type": "equals", "value": "Yes"}, " Yes, indeed")
    assert "they part at character 3" in result.explanation
    assert (result.evidence[0].text, result.evidence[0].start) == (", indeed", 4)


@pytest.mark.parametrize("value", ["", " \n", "\u200b", 5, None])
def test_equals_needs_something_to_equal(value: Any) -> None:
    """An empty answer never reaches a check, so an empty value is a mistake."""
    assert "value" in refusal({"type": "equals", "value": value})


def test_regex_searches_anywhere() -> None:
    """Case is ignored, inline flags are honoured, the match is shown."""
    result = attempt({"type": "regex", "pattern": r"error code \d+"}, "It failed with Error Code 42.")
    assert result.passed
    assert result.evidence[0].text == "Error Code 42"
    assert outcome({"type": "regex", "pattern": r"\b37\b"}, "Item 1737") == "fail"
    assert outcome({"type": "regex", "pattern": "(?-i:Yes)"}, "yes") == "fail"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"type": "regex"}, "pattern is required"),
        ({"type": "regex", "pattern": ""}, "pattern must not be blank"),
        ({"type": "regex", "pattern": "(a"}, "pattern must be a regular expression, got '(a'"),
        ({"type": "regex", "pattern": 5}, "pattern must be a text, got 5"),
        ({"type": "forbidden"}, "patterns is required"),
        ({"type": "forbidden", "patterns": []}, "patterns must hold at least one"),
        ({"type": "forbidden", "patterns": ["ok", ""]}, "patterns: pattern must not be blank"),
        ({"type": "forbidden", "patterns": ["ok", "(open"]}, "got '(open'"),
        ({"type": "forbidden", "patterns": ["x*"]}, "must not match every text"),
    ],
)
def test_unusable_patterns_are_refused(parameters: dict[str, Any], message: str) -> None:
    """Before anything runs."""
    assert message in refusal(parameters)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("We do our best.", "pass"),
        ("Shipping is FREE.", "fail"),
        ("Results are guar\u200banteed.", "fail"),
        ("freedom", "pass"),
        ("", "pass"),
    ],
)
def test_one_forbidden_match_is_enough(text: str, verdict: str) -> None:
    """In the raw text or in its cleaned form."""
    assert outcome({"type": "forbidden", "patterns": ["guaranteed", r"\bfree\b"]}, text) == verdict


def test_a_search_without_end_is_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no verdict, and it names the pattern."""
    monkeypatch.setattr(patterns, "SEARCH_SECONDS", 0.05)
    for raw in ({"type": "regex", "pattern": r"(\w|\w\w)+$"}, {"type": "forbidden", "patterns": [r"(\w|\w\w)+$"]}):
        result = attempt(raw, "é" * 60 + "!")
        assert result.outcome is Outcome.UNSCORED
        assert result.score is None
        assert "'(\\w|" in result.explanation


CHECKS: tuple[Check, ...] = (
    Contains(terms=("refund", "it's")),
    Contains(terms=("a b",), mode="any", case_sensitive=True),
    Lead(terms=("NVIDIA",), sentences=2),
    Equals(value="Yes"),
    Equals(value="a  b", collapse_whitespace=False, lowercase=False),
    Regex(pattern=r"\bword\s+\d+\b"),
    Forbidden(patterns=("guaranteed", r"\bfree\b")),
)


def judge(check: Check, text: str) -> CheckResult:
    """Evaluate on a text."""
    return check.evaluate(Subject(Answer(text)))


@given(messy_texts, st.sampled_from(CHECKS))
@settings(max_examples=200)
def test_any_text_gets_a_verdict_with_evidence_from_it(text: str, check: Check) -> None:
    """No text raises; every span is a span of the answer."""
    result = judge(check, text)
    assert result.score is not None
    for one in result.evidence:
        assert one.start is not None
        assert text[one.start : one.start + len(one.text)] == one.text


@given(messy_texts.filter(needle))
@settings(max_examples=100)
def test_every_text_contains_itself(text: str) -> None:
    """A term that is the whole answer is found in it, and the answer equals it."""
    assert outcome(contains(text), text) == "pass"
    assert outcome({"type": "equals", "value": text}, text) == "pass"


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_long_hostile_texts_take_linear_time(name: str) -> None:
    """100,000 characters in about a second at most."""
    for check in CHECKS:
        assert is_quick(lambda check=check: judge(check, ADVERSARIAL[name]))  # type: ignore[misc]


def test_checks_are_values() -> None:
    """Equal parameters make equal checks, a copy keeps what was compiled, and JSON lists are accepted."""
    assert Contains(terms=("a",)) == Contains.model_validate({"terms": ["a"]})
    assert Regex(pattern="a").model_copy(update={"name": "x"}).evaluate(Subject(Answer("a"))).label == "x"
