"""Checks of what an answer rests on: the sources it cites and the passages that were retrieved for it.

A source matches an expected one when every expected field is equal by type and value; other fields do not matter. A
source that is not an object has no fields and matches nothing, but keeps its rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from pydantic import AfterValidator, Field

from evals.checks.check import Check, CheckResult, Evidence, Subject, register
from evals.checks.json_compare import same_json
from evals.checks.normalize import Views, needle
from evals.checks.ranking import ndcg, recall, reciprocal_rank
from evals.checks.text import Terms
from evals.json_text import show_json

_SHOWN: Final = 5


def _has_fields(source: dict[str, Any]) -> dict[str, Any]:
    if not source:
        raise ValueError("an expected source must have at least one field, or everything would match")
    return source


Sources = Annotated[tuple[Annotated[dict[str, Any], AfterValidator(_has_fields)], ...], Field(min_length=1)]
"""Expected sources, each with the fields that must be equal."""
Depth = Annotated[int, Field(ge=1)]
"""How far down a ranked list is read."""
_DEPTH_TEXT: Final = "how far down the ranked list is read"
_RELEVANT_TEXT: Final = "the expected sources, each with the fields that must be equal"


@register
class Citation(Check):
    """The answer cites one of the expected sources."""

    type: ClassVar[str] = "citation"
    is_of_text: ClassVar[bool] = False
    summary: ClassVar[str] = "One of the answer's citations has all the fields of one of the expected sources."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "citation", "any_of": [{"ticker": "NVDA", "section": "7"}]},
    )

    any_of: Sources = Field(description=_RELEVANT_TEXT)

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when any citation matches."""
        cited = subject.answer.citations
        number = next((rank for rank, one in enumerate(cited, 1) if _matches_any(one, self.any_of)), None)
        if number is None:
            return self.verdict(
                passed=False, explanation=f"none of {len(cited)} citations matches", evidence=_all(cited)
            )
        evidence = (Evidence(show_json(cited[number - 1]), read_as=f"citation {number}"),)
        return self.verdict(passed=True, explanation=f"citation {number} matches", evidence=evidence)


@register
class CitationRecall(Check):
    """The answer cites the sources that it should."""

    type: ClassVar[str] = "citation_recall"
    is_of_text: ClassVar[bool] = False
    summary: ClassVar[str] = "Share of the expected sources that the answer cites."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "citation_recall", "relevant": [{"doc": "refunds.md"}, {"doc": "fees.md"}], "min_score": 0.5},
    )

    relevant: Sources = Field(description=_RELEVANT_TEXT)
    min_score: float = Field(default=1.0, gt=0, le=1, description="lowest share that passes")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when enough expected sources are cited."""
        cited = subject.answer.citations
        missing = [one for one in self.relevant if not any(_matches(source, one) for source in cited)]
        score = recall(len(self.relevant) - len(missing), len(self.relevant))
        text = f"{len(self.relevant) - len(missing)} of {len(self.relevant)} expected sources are cited"
        evidence = tuple(Evidence(show_json(one), read_as="not cited") for one in missing[:_SHOWN])
        return self.verdict(score >= self.min_score, text, score=score, evidence=evidence)


@register
class CitationPrecision(Check):
    """The answer cites nothing but the sources that it should."""

    type: ClassVar[str] = "citation_precision"
    is_of_text: ClassVar[bool] = False
    summary: ClassVar[str] = "Share of the answer's citations that are expected; repeated ones count once, none fails."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "citation_precision", "relevant": [{"doc": "refunds.md"}], "min_score": 0.8},
    )

    relevant: Sources = Field(description=_RELEVANT_TEXT)
    min_score: float = Field(default=1.0, gt=0, le=1, description="lowest share that passes")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when enough of the citations are expected."""
        cited = list({show_json(one, limit=_WHOLE): one for one in subject.answer.citations}.values())
        if not cited:
            return self.verdict(passed=False, explanation="the answer cites nothing")
        wrong = [one for one in cited if not _matches_any(one, self.relevant)]
        score = 1 - len(wrong) / len(cited)
        text = f"{len(cited) - len(wrong)} of {len(cited)} citations are expected"
        evidence = tuple(Evidence(show_json(one), read_as="not expected") for one in wrong[:_SHOWN])
        return self.verdict(score >= self.min_score, text, score=score, evidence=evidence)


