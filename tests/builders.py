"""Builders of valid values: ``make_case(tags={"critical"})`` is a case that differs only in what the test is about."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from evals.answers import Answer, Missing, Usage
from evals.cases.case import Case, Difficulty
from evals.checks.check import Check, CheckResult, Outcome, Subject
from evals.finished.run import FinishedRun
from evals.gate.comparison import Comparison, compare, lay_beside
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.verdict import Decision, Verdict, decide
from evals.judging.judgement import Judgement
from evals.reports.report import Report, build_report
from evals.results.aggregate import summarize
from evals.results.run import Group, RunInfo, Status, Summary, TrialResult

TODAY = dt.date(2025, 11, 28)


class FixedCheck(Check):
    """A check that finds what it was made to find; not registered."""

    type: ClassVar[str] = "fixed"
    summary: ClassVar[str] = "Finds what it was made to find."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = ()

    score: float | None = 1.0

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass at a score of 1; a score of None is unscored."""
        if self.score is None:
            return self.unscored("fixed to be unscored")
        return self.verdict(self.score == 1, f"fixed at {self.score:g}", score=self.score)


def make_case(case_id: str = "a", **changes: Any) -> Case:
    """A case with one check; tags may be any iterable."""
    fields: dict[str, Any] = {
        "input": "What is the fee?",
        "checks": (FixedCheck(),),
        "content_hash": f"hash-{case_id}",
        **changes,
    }
    fields["tags"] = frozenset(fields.get("tags", ()))
    return Case(id=case_id, **fields)


def make_answer(text: str = "The fee is 10 EUR.", **changes: Any) -> Answer:
    """An answer that took a second and cost a cent."""
    usage = {"usage": Usage(input_tokens=100, output_tokens=20), "latency": 1.0, "cost": 0.01}
    return Answer(text, **{**usage, **changes})


def make_check_result(outcome: Outcome | str = Outcome.PASS, **changes: Any) -> CheckResult:
    """What a check called ``contains`` found."""
    kind = Outcome(outcome)
    score = {Outcome.PASS: 1.0, Outcome.FAIL: 0.0, Outcome.UNSCORED: None}[kind]
    fields: dict[str, Any] = {
        "label": "contains",
        "type": "contains",
        "version": 1,
        "score": score,
        "explanation": f"it was a {kind.value}",
        **changes,
    }
    return CheckResult(outcome=kind, **fields)


def make_judgement(overall: float = 4.0, **scores: float) -> Judgement:
    """A judgement; without scores by dimension all is said of ``correctness``."""
    return Judgement(scores or {"correctness": overall}, overall, "judge-1")


def make_trial(case_id: str = "a", status: Status | str = Status.PASS, **changes: Any) -> TrialResult:
    """A scored trial; its response, reason and score follow from the status unless they are given."""
    kind = Status(status)
    fields: dict[str, Any] = {
        "trial": 0,
        "case_hash": f"hash-{case_id}",
        "category": "billing",
        "difficulty": Difficulty.MEDIUM,
        "dimension": "quality",
        "response": Missing("unreachable") if kind is Status.MISSING else make_answer(),
        "checks": (),
        "judgement": None,
        "reason": "" if kind is Status.PASS else f"it was a {kind.value}",
        "score": {Status.PASS: 1.0, Status.FAIL: 0.0, Status.MISSING: None}[kind],
        "cost": None if kind is Status.MISSING else 0.01,
        "prompt": f"question {case_id}",
        **changes,
    }
    fields["tags"] = frozenset(fields.get("tags", ()))
    return TrialResult(case_id=case_id, status=kind, **fields)


def make_trials(case_id: str, statuses: str, **changes: Any) -> list[TrialResult]:
    """Trials of one case from letters: ``p`` passed, ``f`` failed, ``m`` missing."""
    names = {"p": Status.PASS, "f": Status.FAIL, "m": Status.MISSING}
    first = changes.pop("trial", 0)
    return [make_trial(case_id, names[letter], trial=first + n, **changes) for n, letter in enumerate(statuses)]


