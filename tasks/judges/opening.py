"""Makes a judge of its configuration."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from evals.errors import ConfigError
from evals.judging.heuristic import KEY as LOCAL_KEY
from evals.judging.rubric import Rubric
from evals.prices import PriceTable
from tasks.judges.asking import Asker, Spend
from tasks.judges.config import DEFAULT_RUBRIC, HeuristicJudgeConfig, JudgeConfig, ModelJudgeConfig, PanelJudgeConfig
from tasks.judges.judge import Judge
from tasks.judges.model import ModelJudge, key_of
from tasks.judges.pairwise import PairwiseJudge
from tasks.judges.panel import PanelJudge, key_of_panel
from tasks.judges.rubrics import load_rubric
from tasks.transport.clients import Clients
from tasks.transport.environment import Environment
from tasks.transport.limiter import Pacing, Spending
from tasks.transport.retrying import RetryPolicy
from tasks.wire.opening import model_client
from tasks.wire.settings import Access, fill_access

Environ = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Calling:
    """How judges call their models."""

    prices: PriceTable = field(default_factory=PriceTable)
    """For the cost of judgements; without a price it is unknown."""
    policy: RetryPolicy | None = None
    """Patience of a call; by the judge's own settings when None."""
    pacing: Pacing = field(default_factory=Pacing)
    """Of the whole run: the target may spend from the same key."""
    shared: Sequence[Spending] = ()
    """Quotas that other runs spend from as well."""
    spend: Spend = lambda _cost: None
    """Told what each call cost."""


def check_judge(config: JudgeConfig | None, env: Environ, name: str = "judge") -> None:
    """Check, without calling anything, that the environment and the files hold what a judge needs.

    Raises:
        ConfigError: with every variable that is not set, or what is wrong with the rubric.
    """
    for settings in _members(config):
        _fill_in(settings, env, name)
        _rubric(settings.rubric, name)


def _rubric(rubric: str, name: str) -> Rubric:
    try:
        return load_rubric(rubric)
    except ConfigError as error:
        # What is wrong inside a file has its place; a file that is not there has that of its name.
        problems = [
            problem if problem.file else replace(problem, message=f"judges.{name}.rubric: {problem.message}")
            for problem in error.problems
        ]
        raise ConfigError(problems) from None


def rubric_of(config: JudgeConfig, name: str = "judge") -> Rubric:
    """The rubric that a judge scores by; the local judge scores some dimensions of the shipped one.

    Raises:
        ConfigError: it cannot be used.
    """
    members = _members(config)
    return _rubric(members[0].rubric if members else DEFAULT_RUBRIC, name)


def judge_key(config: JudgeConfig, name: str = "judge") -> str:
    """The key that the judge will have when it is opened.

    Raises:
        ConfigError: its rubric cannot be used.
    """
    if isinstance(config, HeuristicJudgeConfig):
        return LOCAL_KEY
    rubric = rubric_of(config, name)
    keys = [key_of(settings, rubric) for settings in _members(config)]
    return key_of_panel(keys) if isinstance(config, PanelJudgeConfig) else keys[0]


def models_of(config: JudgeConfig) -> tuple[str, ...]:
    """The models that a judge asks; none for the local one."""
    return tuple(settings.model for settings in _members(config))


@contextlib.asynccontextmanager
async def open_judge(
    config: JudgeConfig | None, env: Environ, *, name: str = "judge", calling: Calling | None = None
) -> AsyncIterator[Judge | None]:
    """Connect to a judge; None stays None.

    Args:
        config: as the configuration describes it.
        env: the environment, for keys.
        name: its key in the configuration, for messages.
        calling: prices and patience; no prices and the usual patience when None.

    Raises:
        ConfigError: a variable is not set, or the rubric cannot be used.
    """
    if config is None:
        yield None
    elif isinstance(config, HeuristicJudgeConfig):
        from tasks.judges.local import LocalJudge

        yield LocalJudge()
    else:
        rubric = load_rubric(_members(config)[0].rubric)
        async with _askers(config, env, name, calling or Calling()) as asked:
            judges = [ModelJudge(settings, rubric, asker) for settings, asker in asked]
            yield PanelJudge(judges, rubric) if isinstance(config, PanelJudgeConfig) else judges[0]


@contextlib.asynccontextmanager
async def open_pairwise(
    config: ModelJudgeConfig, env: Environ, *, name: str = "judge", calling: Calling | None = None
) -> AsyncIterator[PairwiseJudge]:
    """Connect to a model that compares answers; as ``open_judge``."""
    rubric = load_rubric(config.rubric)
    async with _askers(config, env, name, calling or Calling()) as asked:
        yield PairwiseJudge(config, rubric, asked[0][1])


@contextlib.asynccontextmanager
async def _askers(
    config: ModelJudgeConfig | PanelJudgeConfig, env: Environ, name: str, calling: Calling
) -> AsyncIterator[list[tuple[ModelJudgeConfig, Asker]]]:
    """Connect to all models of a judge."""
    ways = [(settings, _fill_in(settings, env, name)) for settings in _members(config)]
    async with Clients() as clients:
        yield [(settings, _asker(settings, access, clients, calling)) for settings, access in ways]


def _asker(settings: ModelJudgeConfig, access: Access, clients: Clients, calling: Calling) -> Asker:
    limiter = calling.pacing.limiter(access.url, access.api_key, settings.limits, calling.shared)
    policy = calling.policy or RetryPolicy(attempts=settings.attempts)
    client = model_client(settings, access, clients, limiter, policy)
    return Asker(client, settings.options, calling.prices, structured=settings.structured, spend=calling.spend)


def _members(config: JudgeConfig | None) -> list[ModelJudgeConfig]:
    if config is None or isinstance(config, HeuristicJudgeConfig):
        return []
    return config.judges if isinstance(config, PanelJudgeConfig) else [config]


def _fill_in(settings: ModelJudgeConfig, env: Environ, name: str) -> Access:
    environment = Environment(env)
    access = fill_access(settings, environment, f"judges.{name}")
    if environment.problems:
        raise ConfigError(environment.problems)
    return access
