"""Advice on tags: what is noisy, what has become stable, what may be critical."""

from __future__ import annotations

import pytest

from evals.gate.flakiness import clean_builds, critical_warnings, flake_suggestions, flake_warnings
from evals.gate.policy import Policy
from evals.results.aggregate import by_case
from evals.stats.flake import FlakeAdvice
from tests.builders import make_comparison, make_trial, make_trials


def _advice(before: str | None, now: str, *tags: str) -> list[FlakeAdvice]:
    pool = None if before is None else make_trials("a", before)
    return [one.advice for one in flake_suggestions(make_comparison(make_trials("a", now, tags=tags), pool))]


@pytest.mark.parametrize(
    ("before", "now", "tags", "expected"),
    [
        ("ppppppppff", "p", (), [FlakeAdvice.ADD]),  # 2 of 11 fail: (.04, .47)
        ("pppppppppf", "p", (), []),  # 1 of 11: from .01 on
        ("pppppppppp", "fff", (), []),  # new: a break, not noise
        ("ffffffffff", "ppp", (), []),  # mended
        ("ffffffffff", "f", (), []),  # always failing is not flaky
        (None, "pfpfpf", (), []),  # nobody knows how it was before
        ("ppppppppff", "p", ("critical",), []),  # may not be both
        ("ppppppppff", "p", ("safety",), []),
        ("ppppppppff", "p", ("flaky",), []),  # rightly tagged
        ("p" * 60, "ppp", ("flaky",), [FlakeAdvice.REMOVE]),  # 0 of 63: up to .04
        ("p" * 10, "ppp", ("flaky",), []),  # 0 of 13: up to .17
    ],
)
def test_the_tag_is_suggested_for_noise_that_was_there_before_and_dropped_once_stable(
    before: str | None, now: str, tags: tuple[str, ...], expected: list[FlakeAdvice]
) -> None:
    """Trials of main and of the run's screen together; a new break never looks like noise."""
    assert _advice(before, now, *tags) == expected


def test_suggestions_are_told_with_their_counts() -> None:
    """One sentence to add, one to remove."""
    now = [*make_trials("a", "p"), *make_trials("b", "ppp", tags={"flaky"})]
    before = [*make_trials("a", "ppppppppff"), *make_trials("b", "p" * 60)]
    assert flake_warnings(make_comparison(now, before)) == (
        "Suggestion: add the flaky tag of a (2 of 11 trials failed).",
        "Suggestion: remove the flaky tag of b (0 of 63 trials failed).",
    )


def test_a_case_that_changed_is_judged_by_its_new_trials_alone() -> None:
    """The old wording's noise is not its own."""
    comparison = make_comparison(make_trials("a", "p"), make_trials("a", "ppppppppff", case_hash="old"))
    assert flake_suggestions(comparison) == ()


class TestCleanBuilds:
    """What cases that block alone do to builds that change nothing."""

    def test_the_forecast_multiplies_over_cases_and_trials(self) -> None:
        """One in ten and one in five fail: 1 - (.9 x .8) at one trial, 1 - (.9 x .8)^2 at two."""
        now = {"a": make_trial("a", tags={"critical"}), "b": make_trial("b", tags={"safety"})}
        pool = by_case([*make_trials("a", "pppppppppf"), *make_trials("b", "ppppppppff")])
        once, twice = clean_builds(now, pool, 1, Policy()), clean_builds(now, pool, 2, Policy())
        assert once is not None
        assert twice is not None
        assert once.blocked == pytest.approx(0.28)
        assert twice.blocked == pytest.approx(1 - 0.72**2)
        assert once.failed_before == ("a", "b")
        assert once.blocked < once.blocked_at_most < 1

    def test_a_clean_history_is_no_proof(self) -> None:
        """0 of 10: the forecast is 0, at most 26 % (upper limit .26)."""
        found = clean_builds(
            {"a": make_trial("a", tags={"critical"})}, by_case(make_trials("a", "p" * 10)), 1, Policy()
        )
        assert found is not None
        assert (found.blocked, round(found.blocked_at_most, 2)) == (0, 0.26)

    def test_a_critical_case_is_proven_by_twenty_clean_trials(self) -> None:
        """19 are too few, and one failure too many; safety cases need no proof."""
        tags = {"a": "critical", "b": "critical", "c": "critical", "d": "safety"}
        now = {i: make_trial(i, tags={tag}) for i, tag in tags.items()}
        pools = {"a": "p" * 20, "b": "p" * 19, "c": "p" * 30 + "f", "d": "p"}
        pool = by_case([t for i, letters in pools.items() for t in make_trials(i, letters)])
        found = clean_builds(now, pool, 1, Policy())
        assert found is not None
        assert found.unproven == ("b", "c")

    def test_the_forecast_goes_by_the_rules_of_the_policy(self) -> None:
        """One in five fails: any of 3 trials .488, most of them .104; a rule that is off blocks nothing."""
        now = {"a": make_trial("a", tags={"critical"}), "b": make_trial("b", tags={"safety"})}
        pool = by_case([*make_trials("a", "ppppppppff"), *make_trials("b", "p" * 10)])
        for rule, share in (("any", 1 - 0.8**3), ("majority", 0.104), ("off", 0)):
            policy = Policy.model_validate({"critical": {"rule": rule}})
            found = clean_builds(now, pool, 3, policy)
            assert found is not None
            assert found.cases == (1 if rule == "off" else 2)
            assert found.blocked == pytest.approx(share)
        assert clean_builds({"a": now["a"]}, pool, 3, Policy.model_validate({"critical": {"rule": "off"}})) is None

    def test_without_such_a_case_there_is_nothing_to_forecast(self) -> None:
        """And without a baseline everything is possible."""
        assert clean_builds({"a": make_trial("a")}, {}, 1, Policy()) is None
        found = clean_builds({"a": make_trial("a", tags={"critical"})}, {}, 1, Policy())
        assert found is not None
        assert (found.blocked, found.blocked_at_most, found.unproven) == (0, 1, ("a",))


def test_the_report_warns_of_critical_cases_that_have_not_earned_it_and_of_those_that_will_block() -> None:
    """Nothing is said without a baseline, or when all is well."""
    now = make_trials("a", "p", tags={"critical"})
    assert critical_warnings(make_comparison(now), Policy()) == ()
    assert critical_warnings(make_comparison(now, make_trials("a", "p" * 20)), Policy()) == ()
    assert critical_warnings(make_comparison(now, make_trials("a", "pppppppppf")), Policy()) == (
        "1 critical case without 20 clean trials on main: a; 'lastgreen baseline refresh' runs them.",
        "Critical and safety cases that failed on main (a) will block about 10% of the builds that change nothing.",
    )


def test_the_trials_of_flaky_cases_do_not_raise_the_forecast() -> None:
    """They are run three times; the critical case once."""
    now = [*make_trials("a", "p", tags={"critical"}), *make_trials("b", "ppp", tags={"flaky"})]
    before = [*make_trials("a", "pppppppppf"), *make_trials("b", "ppp", tags={"flaky"})]
    assert any("about 10% of the builds" in told for told in critical_warnings(make_comparison(now, before), Policy()))
