"""What can be wrong with a well-formed configuration: keys that are not set, files and prices that are not there."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from evals.cases.yaml_nodes import Node, parse_yaml
from evals.errors import ConfigError, Problem
from evals.prices import PriceTable
from tasks.judges.config import AnthropicJudgeConfig, JudgeConfig, OpenAIJudgeConfig, PanelJudgeConfig
from tasks.judges.opening import check_judge
from tasks.plan import Plan
from tasks.targets.config import AnthropicConfig, OpenAIConfig, TargetConfig
from tasks.targets.filling import fill_in

_SECTIONS = ("targets", "judges")


def check_connections(plan: Plan, env: Mapping[str, str]) -> None:
    """Check, without calling anything, that target and judge have what they need: keys, files, rubrics, prices.

    Raises:
        ConfigError: an environment variable is not set, the rubric cannot be used, or a money budget could not be kept.
    """
    judge = plan.judge_name
    with placed_in(plan.request.config):
        fill_in(plan.info.target, plan.target, env)
        check_judge(plan.judge, env, judge)
        if plan.tier.budget.money is not None:
            _check_prices(plan.config.prices, (plan.info.target, plan.target), (judge, plan.judge))


def _check_prices(prices: PriceTable, target: tuple[str, TargetConfig], judge: tuple[str, JudgeConfig | None]) -> None:
    """Refuse models without a price: what they cost would never be counted."""
    models = [*_models_of_target(*target), *_models_of_judge(*judge)]
    unknown = [(part, model) for part, model in models if prices.find(model) is None]
    if unknown:
        raise ConfigError(
            [
                Problem(f"{part}: model {model!r} has no price, so the tier's money budget could not be kept")
                for part, model in unknown
            ]
        )


def _models_of_target(name: str, config: TargetConfig) -> Iterator[tuple[str, str]]:
    if isinstance(config, OpenAIConfig | AnthropicConfig):
        yield f"targets.{name}.model", config.model


def _models_of_judge(name: str, config: JudgeConfig | None) -> Iterator[tuple[str, str]]:
    match config:
        case OpenAIJudgeConfig() | AnthropicJudgeConfig():
            yield f"judges.{name}.model", config.model
        case PanelJudgeConfig():
            for number, member in enumerate(config.judges):
                yield f"judges.{name}.judges.{number}.model", member.model


@contextlib.contextmanager
def placed_in(path: str) -> Iterator[None]:
    """Give problems that begin with a part of the configuration, ``judges.strong.api_key: ...``, its file and line."""
    try:
        yield
    except ConfigError as error:
        root = parse_yaml(Path(path).read_bytes())
        raise ConfigError([_placed(problem, root, path) for problem in error.problems]) from None


def _placed(problem: Problem, root: Node, file: str) -> Problem:
    steps = problem.message.partition(": ")[0].split(".")
    if problem.file is not None or steps[0] not in _SECTIONS:
        return problem
    part = tuple(int(step) if step.isdecimal() else step for step in steps)
    return replace(problem, file=file, line=root.line_of(part))
