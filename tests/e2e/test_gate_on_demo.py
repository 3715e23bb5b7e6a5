"""The gate on the demo app, as a team has it: the same build never blocks, a regressed one always does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deployments.running import baseline_request, execute, new_request, refresh
from deployments.watch import Quiet
from evals.reports.report import VerdictLine
from tests.meta.repository import ROOT

RUNS = 10
"""Runs of one build against itself."""

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.usefixtures("prefect_api"),
    pytest.mark.timeout(900),
    # Prefect's client leaves sockets of its background threads to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


class Team:
    """Gates builds of the demo app into a store of its own."""

    def __init__(self, store: Path, tier: str) -> None:
        self.options = {"config": str(ROOT / "evals" / "gate.yaml"), "store": str(store), "tier": tier}

    def record(self, trials: int, target: str = "good") -> None:
        """Record a build as the baseline."""
        request = new_request({**self.options, "target": target, "branch": "main", "commit_sha": "c1"})
        assert refresh(baseline_request(request, trials=trials), Quiet()) is not None

    def gate(self, target: str, **changes: Any) -> VerdictLine:
        """Gate a build as a pull request does."""
        request = new_request({**self.options, "target": target, "branch": "change", "commit_sha": "c2", **changes})
        verdict = execute(request, Quiet()).report.verdict
        assert verdict is not None
        return verdict


def test_the_same_build_never_blocks(tmp_path: Path) -> None:
    """Ten pull requests that change nothing."""
    team = Team(tmp_path / "store", "smoke")
    team.record(10)
    verdicts = [team.gate("good") for _ in range(RUNS)]
    assert [(verdict.blocks, verdict.sentence) for verdict in verdicts if verdict.blocks] == []


def test_the_regressed_build_always_blocks(tmp_path: Path) -> None:
    """On the full tier, one trial a case; the pass rate itself fails, with its evidence."""
    team = Team(tmp_path / "store", "full")
    team.record(5)
    for _ in range(2):
        verdict = team.gate("regressed", trials=1)
        assert (verdict.decision, verdict.exit_code) == ("failed", 1)
        outcomes = {line.rule: line for line in verdict.outcomes}
        assert outcomes["pass_rate"].outcome == "failed"
        assert outcomes["pass_rate"].evidence["p_mean"] <= 0.02


@pytest.mark.parametrize("tier", ["smoke", "full"])
def test_the_regressed_build_is_no_worse_than_itself(tmp_path: Path, tier: str) -> None:
    """What it broke it had broken before: no critical, safety or format case among it, which would fail for ever."""
    team = Team(tmp_path / "store", tier)
    team.record(10, "regressed")
    verdict = team.gate("regressed")
    assert (verdict.exit_code, {line.rule for line in verdict.outcomes if line.outcome == "failed"}) == (0, set())
