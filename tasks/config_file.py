"""The configuration file ``gate.yaml``: targets, judges, tiers, prices and the gate's policy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evals.cases.source_text import SourceError
from evals.cases.validation import findings, suggestion
from evals.cases.yaml_nodes import Node, parse_yaml
from evals.errors import ConfigError, InputError, Problem
from evals.gate.policy import Policy
from evals.prices import PriceTable
from tasks.budget import Budget
from tasks.judges.config import CalibrationConfig, JudgeConfig
from tasks.limits import Limits
from tasks.prices import load_prices, shipped_prices
from tasks.relative import beside
from tasks.targets.config import TargetConfig
from tasks.transport.environment import is_secret_name


class TierConfig(BaseModel):
    """How one tier runs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    trials: int = Field(default=1, ge=1, le=100, description="trials a case")
    flaky_trials: int = Field(default=3, ge=1, le=100, description="trials of a case tagged flaky; the majority counts")
    mode: Literal["confirm", "full"] = Field(
        default="confirm", description="confirm: re-run failing cases; full: complete rounds when still undecided"
    )
    early_stop: bool = Field(
        default=False,
        description="stop the screen as soon as the evidence for a drop is there, and save the rest; not in shards",
    )
    judge: str | None = Field(default=None, description="judge of this tier, instead of the default")
    budget: Budget = Budget()


class Config(BaseModel):
    """The whole file."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    golden_set: str = Field(description="directory or file; relative paths start at the configuration's own folder")
    store: str | None = Field(default=None, description="where results go: a folder or s3://bucket/prefix")
    main_branch: str = Field(default="main", description="branch whose green runs become the baseline")
    target: str = Field(description="the target asked when none is named")
    judge: str | None = Field(default=None, description="the judge asked when none is named; none for no judge")
    targets: Mapping[str, TargetConfig] = Field(min_length=1)
    judges: Mapping[str, JudgeConfig] = Field(default_factory=dict)
    tiers: Mapping[Literal["smoke", "full", "extended"], TierConfig] = Field(default_factory=dict)
    limits: Limits = Field(default_factory=dict, description="quotas that all runs share")
    calibration: CalibrationConfig = CalibrationConfig()
    prices: PriceTable = Field(
        default_factory=shipped_prices, description="the table, or the path of its file; default: the shipped one"
    )
    gate: Policy = Policy()

    def tier(self, name: str) -> TierConfig:
        """Settings of a tier; the defaults when the file says nothing of it."""
        return self.tiers.get(name, TierConfig())  # type: ignore[call-overload,no-any-return]

    def pick_target(self, name: str | None) -> tuple[str, TargetConfig]:
        """Return a target by name.

        Raises:
            InputError: there is none of that name.
        """
        wanted = name or self.target
        return wanted, _pick("target", wanted, self.targets)

    def pick_judge(self, name: str | None) -> JudgeConfig | None:
        """Return a judge by name; None for ``none`` and when none is configured.

        Raises:
            InputError: there is none of that name.
        """
        wanted = name or self.judge
        return None if wanted in {None, "none"} else _pick("judge", str(wanted), self.judges)


def _pick(kind: str, name: str, known: Mapping[str, Any]) -> Any:
    if name not in known:
        listed = ", ".join(sorted(known)) or "none"
        raise InputError(f"{kind} {name!r} is not in the configuration{suggestion(name, known)} (known: {listed})")
    return known[name]


def load_config(path: str | Path) -> Config:
    """Read and validate the configuration.

    Raises:
        ConfigError: it cannot be read, is not YAML, or breaks rules: all of them at once, with their lines.
    """
    file = str(path)
    try:
        root = parse_yaml(Path(path).read_bytes())
    except FileNotFoundError:
        raise ConfigError([Problem("the configuration does not exist", file)]) from None
    except OSError as error:
        raise ConfigError([Problem(f"the configuration cannot be read: {error.strerror}", file)]) from None
    except SourceError as error:
        raise ConfigError([Problem(str(error), file, error.line)]) from None
    return _validated(root, file)


def _validated(root: Node, file: str) -> Config:
    prices = _prices_file(root, file)
    document = root.value if prices is None else {**root.value, "prices": prices}
    try:
        config = Config.model_validate(document)
    except ValidationError as error:
        found = findings(error, Config, root.value, may_show=_may_show)
        raise ConfigError([Problem(message, file, root.line_of(path)) for path, message in found]) from None
    problems = [Problem(message, file, root.line_of(path)) for path, message in _broken_references(config)]
    if problems:
        raise ConfigError(problems)
    return _located(config, file)


def _may_show(path: tuple[str | int, ...], value: Any) -> bool:
    """Whether a value may stand in a message: a key that somebody wrote into the file must not."""
    return not isinstance(value, Mapping | list) and not any(is_secret_name(str(step)) for step in path)


def _located(config: Config, file: str) -> Config:
    """The configuration with all paths of targets and judges as they are seen from the working directory."""
    targets = {name: target.located(lambda path: beside(file, path)) for name, target in config.targets.items()}
    judges = {name: judge.located(lambda path: beside(file, path)) for name, judge in config.judges.items()}
    return config.model_copy(update={"targets": targets, "judges": judges})


def _prices_file(root: Node, file: str) -> PriceTable | None:
    """The price table that the configuration names; None when it names none."""
    named = root.value.get("prices") if isinstance(root.value, dict) else None
    return load_prices(Path(file).parent / named) if isinstance(named, str) else None


def _broken_references(config: Config) -> list[tuple[tuple[str | int, ...], str]]:
    """Names that point at nothing."""
    wanted: list[tuple[tuple[str | int, ...], str, str | None, Mapping[str, Any]]] = [
        (("target",), "target", config.target, config.targets),
        (("judge",), "judge", config.judge, config.judges),
        *((("tiers", name, "judge"), "judge", tier.judge, config.judges) for name, tier in config.tiers.items()),
        *(
            (("limits", name, f"{kind}s", number), kind, one, known)
            for name, limit in config.limits.items()
            for kind, names, known in (
                ("target", limit.targets, config.targets),
                ("judge", limit.judges, config.judges),
            )
            for number, one in enumerate(names)
        ),
    ]
    return [
        (path, f"{kind} {name!r} is not defined{suggestion(name, known)}")
        for path, kind, name, known in wanted
        if name not in {None, "none"} and name is not None and name not in known
    ]
