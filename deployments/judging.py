"""What the ``judge`` commands do."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from typing import Any

import click

from deployments.judge_view import calibration_text, judges_text, rubric_text
from deployments.server import use_prefect
from deployments.stored import open_files
from evals.judging.calibration import Calibration
from tasks.calibrating import Calibrating, calibrate_one, pick_judge
from tasks.config_file import load_config
from tasks.home import home
from tasks.judges.opening import judge_key, rubric_of
from tasks.judges.rubrics import SHIPPED, load_rubric
from tasks.stores.calibrations import read_calibration

EXIT_DRIFTED = 2


def list_judges(config_path: str, store: str | None, *, as_json: bool) -> None:
    """Print the configured judges and the shipped rubrics."""
    config = load_config(config_path)
    files = open_files(config_path, store)
    keys = {name: judge_key(judge) for name, judge in config.judges.items()}
    known = {name: read_calibration(files, key) for name, key in keys.items()}
    rubrics = [load_rubric(file.stem) for file in sorted(SHIPPED.glob("*.yaml"))]
    if as_json:
        judges = [{"name": name, "key": key, "calibration": _plain(known[name])} for name, key in keys.items()]
        listed = {"default": config.judge, "judges": judges, "rubrics": [rubric.key for rubric in rubrics]}
        click.echo(json.dumps(listed, indent=1))
        return
    click.echo(judges_text(config.judge, keys, known, rubrics))


def show_rubric(name: str | None, config_path: str, *, as_json: bool) -> None:
    """Print a rubric."""
    rubric = load_rubric(name) if name else rubric_of(pick_judge(load_config(config_path), None)[1])
    click.echo(json.dumps({**asdict(rubric), "key": rubric.key}, indent=1) if as_json else rubric_text(rubric))


def calibrate_judge(wanted: Calibrating, *, as_json: bool) -> int:
    """Score all anchors, keep and print the result; the server is asked only for limits that other runs share."""
    config = load_config(wanted.config)
    name, _ = pick_judge(config, wanted.judge)
    if any(limit.covers(None, name) for limit in config.limits.values()):
        use_prefect(home(), lambda message: click.echo(message, err=True))
    calibration = asyncio.run(calibrate_one(wanted))
    click.echo(calibration.model_dump_json(indent=1) if as_json else calibration_text(calibration))
    return EXIT_DRIFTED if calibration.drifted else 0


def _plain(calibration: Calibration | None) -> Any:
    return None if calibration is None else calibration.model_dump(mode="json", exclude={"reference"})
