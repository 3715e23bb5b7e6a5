"""How far the local judge agrees with people: the shipped anchor answers, with their pages as passages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import spearmanr

from evals.answers import Answer
from evals.cases.case import Case, Turn
from evals.judging.heuristic import judge_answer
from evals.judging.judgement import Judgement

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "evals" / "golden" / "v1"
PAGES = ROOT / "deployments" / "demo" / "docs"


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSONL file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("//"):
            yield json.loads(line)


def paragraphs(page: str) -> Iterator[dict[str, str]]:
    """A page as passages."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    return ({"text": part} for part in text.split("\n\n"))


@pytest.fixture(scope="module")
def judged() -> list[tuple[dict[str, float], Judgement]]:
    """Human labels with what the judge says, answer by answer."""
    cases = {row["id"]: row for path in GOLDEN.glob("*.jsonl") for row in rows(path) if "checks" in row}
    pairs = []
    for anchor in rows(GOLDEN / "anchors.jsonl"):
        row = cases[anchor["case_id"]]
        turns = tuple(Turn(**turn) for turn in row.get("turns", ()))
        case = Case(
            id=row["id"],
            input=row.get("prompt") or turns[-1].content,
            checks=(),
            turns=turns,
            context=row.get("context"),
            reference_answer=row["reference_answer"],
        )
        passages = tuple(part for page in row["metadata"]["source"] for part in paragraphs(page))
        judgement = judge_answer(case, Answer(anchor["answer"], retrieved=passages))
        assert isinstance(judgement, Judgement)
        pairs.append((anchor["labels"], judgement))
    return pairs


@pytest.mark.parametrize(("dimension", "least"), [("correctness", 0.7), ("completeness", 0.7), ("groundedness", 0.35)])
def test_scores_rise_with_the_labels(
    judged: list[tuple[dict[str, float], Judgement]], dimension: str, least: float
) -> None:
    """Rank correlation; 0.80, 0.80 and 0.48 when this was written."""
    labels = [label[dimension] for label, judgement in judged if dimension in judgement.scores]
    scores = [judgement.scores[dimension] for _, judgement in judged if dimension in judgement.scores]
    assert len(scores) >= 60
    assert spearmanr(labels, scores).statistic >= least


def test_a_floor_of_3_falls_on_the_same_side(judged: list[tuple[dict[str, float], Judgement]]) -> None:
    """Nine answers in ten when this was written."""
    same = [(sum(label.values()) / len(label) >= 3) == (judgement.overall >= 3) for label, judgement in judged]
    assert sum(same) / len(same) >= 0.8
