"""Calibrates a judge of a configuration: reads the anchors, asks the judge, and keeps what comes out in the store."""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evals.answers import Answer
from evals.cases.case import Case
from evals.errors import ConfigError, InputError, Problem
from evals.judging.anchors import Anchor, read_anchors
from evals.judging.calibration import Calibration
from tasks.config_checks import placed_in
from tasks.config_file import Config, load_config
from tasks.golden_files import ANCHOR_FILE, load_golden_set
from tasks.home import environment
from tasks.judges.calibrating import Occasion, calibrate
from tasks.judges.config import AnthropicJudgeConfig, JudgeConfig, OpenAIJudgeConfig
from tasks.judges.opening import Calling, check_judge, judge_key, open_judge, open_pairwise, rubric_of
from tasks.limits import calls_of, shared_slots, wanted_slots
from tasks.places import store_of
from tasks.relative import beside
from tasks.shared_rates import shared_quotas
from tasks.stores.calibrations import read_calibration, write_calibration
from tasks.stores.files import Files


@dataclass(frozen=True, slots=True)
class Calibrating:
    """What is to be calibrated, and on what."""

    config: str
    store: str | None = None
    judge: str | None = None
    """Its key in the configuration; the default judge when None."""
    anchors: str | None = None
    passages: str | None = None
    pairs: bool = True
    """Whether a model also compares answers in both orders."""
    accept: bool = False
    """Whether the scores given now become those that later ones are held against."""


def judges_in_use(config: Config) -> list[str]:
    """The judges that runs ask by themselves: the default one and those of the tiers."""
    named = [config.judge, *(tier.judge for tier in config.tiers.values())]
    return [name for name in dict.fromkeys(named) if name is not None and name != "none"]


def pick_judge(config: Config, name: str | None) -> tuple[str, JudgeConfig]:
    """A judge by name, or the default one.

    Raises:
        InputError: there is none of that name, or none at all.
    """
    judge = config.pick_judge(name)
    if judge is None:
        raise InputError(f"no judge to look at: name one of {', '.join(config.judges) or 'none configured'}")
    return name or str(config.judge), judge


async def calibrate_one(wanted: Calibrating) -> Calibration:
    """Score all anchors and keep the result; everything that can be wrong is looked at before the first call.

    Raises:
        ConfigError: the configuration, an anchor or a page cannot be used, or a variable is not set.
        InputError: there is no such judge.
        AuthenticationError: the judge refused our credentials; nothing is kept.
    """
    config = load_config(wanted.config)
    name, judge = pick_judge(config, wanted.judge)
    with placed_in(wanted.config):
        check_judge(judge, environment(), name)
    golden_set = load_golden_set(beside(wanted.config, config.golden_set))
    anchors = _anchors(wanted, config, judge, golden_set.cases)
    files = Files(wanted.store or store_of(wanted.config))
    key = judge_key(judge)
    occasion = Occasion(
        created_at=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        golden_version=golden_set.version,
        seed=_seed(key, anchors),
        known=read_calibration(files, key),
        accept=wanted.accept,
    )
    calibration = await _ask((name, judge), config, anchors, occasion, pairs=wanted.pairs)
    write_calibration(files, calibration)
    return calibration


async def _ask(
    named: tuple[str, JudgeConfig], config: Config, anchors: Sequence[Anchor], occasion: Occasion, *, pairs: bool
) -> Calibration:
    name, judge = named
    async with contextlib.AsyncExitStack() as stack:
        slots = wanted_slots(config.limits, None, (name, calls_of(judge)))
        await stack.enter_async_context(shared_slots(slots, config.limits))
        shared = await stack.enter_async_context(shared_quotas(config.limits, None, name))
        calling = Calling(config.prices, shared=shared.judge)
        opened = await stack.enter_async_context(open_judge(judge, environment(), name=name, calling=calling))
        comparing = None
        if pairs and isinstance(judge, OpenAIJudgeConfig | AnthropicJudgeConfig):
            comparing = await stack.enter_async_context(open_pairwise(judge, environment(), name=name, calling=calling))
        assert opened is not None  # noqa: S101 (a judge that is configured is opened)
        return await calibrate(opened, anchors, occasion, comparing)


def _anchors(wanted: Calibrating, config: Config, judge: JudgeConfig, cases: Iterable[Case]) -> tuple[Anchor, ...]:
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
