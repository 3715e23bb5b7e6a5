"""Anchor files are read whole, or refused with every mistake at its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.errors import GoldenSetError, Problem
from evals.judging.anchors import Anchor, read_anchors
from evals.judging.rubric import read_rubric
from tasks.golden_files import load_golden_set
from tests.builders import make_case

ROOT = Path(__file__).parents[3]
RAG = ROOT / "evals" / "rubrics" / "rag-v1.yaml"
GOLDEN = ROOT / "evals" / "golden" / "v1"
GOOD = {"case_id": "a", "answer": "It is 10 EUR.", "labels": {"correctness": 5}, "labelled_by": "two people"}


def read(*rows: dict[str, Any] | str) -> tuple[Anchor, ...]:
    """Anchors of the cases a and b, by two dimensions."""
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    return read_anchors(
        "anchors.jsonl", "\n".join(lines).encode(), [make_case("a"), make_case("b")], ["correctness", "safety"]
    )


def problems_of(*rows: dict[str, Any] | str) -> tuple[Problem, ...]:
    """What is wrong with anchors that must not load."""
    with pytest.raises(GoldenSetError) as caught:
        read(*rows)
    return caught.value.problems


def test_an_anchor_is_an_answer_to_a_case_with_labels() -> None:
    """Comments and blank lines are skipped; passages are what the app had found."""
    passages = [{"text": "Fee: 10 EUR"}]
    first, second = read("// labelled by hand", GOOD, "", {**GOOD, "case_id": "b", "retrieved": passages})
    assert (first.case.id, first.answer.text, first.labels) == ("a", "It is 10 EUR.", {"correctness": 5})
    assert second.answer.retrieved == tuple(passages)
    assert first.key != second.key


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"labels": {"correctness": 0}}, "field 'labels.correctness'"),
        ({"labels": {"correctness": 6}}, "field 'labels.correctness'"),
        ({"labels": {"correctness": 4.5}}, "field 'labels.correctness' must be a whole number"),
        ({"labels": {"correctness": True}}, "field 'labels.correctness'"),
        ({"labels": {"correctness": None}}, "field 'labels.correctness'"),
        ({"labels": {}}, "field 'labels' must not be empty"),
        ({"labels": {"corectness": 5}}, "label of unknown dimension 'corectness'; did you mean 'correctness'?"),
        ({"case_id": "c"}, "case 'c' is not in the golden set"),
        ({"answer": ""}, "field 'answer' must not be empty"),
        ({"labelled_by": ...}, "'labelled_by'"),
        ({"label": 5}, "unknown field 'label'"),
    ],
)
def test_a_mistake_is_told_with_its_line(changes: dict[str, Any], message: str) -> None:
    """Nothing is clamped, rounded or left out."""
    row = {name: value for name, value in {**GOOD, **changes}.items() if value is not ...}
    (problem,) = problems_of({**GOOD, "case_id": "b"}, "// comment", row)
    assert (problem.file, problem.line) == ("anchors.jsonl", 3)
    assert message in problem.message


def test_all_mistakes_are_told_at_once() -> None:
    """With those of lines that are no JSON."""
    found = problems_of({**GOOD, "case_id": "c", "labels": {"x": 1}}, "{", {**GOOD, "labels": {"correctness": 9}})
    assert [problem.line for problem in found] == [1, 1, 2, 3]


def test_an_answer_is_labelled_once() -> None:
    """Two labels of one answer would count it twice."""
    (problem,) = problems_of(GOOD, {**GOOD, "labels": {"correctness": 1}})
    assert (problem.line, problem.case_id, problem.message) == (2, "a", "this answer is labelled twice")


def test_an_empty_file_is_an_error() -> None:
    """A judge cannot be held against nothing."""
    assert problems_of("// nothing yet")[0].message == "the file holds no anchors"


def test_the_shipped_anchors_are_answers_good_bad_and_subtly_wrong() -> None:
    """At least sixty, each with a reason; who labelled them and how stands in the file."""
    rubric = read_rubric(str(RAG), RAG.read_bytes())
    path = GOLDEN / "anchors.jsonl"
    anchors = read_anchors(str(path), path.read_bytes(), load_golden_set(GOLDEN).cases, rubric.scales)
    assert len(anchors) >= 60
    assert all(anchor.reason for anchor in anchors)
    assert {anchor.labelled_by for anchor in anchors} == {"authors, by the rubric"}
    levels = [anchor.labels["correctness"] for anchor in anchors]
    assert all(levels.count(level) >= 5 for level in (1, 2, 5))
