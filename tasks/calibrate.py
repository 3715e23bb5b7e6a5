"""Calibrate judges, as a task of a flow, and show in Prefect how far each can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from prefect import task
from prefect.artifacts import acreate_markdown_artifact
from prefect.cache_policies import NO_CACHE

from evals.errors import InputError
from evals.judging.calibration import Calibration
from evals.judging.calibration_text import calibrations_markdown, standing
from tasks.calibrating import Calibrating, calibrate_one, judges_in_use
from tasks.config_file import load_config

KEY = "lastgreen-calibration"


@task(name="calibrate judges", cache_policy=NO_CACHE, persist_result=False)
async def calibrate_judges(wanted: Calibrating, judges: list[str] | None) -> Mapping[str, Calibration]:
    """Calibrate judges one after the other, and keep each result as soon as it is there.

    Args:
        wanted: On what; its judge is not looked at.
        judges: Names of the configuration; None for all that runs ask by themselves.

    Raises:
        InputError: no judge is named, or one that is named is not configured.
        ConfigError: something that a judge needs cannot be used.
        AuthenticationError: a judge refused our credentials.
    """
    config = load_config(wanted.config)
    names = judges_in_use(config) if judges is None else list(judges)
    if not names:
        raise InputError(f"no judge to calibrate: {wanted.config!r} asks none")
    for name in names:
        config.pick_judge(name)
    found = {name: await calibrate_one(replace(wanted, judge=name)) for name in names}
    await acreate_markdown_artifact(calibrations_markdown(found), key=KEY, description=described(found))
    return found


def described(found: Mapping[str, Calibration]) -> str:
    """How each judge stands, in a line."""
    return "; ".join(f"{name}: {standing(calibration)}" for name, calibration in found.items())
