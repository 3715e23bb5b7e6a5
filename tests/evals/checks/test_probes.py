"""Lines on which an author tries checks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evals.answers import Answer
from evals.checks.check import Outcome
from evals.checks.probes import Probe, read_probes
from evals.errors import ProblemsError

IS_JSON = {"type": "format", "value": "json"}


def lines(*objects: Any) -> bytes:
    """A file of one object a line."""
    return "\n".join(one if isinstance(one, str) else json.dumps(one) for one in objects).encode()


def read(**fields: Any) -> Probe:
    """The probe of one line."""
    (probe,) = read_probes("trial.jsonl", lines({"check": IS_JSON, "output": "{}", **fields}))
    return probe


def problems(data: bytes) -> list[str]:
    """What is wrong with a file."""
    with pytest.raises(ProblemsError) as caught:
        read_probes("trial.jsonl", data)
    return [str(one) for one in caught.value.problems]


def test_a_line_is_a_check_and_an_output() -> None:
    """Comments and blank lines are skipped, and a line without an id is called by its number."""
    probes = read_probes(
        "-", lines("// try", "", {"id": "a", "check": IS_JSON, "output": "{}"}, {"check": IS_JSON, "output": "x"})
    )
    assert [(probe.id, probe.line) for probe in probes] == [("a", 3), ("line 4", 4)]
    assert [result.outcome for probe in probes for result in probe.evaluate()] == ["pass", "fail"]


@pytest.mark.parametrize(
    ("check", "labels"),
    [
        (IS_JSON, ["format"]),
        ([IS_JSON, IS_JSON], ["format", "format #2"]),
        ({"expectedContains": ["a"], "forbiddenContains": ["b"]}, ["expectedContains", "forbiddenContains"]),
    ],
)
def test_a_check_is_one_or_a_list_or_the_rules_of_a_pack(check: Any, labels: list[str]) -> None:
    """All spellings of the seeds can be tried."""
    assert [one.label for one in read(check=check).checks] == labels


def test_an_output_is_text_or_an_object() -> None:
    """The object holds what a target returns."""
    output = {"text": "x", "citations": [{"doc": "a"}], "retrieved": [{"doc": "b"}], "latency": 1, "cost": 0.5}
    subject = read(output=output).subject
    assert subject is not None
    assert subject.answer == Answer("x", ({"doc": "a"},), ({"doc": "b"},), cost=0.5, latency=1)


def test_what_the_answer_is_checked_against_stands_beside_it() -> None:
    """Prompt, context and reference answer reach the check."""
    subject = read(prompt="p", context="c", reference_answer="r").subject
    assert subject is not None
    assert (subject.prompt, subject.context, subject.reference_answer) == ("p", "c", "r")


def test_no_answer_fails_every_check() -> None:
    """Null is no empty text: it would pass ``not contains``."""
    results = read(output=None, check=[IS_JSON, {"type": "not", "check": IS_JSON}]).evaluate()
    assert {result.outcome for result in results} == {Outcome.FAIL}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{bad", "trial.jsonl:1: not JSON"),
        ("[]", "trial.jsonl:1: each line must hold one object"),
        ({"id": "a", "output": "x"}, "trial.jsonl:1: case 'a': field 'check' is required"),
        ({"id": "a", "check": IS_JSON}, "field 'output' is required"),
        ({"id": "a", "check": IS_JSON, "output": 3}, "field 'output' must be an object, got 3"),
        ({"id": "a", "check": IS_JSON, "output": {"txt": "x"}}, "did you mean 'text'"),
        ({"id": "a", "check": IS_JSON, "output": "x", "chek": 1}, "did you mean 'check'"),
        ({"id": "a", "check": {}, "output": "x"}, "field 'check'"),
        ({"id": "a", "check": [], "output": "x"}, "field 'check'"),
        ({"id": "a", "check": {"type": "formt"}, "output": "x"}, "case 'a': check 'formt': unknown check type"),
        ({"id": "a", "check": [IS_JSON, {"type": "format"}], "output": "x"}, "check 'format #2': value is required"),
        ({"id": "a", "check": {"minOutputChars": 2, "maxOutputChars": 1}, "output": "x"}, "must not exceed"),
    ],
)
def test_a_wrong_line_is_named_with_its_place(line: Any, message: str) -> None:
    """File, line, id, check and what to mend."""
    found = problems(lines(line))
    assert any(message in one for one in found), found


def test_all_wrong_lines_are_reported_at_once() -> None:
    """Nothing is tried before the whole file is right."""
    found = problems(lines({"output": "x"}, {"check": IS_JSON, "output": "x"}, "{"))
    assert [one.split(": ")[0] for one in found] == ["trial.jsonl:1", "trial.jsonl:3"]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"// only a comment\n"])
def test_a_file_without_a_line_is_an_error(data: bytes) -> None:
    """Nothing tried is not everything passed."""
    assert problems(data) == ["trial.jsonl: there is no line to check"]
