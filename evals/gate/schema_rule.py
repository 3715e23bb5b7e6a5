"""The rule on format: the share of answers whose format checks pass; absolute, no baseline needed."""

from __future__ import annotations

from typing import Any

from evals.answers import Answer
from evals.gate.comparison import Comparison, unselected, whole_rounds
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.policy import Policy
from evals.gate.wording import counted, percent
from evals.results.aggregate import format_verdict
from evals.results.run import TrialResult
from evals.stats.rates import binom_midp_lower, wilson


def schema(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Hold the share of answers whose format checks pass against the least rate."""
    rules = policy.schema_compliance
    x, n = _kept(comparison, whole_rounds(comparison, formatted_cases(comparison)))
    if not n:
        return Skipped("schema", "No answer has format checks.", {"literal": "none"})
    below = x < rules.min_rate * n
    evidence: dict[str, Any] = {
        "literal": "failed" if below else "passed",
        "passed": x,
        "total": n,
        "interval": list(wilson(x, n)),
    }
    answers = counted(n, "answer")
    head = f"{x} of {answers} kept their format ({x / n:.2%}; at least {percent(rules.min_rate)} must)"
    if not below:
        return Passed("schema", f"{head}.", evidence)
    p = binom_midp_lower(x, n, float(rules.min_rate))
    evidence["p"] = p
    if rules.strict or p <= rules.alpha:
        return Failed("schema", f"{head}.", evidence)
    return Inconclusive(
        "schema", f"{head}, but {answers} {'is' if n == 1 else 'are'} too few to be sure (p = {p:.2f}).", evidence
    )


def formatted_cases(comparison: Comparison) -> tuple[str, ...]:
    """Ids of the cases of which an answer of the screen has format checks."""
    return tuple(i for i, trials in comparison.candidate.items() if any(_verdict(t) is not None for t in trials))


def answers_with_format(comparison: Comparison) -> int:
    """How many answers of the screen have format checks."""
    return _kept(comparison, 0)[1]


def _kept(comparison: Comparison, rounds: int) -> tuple[int, int]:
    """Answers that kept their format, and answers that have one to keep."""
    trials = [trial for i in comparison.candidate for trial in unselected(comparison, i, rounds)]
    verdicts = [verdict for trial in trials if (verdict := _verdict(trial)) is not None]
    return sum(verdicts), len(verdicts)


def _verdict(trial: TrialResult) -> bool | None:
    return format_verdict(trial.checks) if isinstance(trial.response, Answer) else None