def make_summary(**changes: Any) -> Summary:
    """Aggregates of a run of ten cases that all passed."""
    fields: dict[str, Any] = {
        "cases": 10,
        "trials": 10,
        "passed": 10,
        "failed": 0,
        "missing": 0,
        "answered": 10,
        "pass_rate": Fraction(1),
        "weighted_pass_rate": Fraction(1),
        "flaky": Group(0, None),
        **changes,
    }
    return Summary(**fields)


def make_comparison(
    now: Iterable[TrialResult],
    before: Iterable[TrialResult] | None = None,
    *,
    known_ids: Iterable[str] | None = None,
    **changes: Any,
) -> Comparison:
    """A run beside its baseline; every id of either side is known unless they are given.

    ``anchor`` and ``passing`` are trials of those sides; ``stop`` and ``notes`` are set as they are.
    """
    trials = list(now)
    pool = None if before is None else list(before)
    ids = {trial.case_id for trial in [*trials, *(pool or [])]} if known_ids is None else known_ids
    later = {name: changes.pop(name) for name in ("anchor", "passing", "stop", "notes") if name in changes}
    fields: dict[str, Any] = {"summary": summarize(trials), "known_ids": frozenset(ids), "today": TODAY, **changes}
    comparison = compare(trials, pool, **fields)
    for side in ("anchor", "passing"):
        if side in later:
            later[side] = lay_beside(comparison, side, later[side])
    return replace(comparison, **later)


def make_outcome(kind: str = "passed", rule: str = "pass_rate", sentence: str = "") -> RuleOutcome:
    """What a rule said, by name of the outcome."""
    kinds = {"passed": Passed, "failed": Failed, "inconclusive": Inconclusive, "skipped": Skipped}
    return kinds[kind](rule, sentence or f"{rule} {kind}.", {"literal": "none"})


def make_verdict(*outcomes: RuleOutcome, **changes: Any) -> Verdict:
    """A verdict from outcomes; passed when none is given."""
    fields: dict[str, Any] = {"literal": Decision.PASSED, "inconclusive_blocks": False, **changes}
    return decide(outcomes or (make_outcome(),), **fields)


def make_info(**changes: Any) -> RunInfo:
    """Identity of a smoke run on a pull request."""
    fields: dict[str, Any] = {
        "run_id": "20251128T101500Z-1a2b3c",
        "kind": "gate",
        "created_at": "2025-11-28T10:15:00+00:00",
        "tier": "smoke",
        "golden_version": "v1",
        "golden_hash": "set-hash",
        "app": "docs-bot",
        "target": "good",
        "target_fingerprint": "target-1",
        "judge": "judge-1",
        "commit_sha": "abc1234def5678",
        "branch": "fees",
        "pr": 7,
        **changes,
    }
    return RunInfo(**fields)


def make_report(
    now: Iterable[TrialResult] | None = None,
    before: Iterable[TrialResult] | None = None,
    verdict: Verdict | None = None,
    **changes: Any,
) -> Report:
    """A report of a run that passed; ``verdict=None`` makes one, ``kind="baseline"`` leaves it out."""
    trials = [make_trial()] if now is None else list(now)
    pool = None if before is None else list(before)
    decided = None if changes.get("kind") == "baseline" else verdict or make_verdict()
    return build_report(
        make_info(**changes),
        make_comparison(trials, pool),
        decided,
        baseline="" if pool is None else "main abc0000",
        baseline_summary=None if pool is None else summarize(pool),
    )


def make_finished(now: Iterable[TrialResult] | None = None, verdict: Verdict | None = None) -> FinishedRun:
    """A finished run with its report."""
    trials = tuple([make_trial()] if now is None else now)
    decided = verdict or make_verdict()
    report = build_report(make_info(), make_comparison(trials), decided)
    return FinishedRun(make_info(), trials, summarize(trials), decided, report)
