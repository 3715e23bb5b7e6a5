"""What a run will do: everything decided before the first call."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from evals.cases.case import Case, GoldenSet
from evals.gate.baseline import Pool
from evals.gate.early_stop import chunks
from evals.judging.calibration import Calibration
from evals.results.run import RunInfo, Stage, TrialResult
from tasks.batches import Work
from tasks.config_file import Config, TierConfig
from tasks.judges.config import JudgeConfig
from tasks.limits import calls_of, wanted_slots
from tasks.request import RunRequest
from tasks.stores.files import Files
from tasks.targets.config import TargetConfig


@dataclass(frozen=True, slots=True)
class LoadedBaseline:
    """One other side of the comparison."""

    label: str
    """What it is, in words."""
    pool: Pool
    trials: tuple[TrialResult, ...]
    warnings: tuple[str, ...] = ()
    unmended: tuple[str, ...] = ()
    """Cases that other checks or another judge had scored, and whose answers could not be scored again."""


@dataclass(frozen=True, slots=True)
class References:
    """What a run is laid beside; None where there is nothing."""

    baseline: LoadedBaseline | None = None
    anchor: LoadedBaseline | None = None
    """The last release, against which slow decline is measured."""
    passing: LoadedBaseline | None = None
    """The run whose mean scores the regression rule compares with."""
    pool: LoadedBaseline | None = None
    """The fresh trials there are, which a run that records a baseline adds to."""


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
        references: References,
        calibration: Calibration | None = None,
    ) -> None:
        self.request = request
        self.config = config
        self.golden_set = golden_set
        self.cases = {case.id: case for case in cases}
        self.info = info
        self.target = target
        self.judge = judge
        self.files = files
        self.references = references
        self.calibration = calibration

    @property
    def baseline(self) -> LoadedBaseline | None:
        """What the run is compared with."""
        return self.references.baseline

    @property
    def judge_name(self) -> str:
        """The judge's key in the configuration; ``none`` without one."""
        return self.request.judge or self.tier.judge or self.config.judge or "none"

    @property
    def tier(self) -> TierConfig:
        """Settings of the tier."""
        return self.config.tier(self.request.tier)

    @property
    def screen(self) -> list[list[Work]]:
        """The trials every case gets, in the chunks after which an early stop is looked for.

        Without early stopping one chunk, repeat by repeat, so that a run cut short has seen every case.
        """
        if not self.stops_early:
            return [self._repeats(list(self.cases.values()))]
        return [self._repeats([self.cases[i] for i in chunk]) for chunk in chunks(list(self.cases), self.info.seed)]

    @property
    def stops_early(self) -> bool:
        """Whether the screen ends as soon as the evidence for a drop is there."""
        return self.tier.early_stop and self.baseline is not None

    def _repeats(self, cases: Sequence[Case]) -> list[Work]:
        wanted = {case.id: self._trials(case) for case in cases}
        return [
            Work(case, trial, Stage.SCREEN)
            for trial in range(max(wanted.values(), default=0))
            for case in cases
            if trial < wanted[case.id]
        ]

    def _trials(self, case: Case) -> int:
        return max(self.info.trials, self.tier.flaky_trials) if case.is_flaky else self.info.trials

    def wanted_slots(self) -> dict[str, int]:
        """Slots that the run takes of each declared limit.

        Raises:
            InputError: a limit has fewer slots than the run alone would take.
        """
        judge = None if self.judge is None else (self.judge_name, calls_of(self.judge))
        return wanted_slots(self.config.limits, (self.info.target, calls_of(self.target)), judge)

    def with_references(self, references: References) -> Self:
        """The same run beside the same sides, mended."""
        plan = copy.copy(self)
        plan.references = references
        return plan

    def with_info(self, **changes: Any) -> RunInfo:
        """The identity of the run with what was learned on the way."""
        return dataclasses.replace(self.info, **changes)
