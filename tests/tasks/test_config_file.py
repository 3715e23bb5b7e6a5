"""The configuration file: all its problems at once, each with its line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from evals.errors import ConfigError, InputError
from tasks.config_file import Config, TierConfig, load_config
from tests.meta.repository import ROOT

GOOD = """\
golden_set: golden/v1
target: good
judge: local
targets:
  good: {kind: http, url: http://127.0.0.1:1/ask}
  other: {kind: recorded, path: answers.jsonl}
judges:
  local: {kind: heuristic}
tiers:
  full: {trials: 3, mode: full, budget: {money: 2.5}}
gate:
  judge: {max_drop: 0.25}
"""


def _load(folder: Path, text: str | bytes) -> Config:
    path = folder / "gate.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load_config(path)


def _problems(folder: Path, text: str | bytes) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        _load(folder, text)
    return [str(problem).removeprefix(f"{folder}/") for problem in caught.value.problems]


def test_a_valid_file_is_read_with_defaults_for_what_it_does_not_say(tmp_path: Path) -> None:
    """Only golden_set, target and targets must be there."""
    config = _load(tmp_path, GOOD)
    assert config.tier("full").trials == 3
    assert config.tier("full").budget.money == 2.5
    assert config.tier("smoke") == TierConfig()
    assert (config.main_branch, config.store, config.gate.judge.max_drop) == ("main", None, Fraction(1, 4))
    assert _load(tmp_path, "golden_set: g\ntarget: a\ntargets: {a: {kind: recorded, path: x}}\n").judge is None


def test_the_shipped_configuration_is_valid() -> None:
    """It is what ``make smoke`` runs with."""
    config = load_config(ROOT / "evals" / "gate.yaml")
    assert set(config.targets) >= {"good", "regressed", "slow", "broken"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("target: good", "target: god", "gate.yaml:2: target 'god' is not defined; did you mean 'good'?"),
        ("judge: local", "judge: lokal", "gate.yaml:3: judge 'lokal' is not defined; did you mean 'local'?"),
        ("mode: full", "mode: fast", "gate.yaml:10: "),
        ("trials: 3", "trials: 0", "gate.yaml:10: "),
        ("trials: 3", "judge: none_such", "gate.yaml:10: judge 'none_such' is not defined"),
        ("money: 2.5", "money: -1", "gate.yaml:10: "),
        ("max_drop: 0.25", "max_drop: lots", "gate.yaml:12: "),
        ("max_drop: 0.25", "max_drop: .inf", "gate.yaml:12: "),
        ("max_drop:", "max_dorp:", "gate.yaml:12: "),
        ("gate:", "gates:", "gate.yaml:11: "),
        ("full:", "nightly:", "gate.yaml:10: "),
        ("kind: http", "kind: htp", "gate.yaml:5: "),
        ("golden_set: golden/v1\n", "", "gate.yaml"),
    ],
)
def test_each_mistake_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    """Names are suggested where one is close; nothing unknown is ignored."""
    assert old in GOOD
    (problem,) = _problems(tmp_path, GOOD.replace(old, new, 1))
    assert problem.startswith(told)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """Nobody wants to find them one run at a time."""
    text = GOOD.replace("trials: 3", "trials: 0").replace("max_drop: 0.25", "max_drop: -1").replace("url: ", "ulr: ")
    lines = {problem.split(":")[1] for problem in _problems(tmp_path, text)}
    assert lines == {"5", "10", "12"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a: [",
        "- 1\n",
        "just text",
        b"\xff\xfe",
        "a: 1\na: 2\n",
        "a: &x [*x]\n",
        "a: !!python/object:os.system {}\n",
    ],
)
def test_what_is_no_configuration_at_all_is_a_named_problem(tmp_path: Path, text: str | bytes) -> None:
    """Empty, broken, a list, not UTF-8, a key twice, an alias without end, a tag that would run code."""
    assert _problems(tmp_path, text)


def test_a_file_that_cannot_be_read_is_a_named_problem(tmp_path: Path) -> None:
    """It does not exist, or is a folder."""
    with pytest.raises(ConfigError, match="the configuration does not exist"):
        load_config(tmp_path / "none.yaml")
    with pytest.raises(ConfigError, match="the configuration cannot be read: Is a directory"):
        load_config(tmp_path)


def test_a_target_is_picked_by_name_else_the_configured_one(tmp_path: Path) -> None:
    """An unknown name is told with those that are known."""
    config = _load(tmp_path, GOOD)
    assert config.pick_target(None)[0] == "good"
    assert config.pick_target("other")[0] == "other"
    with pytest.raises(InputError, match=r"target 'othr' is not in the configuration; did you mean 'other'\?"):
        config.pick_target("othr")


@pytest.mark.parametrize(("name", "kind"), [(None, "heuristic"), ("local", "heuristic"), ("none", None)])
def test_a_judge_is_picked_by_name_and_none_means_none(tmp_path: Path, name: str | None, kind: str | None) -> None:
    """The configured one unless another is named."""
    judge = _load(tmp_path, GOOD).pick_judge(name)
    assert (judge.kind if judge else None) == kind


def test_an_unknown_judge_is_told_with_those_that_are_known(tmp_path: Path) -> None:
    """Also when there is none at all."""
    with pytest.raises(InputError, match=r"judge 'x' is not in the configuration.*\(known: local\)"):
        _load(tmp_path, GOOD).pick_judge("x")
    bare = "golden_set: g\ntarget: a\ntargets: {a: {kind: recorded, path: x}}\n"
    with pytest.raises(InputError, match=r"\(known: none\)"):
        _load(tmp_path, bare).pick_judge("x")
