"""What the ``judge`` commands do."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import click

from deployments.judge_view import calibration_text, judges_text, rubric_text
from deployments.stored import open_files
from evals.answers import Answer
from evals.errors import ConfigError, InputError, Problem
from evals.judging.anchors import Anchor, read_anchors
from evals.judging.calibration import Calibration
from tasks.config_file import Config, load_config
from tasks.golden_files import ANCHOR_FILE, load_golden_set
from tasks.home import environment
from tasks.judges.calibrating import Occasion, calibrate
from tasks.judges.config import AnthropicJudgeConfig, JudgeConfig, OpenAIJudgeConfig
from tasks.judges.opening import Calling, check_judge, judge_key, open_judge, open_pairwise, rubric_of
from tasks.judges.rubrics import SHIPPED, load_rubric
from tasks.places import beside
from tasks.stores.calibrations import read_calibration, write_calibration
from tasks.transport.limiter import Pacing

EXIT_DRIFTED = 2


@dataclass(frozen=True, slots=True)
class Calibrating:
    """What ``judge calibrate`` was asked for."""

    config: str
    store: str | None = None
    judge: str | None = None
    anchors: str | None = None
    passages: str | None = None
    pairs: bool = True
    accept: bool = False


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
    rubric = load_rubric(name) if name else rubric_of(_judge(load_config(config_path), None)[1])
    click.echo(json.dumps({**asdict(rubric), "key": rubric.key}, indent=1) if as_json else rubric_text(rubric))


def calibrate_judge(wanted: Calibrating, *, as_json: bool) -> int:
    """Score all anchors, keep and print the result."""
    config = load_config(wanted.config)
    name, judge = _judge(config, wanted.judge)
    check_judge(judge, environment(), name)
    golden_set = load_golden_set(beside(wanted.config, config.golden_set))
    anchors = _anchors(wanted, config, judge, golden_set.cases)
    files = open_files(wanted.config, wanted.store)
    key = judge_key(judge)
    occasion = Occasion(
        created_at=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        golden_version=golden_set.version,
        seed=_seed(key, anchors),
        known=read_calibration(files, key),
        accept=wanted.accept,
    )
    calibration = asyncio.run(_calibrate((name, judge), config, anchors, occasion, pairs=wanted.pairs))
    write_calibration(files, calibration)
    click.echo(calibration.model_dump_json(indent=1) if as_json else calibration_text(calibration))
    return EXIT_DRIFTED if calibration.drifted else 0


async def _calibrate(
    named: tuple[str, JudgeConfig], config: Config, anchors: Sequence[Anchor], occasion: Occasion, *, pairs: bool
) -> Calibration:
    name, judge = named
    calling = Calling(config.prices, pacing=Pacing())
    async with contextlib.AsyncExitStack() as stack:
        opened = await stack.enter_async_context(open_judge(judge, environment(), name=name, calling=calling))
        comparing = None
        if pairs and isinstance(judge, OpenAIJudgeConfig | AnthropicJudgeConfig):
            comparing = await stack.enter_async_context(open_pairwise(judge, environment(), name=name, calling=calling))
        assert opened is not None  # noqa: S101 (a judge that is configured is opened)
        return await calibrate(opened, anchors, occasion, comparing)


def _judge(config: Config, name: str | None) -> tuple[str, JudgeConfig]:
    judge = config.pick_judge(name)
    if judge is None:
        raise InputError(f"no judge to look at: name one of {', '.join(config.judges) or 'none configured'}")
    return name or str(config.judge), judge


def _anchors(wanted: Calibrating, config: Config, judge: JudgeConfig, cases: Iterable[Any]) -> tuple[Anchor, ...]:
    path = Path(wanted.anchors or _beside(wanted.config, config.calibration.anchors) or _default(wanted, config))
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError([Problem(f"the anchors cannot be read: {error.strerror}", str(path))]) from None
    anchors = read_anchors(str(path), data, cases, rubric_of(judge).scales)
    pages = wanted.passages or _beside(wanted.config, config.calibration.passages)
    return anchors if pages is None else tuple(_with_pages(anchor, Path(pages)) for anchor in anchors)


def _default(wanted: Calibrating, config: Config) -> str:
    golden = Path(beside(wanted.config, config.golden_set))
    return str((golden if golden.is_dir() else golden.parent) / ANCHOR_FILE)


def _beside(config_path: str, path: str | None) -> str | None:
    return None if path is None else beside(config_path, path)


def _with_pages(anchor: Anchor, folder: Path) -> Anchor:
    """Give an answer without passages the pages that its case names, paragraph by paragraph."""
    if anchor.answer.retrieved:
        return anchor
    named = anchor.case.metadata.get("source", [])
    pages = [named] if isinstance(named, str) else named
    passages = [{"doc": page, "text": part} for page in pages for part in _page(folder / f"{page}.md").split("\n\n")]
    return replace(anchor, answer=Answer(anchor.answer.text, retrieved=tuple(passages)))


def _page(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError([Problem(f"a page that a case names cannot be read: {error}", str(path))]) from None


def _seed(key: str, anchors: Sequence[Anchor]) -> int:
    """From the judge and the answers, so that the same scores give the same figures."""
    text = "\n".join([key, *sorted(anchor.key for anchor in anchors)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


def _plain(calibration: Calibration | None) -> Any:
    return None if calibration is None else calibration.model_dump(mode="json", exclude={"reference"})
