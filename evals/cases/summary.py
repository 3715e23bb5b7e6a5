"""What a golden set holds, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evals.cases.case import Difficulty, GoldenSet
from evals.cases.select import Tier, tag_counts


@dataclass(frozen=True, slots=True)
class SetSummary:
    """Counts of a set; every mapping has the most frequent first, then goes by name."""

    path: str
    version: str
    content_hash: str
    cases: int
    retired: int
    judged: int
    """Cases with a floor for the judge."""
    tiers: Mapping[str, int]
    """Cases that each tier takes, from the smallest tier to the largest."""
    categories: Mapping[str, int]
    difficulties: Mapping[str, int]
    """From easy to hard."""
    tags: Mapping[str, int]
    checks: Mapping[str, int]
    """Checks by type."""


def summarize(golden: GoldenSet) -> SetSummary:
    """Count what a set holds."""
    cases = golden.cases
    return SetSummary(
        path=golden.path,
        version=golden.version,
        content_hash=golden.content_hash,
        cases=len(cases),
        retired=len(golden.retired),
        judged=sum(case.min_judge_score is not None for case in cases),
        tiers={tier.value: sum(tier.takes(case) for case in cases) for tier in Tier},
        categories=_counted(case.category for case in cases),
        difficulties={level.value: sum(case.difficulty is level for case in cases) for level in Difficulty},
        tags=tag_counts(cases),
        checks=_counted(check.type for case in cases for check in case.checks),
    )


def summary_text(summary: SetSummary) -> str:
    """Give the summary for a terminal, one group a line."""
    head = f"{summary.path}: {summary.cases} cases, no problems (version {summary.version})"
    groups = {
        "tiers": summary.tiers,
        "categories": summary.categories,
        "difficulty": summary.difficulties,
        "tags": summary.tags,
        "checks": summary.checks,
        "judge": {"with a floor": summary.judged, "by checks alone": summary.cases - summary.judged},
        "retired": {"ids": summary.retired},
    }
    return "\n".join([head, *(f"  {name:<11} {_listed(counts)}" for name, counts in groups.items())])


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
