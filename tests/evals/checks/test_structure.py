"""Checks of form."""

from __future__ import annotations

from typing import Any

import pytest

from tests.evals.checks.trying import attempt, outcome, refusal

ORDER = {"id": 1, "user": {"address": {"city": "Oslo", "zip": None}}, "items": [{"price": 2}, {"price": 3, "tags": []}]}
ORDER_TEXT = (
    '{"id": 1, "user": {"address": {"city": "Oslo", "zip": null}}, "items": [{"price": 2}, {"price": 3, "tags": []}]}'
)


def formatted(name: str, text: str, *, strict: bool = False) -> str:
    """The verdict of a format check."""
    return outcome({"type": "format", "value": name, "strict_json": strict}, text)


@pytest.mark.parametrize(
    ("name", "text", "verdict"),
    [
        ("json", '{"a": 1}', "pass"),
        ("json", "```json\n1\n```", "pass"),
        ("json", "The answer is 1.", "fail"),
        ("jsonl", '{"a": 1}\n\n{"a": 2}\n', "pass"),
        ("jsonl", "```jsonl\n1\n2\n```", "pass"),
        ("jsonl", '{"a": 1}\n{"a"', "fail"),
        ("jsonl", "\n \n", "fail"),
        ("csv", "a,b\n1,2\n", "pass"),
        ("csv", 'a,b\n"x, y",2', "pass"),
        ("csv", "a,b\n1", "fail"),
        ("csv", "no columns here", "fail"),
        ("csv", 'a,b\n"x,2', "fail"),
        ("csv", "", "fail"),
        ("xml", "<a><b/></a>", "pass"),
        ("xml", "<a><b></a>", "fail"),
        ("xml", "", "fail"),
        ("xml", "\ud800", "fail"),
        ("xml", '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>', "fail"),
        ("markdown", "# Title", "pass"),
        ("markdown", "some **bold** words", "pass"),
        ("markdown", "only words", "fail"),
        ("plain", "only words", "pass"),
        ("plain", "- a list", "fail"),
        ("plain", "", "fail"),
    ],
)
def test_the_whole_answer_must_be_of_the_format(name: str, text: str, verdict: str) -> None:
    """A document of the format and nothing else, a fence around it excepted."""
    assert formatted(name, text) == verdict


@pytest.mark.parametrize("name", ["json", "jsonl", "csv", "xml"])
def test_strict_formats_allow_no_fence(name: str) -> None:
    """With ``strict_json`` the fence is not part of the document."""
    body = {"csv": "a,b", "xml": "<a/>"}.get(name, "1")
    assert formatted(name, f"```{name}\n{body}\n```") == "pass"
    assert formatted(name, f"```{name}\n{body}\n```", strict=True) == "fail"


def test_a_document_that_is_broken_shows_where() -> None:
    """The evidence is the text at which the reader stopped, also behind a fence."""
    for text in ('{"a": oops}', '```json\n{"a": oops}\n```'):
        (evidence,) = attempt({"type": "format", "value": "json"}, text).evidence
        assert evidence.start == text.index("oops")
        assert evidence.text.startswith("oops")


def test_json_validity_is_another_spelling_of_format() -> None:
    """The sub-check of seed 004 becomes the canonical type."""
    result = attempt({"type": "json_validity"}, "{}")
    assert (result.type, result.outcome) == ("format", "pass")


@pytest.mark.parametrize(
    ("path", "is_there"),
    [
        ("id", True),
        ("user.address.city", True),
        ("user.address.zip", True),
        ("user.address.street", False),
        ("user.address.city.name", False),
        ("City", False),
        ("items[0].price", True),
        ("items.1.price", True),
        ("items[2].price", False),
        ("items[*].price", True),
        ("items[].price", True),
        ("items[*].tags", False),
        ("items[1].tags[*]", False),
        ("items.price", False),
        ("items[99999999999999999999].price", False),
    ],
)
def test_a_dotted_path_leads_to_a_member_or_nowhere(path: str, is_there: bool) -> None:
    """A member that is null is there; indexes and ``*`` reach into arrays."""
    assert outcome({"type": "required_fields", "fields": [path]}, ORDER_TEXT) == ("pass" if is_there else "fail")


def test_a_dot_in_a_name_is_escaped() -> None:
    """A backslash makes the dot part of the name."""
    assert outcome({"type": "required_fields", "fields": ["a\\.b.c"]}, '{"a.b": {"c": 1}}') == "pass"
    assert outcome({"type": "required_fields", "fields": ["a.b.c"]}, '{"a.b": {"c": 1}}') == "fail"


def test_the_score_of_required_fields_is_the_share_that_is_there() -> None:
    """One of two fields is half."""
    result = attempt({"type": "required_fields", "fields": ["id", "nope"]}, ORDER_TEXT)
    assert (result.score, result.explanation) == (0.5, "missing: nope")


@pytest.mark.parametrize("fields", [[], [""], ["a..b"], [" "], "id", [1], None])
def test_paths_that_lead_nowhere_by_themselves_are_refused(fields: Any) -> None:
    """An empty list or an empty part is a mistake of the author."""
    assert "fields" in refusal({"type": "required_fields", "fields": fields})


@pytest.mark.parametrize(
    "check", [{"type": "required_fields", "fields": ["a"]}, {"type": "json_structural", "expected": {}}]
)
@pytest.mark.parametrize("text", ["", "a = 1", '{"a": NaN}'])
def test_an_answer_that_is_not_json_has_no_fields(check: dict[str, Any], text: str) -> None:
    """What cannot be parsed fails; it is not unscored, because the app was to answer in JSON."""
    assert outcome(check, text) == "fail"


def test_structural_comparison_names_the_mismatches() -> None:
    """The score is the share of leaves that agree, and each difference is evidence."""
    result = attempt({"type": "json_structural", "expected": {"a": 1, "b": "x"}}, '{"a": 2, "b": "x"}')
    assert (result.outcome, result.score) == ("fail", 0.5)
    assert [one.read_as for one in result.evidence] == ["a: expected 1, got 2"]


@pytest.mark.parametrize("expected", [ORDER, ORDER_TEXT])
def test_the_expected_value_is_an_object_or_its_text(expected: Any) -> None:
    """JSON text and the value that it stands for are the same expectation."""
    assert outcome({"type": "json_structural", "expected": expected}, f"```json\n{ORDER_TEXT}\n```") == "pass"


@pytest.mark.parametrize("expected", ["{a: 1}", "", 3, None, True])
def test_an_expected_value_that_is_not_json_is_refused(expected: Any) -> None:
    """It would make every answer fail."""
    assert "expected" in refusal({"type": "json_structural", "expected": expected})
