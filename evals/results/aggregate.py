"""Aggregates of a run over its scored trials (R18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from evals.answers import Answer
from evals.checks.check import CheckResult, Outcome
from evals.checks.registry import is_format
from evals.judging.judgement import Judgement
from evals.results.retrieval import summarize_retrieval
from evals.results.run import DimensionMean, Group, Stage, Status, Summary, TrialResult

ByCase = Mapping[str, Sequence[TrialResult]]


def summarize(trials: Iterable[TrialResult]) -> Summary:
    """Aggregate the screen trials of a run; trials run to confirm are left out, because they were selected."""
    screen = [trial for trial in trials if trial.stage is Stage.SCREEN]
    stable = by_case(trial for trial in screen if not trial.is_flaky)
    everything = by_case(screen)
    answered = [trial for trial in screen if isinstance(trial.response, Answer)]
    costs = [trial.cost for trial in answered if trial.cost is not None]
    judged = [cost for trial in screen for cost in _judge_costs(trial) if cost is not None]
    schema = [passed for trial in answered if (passed := format_verdict(trial.checks)) is not None]
    return Summary(
        cases=len(everything),
        trials=len(screen),
        passed=_count(screen, Status.PASS),
        failed=_count(screen, Status.FAIL),
        missing=_count(screen, Status.MISSING),
        answered=len(answered),
        pass_rate=pass_rate(stable),
        weighted_pass_rate=pass_rate(stable, weight=lambda trial: trial.difficulty.weight),
        flaky=majority_group(by_case(trial for trial in screen if trial.is_flaky)),
        categories=_groups(stable, lambda trial: trial.category),
        difficulties=_groups(stable, lambda trial: trial.difficulty.value),
        dimensions=dimension_means(everything),
        judge_weighted=_weighted_overall(everything),
        judged=len(_judged(everything)),
        latency_p50=quantile(answered, 0.5),
        latency_p95=quantile(answered, 0.95),
        cost_total=sum(costs) if costs else None,
        judge_cost_total=sum(judged) if judged else None,
        cost_unknown=len(answered) - len(costs),
        input_tokens=_tokens(answer.usage.input_tokens for answer in _answers(answered)),
        output_tokens=_tokens(answer.usage.output_tokens for answer in _answers(answered)),
        schema_passed=sum(schema),
        schema_total=len(schema),
        completeness=_completeness(everything),
        retrieval=_retrieval(screen),
    )


def by_case(trials: Iterable[TrialResult]) -> dict[str, list[TrialResult]]:
    """Group trials by case id, in order of first appearance."""
    grouped: dict[str, list[TrialResult]] = {}
    for trial in trials:
        grouped.setdefault(trial.case_id, []).append(trial)
    return grouped


def case_pass_share(trials: Sequence[TrialResult]) -> Fraction | None:
    """Share of the valid trials of one case that passed; None without a valid trial."""
    valid = [trial for trial in trials if trial.status is not Status.MISSING]
    return Fraction(_count(valid, Status.PASS), len(valid)) if valid else None


def pass_rate(cases: ByCase, weight: Callable[[TrialResult], int] = lambda _: 1) -> Fraction | None:
    """Weighted mean over cases of their pass share, exact; None when no case has a valid trial."""
    pairs = [(weight(trials[0]), share) for trials in cases.values() if (share := case_pass_share(trials)) is not None]
    total = sum(w for w, _ in pairs)
    return sum((w * share for w, share in pairs), Fraction(0)) / total if total else None


def majority_group(cases: ByCase) -> Group:
    """Aggregate flaky cases: a case passes when more than half of its valid trials do."""
    shares = [share for trials in cases.values() if (share := case_pass_share(trials)) is not None]
    wins = sum(share > Fraction(1, 2) for share in shares)
    return Group(len(shares), Fraction(wins, len(shares)) if shares else None)


def format_verdict(checks: tuple[CheckResult, ...]) -> bool | None:
    """Say whether all format checks of one answer passed, also those inside other checks.

    None when it has none, or none failed and one is unscored.
    """
    found = [check.outcome if is_format(check.type) else check.form for check in checks]
    if Outcome.FAIL in found:
        return False
    return True if Outcome.PASS in found and Outcome.UNSCORED not in found else None


def dimension_means(cases: ByCase) -> dict[str, DimensionMean]:
    """Mean judge score by dimension, each case weighing the same."""
    per_dimension: dict[str, list[float]] = {}
    for judgements in _judged(cases).values():
        for name in judgements[0].scores:
            values = [judgement.scores[name] for judgement in judgements if name in judgement.scores]
            per_dimension.setdefault(name, []).append(sum(values) / len(values))
    return {name: DimensionMean(sum(values) / len(values), len(values)) for name, values in per_dimension.items()}


def quantile(trials: Iterable[TrialResult], p: float) -> float | None:
    """Latency quantile in seconds (numpy ``linear``) over successful trials; None without any."""
    values = [trial.latency for trial in trials if trial.latency is not None]
    return float(np.quantile(values, p)) if values else None


def _count(trials: Iterable[TrialResult], status: Status) -> int:
    return sum(trial.status is status for trial in trials)


def _groups(cases: ByCase, key: Callable[[TrialResult], str]) -> dict[str, Group]:
    strata: dict[str, dict[str, Sequence[TrialResult]]] = {}
    for case_id, trials in cases.items():
        strata.setdefault(key(trials[0]), {})[case_id] = trials
    return {name: _group(stratum) for name, stratum in sorted(strata.items())}


def _group(cases: ByCase) -> Group:
    valid = sum(case_pass_share(trials) is not None for trials in cases.values())
    return Group(valid, pass_rate(cases))


def _judged(cases: ByCase) -> dict[str, list[Judgement]]:
    found = {
        case_id: [trial.judgement for trial in trials if isinstance(trial.judgement, Judgement)]
        for case_id, trials in cases.items()
    }
    return {case_id: judgements for case_id, judgements in found.items() if judgements}


def _weighted_overall(cases: ByCase) -> float | None:
    judged = _judged(cases)
    weights = {case_id: cases[case_id][0].difficulty.weight for case_id in judged}
    total = sum(weights.values())
    means = {case_id: sum(j.overall for j in judgements) / len(judgements) for case_id, judgements in judged.items()}
    return sum(weights[case_id] * mean for case_id, mean in means.items()) / total if total else None


def _judge_costs(trial: TrialResult) -> list[float | None]:
    """Of the judgement and of each check; a check that asked no judge costs nothing."""
    costs = [check.cost for check in trial.checks]
    return [*costs, trial.judgement.cost] if isinstance(trial.judgement, Judgement) else costs


def _answers(trials: Iterable[TrialResult]) -> list[Answer]:
    return [trial.response for trial in trials if isinstance(trial.response, Answer)]


def _tokens(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _completeness(cases: ByCase) -> Fraction | None:
    if not cases:
        return None
    return Fraction(sum(case_pass_share(trials) is not None for trials in cases.values()), len(cases))


def _retrieval(trials: Iterable[TrialResult]) -> dict[str, float]:
    found = summarize_retrieval(check for trial in trials for check in trial.checks)
    return {name: value for name, value in (("recall", found.recall), ("mrr", found.mrr)) if value is not None}
