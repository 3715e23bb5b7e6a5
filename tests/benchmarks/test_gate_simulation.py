"""The acceptance table on a small scale: the same code with fewer repetitions, and room for chance."""

from __future__ import annotations

import pytest

from evals.stats.rates import clopper_pearson_lower, clopper_pearson_upper
from tests.benchmarks.gate_simulation import (
    SCENARIOS,
    Scenario,
    Tally,
    line,
    main,
    seconds_per_decision,
    seconds_per_large_test,
    simulate,
)

REPETITIONS = 200
SMALL = [(seed, scenario) for seed, scenario in enumerate(SCENARIOS) if scenario.n <= 100]


@pytest.mark.parametrize(
    ("seed", "scenario"),
    [pytest.param(*pair, id=f"{pair[1].name} n={pair[1].n} k={pair[1].k} {pair[1].mode}") for pair in SMALL],
)
def test_the_gate_blocks_as_seldom_and_as_often_as_promised(seed: int, scenario: Scenario) -> None:
    """The share of blocked runs is not significantly beyond its limit, and the calls are within theirs."""
    tally = simulate(scenario, REPETITIONS, seed)
    blocked = round(tally.blocked * REPETITIONS)
    assert clopper_pearson_lower(blocked, REPETITIONS, 0.999) <= scenario.at_most
    assert clopper_pearson_upper(blocked, REPETITIONS, 0.999) >= scenario.at_least
    assert tally.calls <= scenario.calls_at_most


def test_without_a_change_the_plain_rule_blocks_far_more_often() -> None:
    """What the evidence is for."""
    tally = simulate(SCENARIOS[2], REPETITIONS, 2)
    assert tally.plain_run > 3 * max(tally.blocked, 0.02)


def test_the_same_seed_gives_the_same_table() -> None:
    """Nothing but the seed decides."""
    assert simulate(SCENARIOS[0], 10, 4) == simulate(SCENARIOS[0], 10, 4)


def test_a_missed_figure_is_told() -> None:
    """Too many blocks, too few, or too many calls."""
    good = Tally(blocked=0.02, inconclusive=0.3, plain_run=0.2, plain_pool=0.2, bootstrap=0.03, calls=1.1)
    clean = SCENARIOS[0]
    assert line(clean, good).endswith("| ok")
    for changes in ({"blocked": 0.06}, {"calls": 1.3}):
        assert line(clean, Tally(**{**{name: getattr(good, name) for name in good.__slots__}, **changes})).endswith(
            "MISSED"
        )
    assert not good.meets(SCENARIOS[-1])


def test_the_command_says_how_it_went(capsys: pytest.CaptureFixture[str]) -> None:
    """A header, a line a scenario, the times, the total; the exit code tells whether a figure was missed."""
    code = main(["--repetitions", "2"])
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(SCENARIOS) + 3
    assert code == (0 if printed[-1].endswith("0 figures missed") else 1)


def test_decisions_are_fast() -> None:
    """One decision at n = 500 under 50 ms, the exact test at n = 100,000 under a second."""
    assert seconds_per_decision() < 0.05
    assert seconds_per_large_test() < 1
