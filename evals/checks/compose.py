"""Checks made of checks, in three-valued logic (Kleene): what could not be scored is never turned into a pass.

=========  ==========================  =========================  ===============
type       pass                        fail                       unscored
=========  ==========================  =========================  ===============
not        its check fails             its check passes           else
any_of     one passes                  all fail                   else
all_of     all pass                    one fails                  else
mean_of    mean score is high enough   mean score is too low      one is unscored
=========  ==========================  =========================  ===============

Toward schema compliance each counts as a whole when a check of form is inside it; of ``all_of``, which may hold others
beside them, only those of form count.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, SerializeAsAny, SerializerFunctionWrapHandler, WrapSerializer

from evals.checks.check import Check, CheckResult, Evidence, Outcome, Subject, register
from evals.errors import InvalidCheck


def _parsed(raw: Any) -> Any:
    """Read a nested check in any spelling."""
    from evals.checks.registry import parse_check

    try:
        check = raw if isinstance(raw, Check) else parse_check(raw)
    except InvalidCheck as error:
        raise ValueError("; ".join(error.messages)) from None
    if check.is_judged:
        raise ValueError(f"a check inside another must not need a judge, got {check.type!r}: let it stand alone")
    return check


def _written(check: Check, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
    return {"type": check.type, **write(check)}


Nested = Annotated[SerializeAsAny[Check], BeforeValidator(_parsed), WrapSerializer(_written)]
"""A check inside a check: written as any other, with its type."""


class _Composed(Check):
    """A check made of checks."""

    def evaluate(self, subject: Subject) -> CheckResult:
        """Evaluate what is inside, and judge by that."""
        inner = [check.run(subject) for check in self.parts]
        result = self._decide(inner)
        forms = [one.outcome if check.is_format else one.form for check, one in zip(self.parts, inner, strict=True)]
        known = [form for form in forms if form is not None]
        return replace(result, form=self._form(result, known)) if known else result

    @abstractmethod
    def _decide(self, inner: Sequence[CheckResult]) -> CheckResult:
        """Judge by the results of the parts, in their order."""

    def _form(self, result: CheckResult, _forms: Sequence[Outcome]) -> Outcome:
        """What the whole says of the form, and at least one part does."""
        return result.outcome


@register
class Not(_Composed):
    """The opposite of another check."""

    type: ClassVar[str] = "not"
    summary: ClassVar[str] = "The check inside fails; when it cannot be scored, neither can this."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = ({"type": "not", "check": {"type": "format", "value": "json"}},)

    check: Nested = Field(description="the check that must fail")

    @property
    def parts(self) -> tuple[Check, ...]:
        """The check inside."""
        return (self.check,)

    def _decide(self, inner: Sequence[CheckResult]) -> CheckResult:
        """Pass when the inner check fails."""
        (only,) = inner
        if only.outcome is Outcome.UNSCORED:
            return self.unscored(f"{only.label} could not be scored: {only.explanation}")
        text = f"{only.label} must not pass; {only.explanation}"
        return self.verdict(not only.passed, text, evidence=only.evidence)


class _Several(_Composed):
    """Checks over a list of checks."""

    checks: tuple[Nested, ...]

    @property
    def parts(self) -> tuple[Check, ...]:
        """The checks inside."""
        return self.checks


@register
class AnyOf(_Several):
    """At least one of several checks passes."""

    type: ClassVar[str] = "any_of"
    summary: ClassVar[str] = "At least one of the checks inside passes."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {
            "type": "any_of",
            "checks": [{"type": "format", "value": "json"}, {"type": "markdown_structure", "require": ["table"]}],
        },
    )

    checks: tuple[Nested, ...] = Field(min_length=1, description="the alternatives; the score is the best of theirs")

    def _decide(self, inner: Sequence[CheckResult]) -> CheckResult:
        """Pass when one passes; fail only when all fail."""
        passed = [one for one in inner if one.passed]
        scores = [one.score for one in inner if one.score is not None]
        if passed:
            return self.verdict(passed=True, explanation=_join(passed), score=max(scores), evidence=_evidence(passed))
        blind = [one for one in inner if one.outcome is Outcome.UNSCORED]
        if blind:
            return self.unscored(f"none passed, and some could not be scored: {_join(blind)}")
        text = f"none of {len(inner)} passed: {_join(inner)}"
        return self.verdict(passed=False, explanation=text, score=max(scores), evidence=_evidence(inner))


@register
class AllOf(_Several):
    """All of several checks pass."""

    type: ClassVar[str] = "all_of"
    summary: ClassVar[str] = "All of the checks inside pass; useful inside `any_of` and `not`."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {
            "type": "all_of",
            "checks": [{"type": "format", "value": "json"}, {"type": "required_fields", "fields": ["answer"]}],
        },
    )

    checks: tuple[Nested, ...] = Field(
        min_length=1, description="the checks; the score is the mean of theirs, by their weights"
    )

    def _decide(self, inner: Sequence[CheckResult]) -> CheckResult:
        """Fail when one fails; pass only when all pass; beside a failure what could not be scored counts 0."""
        failed = [one for one in inner if one.outcome is Outcome.FAIL]
        blind = [one for one in inner if one.outcome is Outcome.UNSCORED]
        if blind and not failed:
            return self.unscored(f"some could not be scored: {_join(blind)}")
        text = f"{len(failed)} of {len(inner)} failed: {_join(failed)}" if failed else f"all {len(inner)} passed"
        return self.verdict(not failed, text, score=_mean(self.checks, inner), evidence=_evidence(failed or inner))

    def _form(self, _result: CheckResult, forms: Sequence[Outcome]) -> Outcome:
        """The worst of the parts that look at the form."""
        return next((one for one in (Outcome.FAIL, Outcome.UNSCORED) if one in forms), Outcome.PASS)


@register
class MeanOf(_Several):
    """The mean score of several checks is high enough."""

    type: ClassVar[str] = "mean_of"
    summary: ClassVar[str] = "The mean score of the checks inside reaches a threshold, even if some of them fail."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {
            "type": "mean_of",
            "checks": [
                {"type": "format", "value": "json", "weight": 2},
                {"type": "required_fields", "fields": ["answer", "sources"]},
            ],
            "min_score": 0.7,
        },
    )

    checks: tuple[Nested, ...] = Field(min_length=1, description="the checks; each counts by its weight")
    min_score: float = Field(gt=0, le=1, description="lowest weighted mean of the scores that passes")

    def _decide(self, inner: Sequence[CheckResult]) -> CheckResult:
        """Pass when the weighted mean is high enough; a score that is not known leaves the mean unknown."""
        blind = [one for one in inner if one.outcome is Outcome.UNSCORED]
        if blind:
            return self.unscored(f"some could not be scored: {_join(blind)}")
        mean = _mean(self.checks, inner)
        failed = [one for one in inner if not one.passed]
        text = f"mean score {mean:.3g}, at least {self.min_score:g} is wanted" + (
            f"; {_join(failed)}" if failed else ""
        )
        return self.verdict(mean >= self.min_score, text, score=mean, evidence=_evidence(failed or inner))


def _mean(checks: Sequence[Check], results: Sequence[CheckResult]) -> float:
    """Weighted mean of the scores, 0 to 1; a result that could not be scored counts 0."""
    total = sum(check.weight * (one.score or 0.0) for check, one in zip(checks, results, strict=True))
    return min(1.0, total / sum(check.weight for check in checks))


def _join(results: Sequence[CheckResult]) -> str:
    return "; ".join(f"{one.label}: {one.explanation}" for one in results)


def _evidence(results: Sequence[CheckResult]) -> tuple[Evidence, ...]:
    return tuple(evidence for one in results for evidence in one.evidence)
