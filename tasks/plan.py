"""What a run will do: everything decided before the first call."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from evals.cases.case import Case, GoldenSet
from evals.gate.baseline import Pool
from evals.results.run import RunInfo, Stage, TrialResult
from tasks.batches import Work
from tasks.config_file import Config, TierConfig
from tasks.judges.config import JudgeConfig
from tasks.request import RunRequest
from tasks.stores.files import Files
from tasks.targets.config import TargetConfig


@dataclass(frozen=True, slots=True)
class LoadedBaseline:
    """The other side of the comparison."""

    label: str
    """What it is, in words."""
    pool: Pool
    trials: tuple[TrialResult, ...]
    warnings: tuple[str, ...] = ()


class Plan:
    """A run before it starts; a plain class, because Prefect walks into dataclasses among task arguments."""

    def __init__(  # noqa: PLR0913 (what a run needs, by name)
        self,
        request: RunRequest,
        config: Config,
        golden_set: GoldenSet,
        cases: tuple[Case, ...],
        *,
        info: RunInfo,
        target: TargetConfig,
        judge: JudgeConfig | None,
        files: Files,
        baseline: LoadedBaseline | None,
    ) -> None:
        self.request = request
        self.config = config
        self.golden_set = golden_set
        self.cases = {case.id: case for case in cases}
        self.info = info
        self.target = target
        self.judge = judge
        self.files = files
        self.baseline = baseline

    @property
    def tier(self) -> TierConfig:
        """Settings of the tier."""
        return self.config.tier(self.request.tier)

    @property
    def screen(self) -> list[Work]:
        """The trials every case gets, repeat by repeat, so that a run cut short has seen every case."""
        wanted = {case.id: self._trials(case) for case in self.cases.values()}
        return [
            Work(case, trial, Stage.SCREEN)
            for trial in range(max(wanted.values(), default=0))
            for case in self.cases.values()
            if trial < wanted[case.id]
        ]

    def _trials(self, case: Case) -> int:
        return max(self.info.trials, self.tier.flaky_trials) if case.is_flaky else self.info.trials

    def with_info(self, **changes: Any) -> RunInfo:
        """The identity of the run with what was learned on the way."""
        return dataclasses.replace(self.info, **changes)
