"""From bytes to an answer or a fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Answer, Fault, Missing, Response, Usage
from tasks.targets.config import ResponsePaths
from tasks.targets.reading import Reader, parse, response_of, within_sla
from tasks.transport.call import Failed

PATHS = ResponsePaths(
    answer="$.answer",
    citations="$.citations",
    retrieved="$.docs[*].meta",
    input_tokens="$.usage.in",
    output_tokens="$.usage.out",
    cost="$.cost",
    model_version="$.model",
)


def read(**document: Any) -> Answer | Fault:
    """Read a document with an answer, unless told otherwise."""
    return Reader(PATHS).read({"answer": "Two weeks.", **document}, 0.5)


def test_all_parts_are_found() -> None:
    """Each path fills its part of the answer."""
    result = read(
        citations=[{"page": "hr.md"}],
        docs=[{"meta": {"page": "a"}}, {"meta": {"page": "b"}}],
        usage={"in": 7, "out": 3},
        cost=0.25,
        model="m-1",
    )
    assert result == Answer(
        "Two weeks.",
        citations=({"page": "hr.md"},),
        retrieved=({"page": "a"}, {"page": "b"}),
        usage=Usage(7, 3),
        cost=0.25,
        latency=0.5,
        model_version="m-1",
    )


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"answer": None}, "no_answer"),
        ({"answer": ""}, "empty"),
        ({"answer": " \n"}, "empty"),
    ],
)
def test_no_answer_and_a_blank_one_are_faults(document: dict[str, Any], reason: str) -> None:
    """Absence is never an answer."""
    result = read(**document)
    assert isinstance(result, Fault)
    assert (result.reason, result.latency) == (reason, 0.5)


@pytest.mark.parametrize("document", [{}, [], "text", 3, None, {"Answer": "x"}])
def test_a_document_without_the_answer_is_shown_in_the_fault(document: Any) -> None:
    """The fault names the path and what was there instead."""
    result = Reader(PATHS).read(document, None)
    assert isinstance(result, Fault)
    assert result.reason == "no_answer"
    assert "'$.answer'" in result.detail


@pytest.mark.parametrize(
    ("given", "text"),
    [({"days": 14}, '{"days": 14}'), ([1, 2], "[1, 2]"), (14, "14"), (True, "true"), ("ü", "ü")],
)
def test_an_answer_that_is_json_is_taken_as_its_text(given: Any, text: str) -> None:
    """Apps that answer in JSON are checked on that JSON."""
    result = read(answer=given)
    assert isinstance(result, Answer)
    assert result.text == text


@pytest.mark.parametrize(
    ("document", "citations"),
    [
        ({"citations": None}, ()),
        ({"citations": []}, ()),
        ({"citations": ["a", {"page": "b"}, None]}, ({"id": "a"}, {"page": "b"})),
        ({"citations": {"page": "a"}}, ({"page": "a"},)),
        ({"citations": "a"}, ({"id": "a"},)),
    ],
)
def test_citations_are_records_in_their_order(document: dict[str, Any], citations: tuple[Any, ...]) -> None:
    """Plain values become records with an id; nothing is nothing."""
    result = read(**document)
    assert isinstance(result, Answer)
    assert result.citations == citations


@pytest.mark.parametrize("value", [None, "7", 7.5, -1, True, [7], {"n": 7}])
def test_token_counts_of_another_type_are_unknown(value: Any) -> None:
    """Only whole numbers from 0 count; anything else is unknown, never zero."""
    result = read(usage={"in": value})
    assert isinstance(result, Answer)
    assert result.usage.input_tokens is None


@pytest.mark.parametrize(("value", "cost"), [(0, 0.0), (1, 1.0), (0.5, 0.5), (-1, None), (True, None), ("1", None)])
def test_a_cost_is_a_finite_amount_or_unknown(value: Any, cost: float | None) -> None:
    """Zero is a price; negative and other types are unknown."""
    result = read(cost=value)
    assert isinstance(result, Answer)
    assert result.cost == cost


@pytest.mark.parametrize(
    ("body", "content_type", "reason", "detail"),
    [
        (b"", "application/json", "empty", "the reply has no body"),
        (b" \n", "application/json", "empty", "the reply has no body"),
        (b"<!doctype html><h1>Sign in</h1>", "text/html", "not_json", "the reply is HTML"),
        (b"<html>", "application/json", "not_json", "the reply is HTML"),
        (b"Two weeks.", "text/plain", "not_json", "the reply is text that is no JSON"),
        (b'{"answer": "Two', "application/json", "not_json", '\'{"answer": "Two\''),
        (b'{"answer": NaN}', "application/json", "not_json", "NaN is not JSON"),
        (b"[" * 100_000, "application/json", "not_json", "nested deeper"),
        ('{"answer": "Gebühr"}'.encode("latin-1"), "application/json", "bad_encoding", "not UTF-8"),
        (b'{"answer": "\\ud83d"}', "application/json", "bad_encoding", "half of a surrogate pair"),
    ],
)
def test_what_is_no_json_is_a_fault_that_says_what_it_is(
    body: bytes, content_type: str, reason: str, detail: str
) -> None:
    """HTML, text, broken JSON, wrong encoding and emptiness are told apart."""
    result = parse(body, content_type, 0.1)
    assert isinstance(result, Fault)
    assert result.reason == reason
    assert detail in result.detail


@pytest.mark.parametrize(
    "body", [b'\xef\xbb\xbf{"answer": "x"}', b'{"answer": "\\ud83d\\ude00"}', b'{"a": "\\\\ud83d"}']
)
def test_legal_json_is_read(body: bytes) -> None:
    """A byte order mark, whole surrogate pairs, and text that only looks like an escape are fine."""
    assert isinstance(parse(body, "application/json", None), dict)


@given(
    st.binary(max_size=60)
    | st.recursive(st.none() | st.text(max_size=5), st.lists).map(lambda v: json.dumps(v).encode())
)
@settings(max_examples=150)
def test_no_body_breaks_the_reader(body: bytes) -> None:
    """Whatever arrives becomes an answer or a fault, and its text can be stored."""
    document = parse(body, "", 0.0)
    result = document if isinstance(document, Fault) else Reader(PATHS).read(document, 0.0)
    assert isinstance(result, Answer | Fault)


@pytest.mark.parametrize(
    ("failed", "response"),
    [
        (Failed("rate_limited", "x", transient=True), Missing("rate_limited", "x")),
        (Failed("server_error", "x", transient=True), Missing("server_error", "x")),
        (Failed("unreachable", "x", transient=True), Missing("unreachable", "x")),
        (Failed("timeout", "x", transient=True), Missing("timeout", "x")),
        (Failed("timeout", "x", latency=2.0), Fault("timeout", "x", 2.0)),
        (Failed("rejected", "x"), Fault("rejected", "x")),
        (Failed("redirected", "x"), Fault("rejected", "x")),
        (Failed("too_large", "x"), Fault("too_large", "x")),
        (Failed("budget", "x", sent=False), Missing("budget", "x")),
    ],
)
def test_what_may_pass_by_itself_is_missing_and_the_rest_a_fault(failed: Failed, response: Response) -> None:
    """An outage is no observation; what the app did is one."""
    assert response_of(failed) == response


@pytest.mark.parametrize(
    ("latency", "sla_s", "late"),
    [(1.0, None, False), (1.0, 1.0, False), (1.01, 1.0, True), (None, 1.0, False)],
)
def test_an_answer_after_its_time_is_a_fault(latency: float | None, sla_s: float | None, late: bool) -> None:
    """The limit itself is still in time."""
    result = within_sla(Answer("x", latency=latency), sla_s)
    assert (isinstance(result, Fault) and result.reason == "timeout") is late