@register
class Retrieval(Check):
    """The retriever found an expected passage."""

    type: ClassVar[str] = "retrieval"
    is_of_text: ClassVar[bool] = False
    summary: ClassVar[str] = (
        "An item among the first k retrieved ones is an expected source; the score is the reciprocal of its rank, so "
        "that over cases the pass rate is recall@k and the mean score MRR@k."
    )
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "retrieval", "any_of": [{"doc": "refunds.md"}]},
        {"type": "retrieval", "any_of": [{"doc": "refunds.md"}], "terms": ["30 days"], "k": 10},
    )

    any_of: Sources = Field(description=_RELEVANT_TEXT)
    terms: Terms | None = Field(default=None, description="literal texts that must all occur in the same item")
    k: Depth = Field(default=5, description=_DEPTH_TEXT)
    text_field: str = Field(default="text", description="the item's field in which terms are looked for")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when the first match is at rank k or above; below that the score is 0."""
        retrieved = subject.answer.retrieved
        rank = next((rank for rank, item in enumerate(retrieved[: self.k], 1) if self._relevant(item)), None)
        if rank is None:
            text = f"none of the first {self.k} of {len(retrieved)} retrieved items matches"
            return self.verdict(passed=False, explanation=text, evidence=_all(retrieved))
        evidence = (Evidence(show_json(retrieved[rank - 1]), read_as=f"rank {rank}"),)
        text = f"the item at rank {rank} matches"
        return self.verdict(passed=True, explanation=text, score=reciprocal_rank(rank, self.k), evidence=evidence)

    def _relevant(self, item: Any) -> bool:
        if not _matches_any(item, self.any_of):
            return False
        return self.terms is None or _has_terms(item.get(self.text_field), self.terms)


@register
class RetrievalRecall(Check):
    """The retriever found all expected passages."""

    type: ClassVar[str] = "retrieval_recall"
    is_of_text: ClassVar[bool] = False
    summary: ClassVar[str] = "Share of the expected sources that are among the first k retrieved items."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "retrieval_recall", "relevant": [{"doc": "refunds.md"}, {"doc": "fees.md"}], "k": 10},
    )

    relevant: Sources = Field(description=_RELEVANT_TEXT)
    k: Depth = Field(default=5, description=_DEPTH_TEXT)
    min_score: float = Field(default=1.0, gt=0, le=1, description="lowest share that passes")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when enough expected sources were retrieved."""
        top = subject.answer.retrieved[: self.k]
        missing = [one for one in self.relevant if not any(_matches(item, one) for item in top)]
        score = recall(len(self.relevant) - len(missing), len(self.relevant))
        text = f"{len(self.relevant) - len(missing)} of {len(self.relevant)} expected sources in the first {self.k}"
        evidence = tuple(Evidence(show_json(one), read_as="not retrieved") for one in missing[:_SHOWN])
        return self.verdict(score >= self.min_score, text, score=score, evidence=evidence)


@register
class RetrievalNdcg(Check):
    """The retriever put the expected passages first."""

    type: ClassVar[str] = "retrieval_ndcg"
    is_of_text: ClassVar[bool] = False
    summary: ClassVar[str] = "nDCG@k: how near the order of the retrieved items is to all expected sources first."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "retrieval_ndcg", "relevant": [{"doc": "refunds.md"}, {"doc": "fees.md"}], "min_score": 0.6},
    )

    relevant: Sources = Field(description=_RELEVANT_TEXT)
    k: Depth = Field(default=5, description=_DEPTH_TEXT)
    min_score: float = Field(gt=0, le=1, description="lowest nDCG@k that passes")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when nDCG@k is high enough; each expected source gains once, at its first item."""
        score = ndcg(self._gains(subject.answer.retrieved[: self.k]), [1.0] * len(self.relevant), self.k)
        text = f"nDCG@{self.k} is {score:.3f}, at least {self.min_score:g} is wanted"
        return self.verdict(score >= self.min_score, text, score=score, evidence=_all(subject.answer.retrieved))

    def _gains(self, top: Sequence[Any]) -> list[float]:
        open_ones = list(self.relevant)
        gains = []
        for item in top:
            met = [one for one in open_ones if _matches(item, one)]
            open_ones = [one for one in open_ones if one not in met]
            gains.append(float(bool(met)))
        return gains


_WHOLE: Final = 1_000_000
"""Characters of a citation that tell it from another one."""


def _matches_any(source: Any, expected: Sequence[Mapping[str, Any]]) -> bool:
    return any(_matches(source, one) for one in expected)


def _matches(source: Any, expected: Mapping[str, Any]) -> bool:
    return isinstance(source, Mapping) and all(
        name in source and same_json(value, source[name]) for name, value in expected.items()
    )


def _has_terms(text: Any, terms: Sequence[str]) -> bool:
    if not isinstance(text, str):
        return False
    readings = [view.text for view in Views(text).literal()]
    return all(any(needle(term) in reading for reading in readings) for term in terms)


def _all(sources: Sequence[Any]) -> tuple[Evidence, ...]:
    """What was there instead."""
    return tuple(Evidence(show_json(one), read_as=f"item {rank}") for rank, one in enumerate(sources[:_SHOWN], 1))
