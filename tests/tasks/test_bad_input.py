"""Whatever is wrong with the input of a run stops it before the first call, with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evals.errors import ConfigError, ProblemsError
from tasks.config_file import load_config
from tasks.judges.config import AnthropicJudgeConfig, PanelJudgeConfig
from tasks.planning import plan_run
from tasks.request import RunRequest
from tasks.targets.config import RecordedConfig

CONFIG = """\
golden_set: golden/v1
target: app
judge: strong
targets:
  app:
    kind: openai
    base_url: http://127.0.0.1:1/v1
    model: gpt-4o
    api_key: ${APP_KEY}
  page:
    kind: http
    url: http://127.0.0.1:1/ask
    request: {q: "{{prompt}}"}
    response: {answer: $.answer}
judges:
  strong:
    kind: anthropic
    base_url: http://127.0.0.1:1
    model: claude-haiku-4-5
    api_key: ${JUDGE_KEY}
  panel:
    kind: panel
    judges:
      - {kind: openai, base_url: "http://127.0.0.1:1", model: gpt-4o}
      - kind: openai
        base_url: http://127.0.0.1:1
        model: home-grown
tiers:
  smoke: {budget: {money: 1}}
"""
KEYS = {"APP_KEY": "app-key-1", "JUDGE_KEY": "judge-key-1"}
RUBRIC = """\
name: own
version: 1
dimensions:
  - name: correctness
    question: Is it right?
    levels:
      - {score: 1-3, means: No.}
      - {score: 3-5, means: Yes.}
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one case; both keys are set."""
    golden = tmp_path / "golden" / "v1"
    golden.mkdir(parents=True)
    (golden / "cases.jsonl").write_text('{"id": "a", "prompt": "?", "min_judge_score": 3, "tags": ["smoke"]}\n')
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plan(place: Path, old: str = "", new: str = "", **request: Any) -> None:
    """Plan a run of the configuration with one change."""
    assert old in CONFIG
    (place / "gate.yaml").write_text(CONFIG.replace(old, new, 1) if old else CONFIG)
    plan_run(RunRequest(config="gate.yaml", store=str(place / "store"), **request))


def test_the_configuration_is_good_as_it_stands(place: Path) -> None:
    """So that each test is about its one change."""
    plan(place)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("kind: anthropic", "kind: antropic", 16, "field 'judges.strong' must have 'kind' of 'heuristic', 'openai'"),
        ("kind: openai", "kind: opanai", 5, "field 'targets.app' must have 'kind' of 'http', 'openai'"),
        ("model: gpt-4o", "model: home-grown", 8, "model 'home-grown' has no price, so the tier's money budget"),
        ("model: claude-haiku-4-5", "model: clod", 19, "model 'clod' has no price"),
        ("${APP_KEY}", "${ABSENT}", 9, "environment variable 'ABSENT' is not set"),
        ("${JUDGE_KEY}", "${ABSENT}", 20, "environment variable 'ABSENT' is not set"),
        ("{{prompt}}", "{{promt}}", 13, "field 'targets.page.request' placeholder 'promt' is unknown"),
        ("$.answer", "'$.[['", 14, "field 'targets.page.response.answer' '$.[[' is no JSONPath"),
        ("model: claude-haiku-4-5", "votes: 2\n    model: claude-haiku-4-5", 19, "votes must be odd"),
        (
            "model: claude-haiku-4-5",
            "rubrik: x\n    model: x",
            19,
            "unknown field 'judges.strong.rubrik'; did you mean 'rubric'?",
        ),
        ("judge: strong", "judge: stronk", 3, "judge 'stronk' is not defined; did you mean 'strong'?"),
        ("golden_set: golden/v1", "golden_set: golden/v2", None, "the golden set does not exist"),
    ],
)
def test_a_mistake_is_told_with_its_line(place: Path, old: str, new: str, line: int | None, message: str) -> None:
    """Exit code 3."""
    with pytest.raises(ProblemsError) as caught:
        plan(place, old, new)
    assert caught.value.exit_code == 3
    problem = next(problem for problem in caught.value.problems if message in problem.message)
    if line is not None:
        assert (problem.file, problem.line) == ("gate.yaml", line)


def test_all_keys_that_are_not_set_are_told_of_the_target_first(place: Path) -> None:
    """One run shows one side's problems."""
    with pytest.raises(ConfigError, match=r"gate\.yaml:9: targets\.app\.api_key: environment variable 'GONE'"):
        plan(place, "${APP_KEY}", "${GONE}")


def test_a_panel_s_model_is_told_by_its_own_line(place: Path) -> None:
    """Only the judge that is asked counts."""
    with pytest.raises(ConfigError, match=r"gate\.yaml:27: judges\.panel\.judges\.1\.model: model 'home-grown' has no"):
        plan(place, judge="panel")


def test_without_a_money_budget_an_unknown_price_is_only_unknown(place: Path) -> None:
    """It is not zero, and no reason to stop."""
    plan(place, "budget: {money: 1}", "budget: {minutes: 1}", judge="panel")
    plan(place, judge="panel", tier="full")


def test_levels_that_overlap_are_told_in_the_rubric(place: Path) -> None:
    """A rubric of the team's own."""
    (place / "own.yaml").write_text(RUBRIC)
    with pytest.raises(ConfigError, match=r"own\.yaml:8: levels of 'correctness' overlap: 3 is in '1-3' and in '3-5'"):
        plan(place, "model: claude-haiku-4-5", "rubric: own.yaml\n    model: claude-haiku-4-5")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (
            "model: claude-haiku-4-5",
            "model: claude-haiku-4-5\n    rubric: absent.yaml",
            19,
            "'absent.yaml' cannot be read",
        ),
        ("model: claude-haiku-4-5", "model: claude-haiku-4-5\n    rubric: rag-v9", 19, "(ours are rag-v1, tone-v1)"),
    ],
)
def test_a_rubric_that_is_not_there_is_told_where_it_is_named(
    place: Path, old: str, new: str, line: int, message: str
) -> None:
    """A file that does not exist has no line of its own."""
    with pytest.raises(ConfigError) as caught:
        plan(place, old, new)
    found = caught.value.problems[0]
    assert message in found.message
    assert (Path(found.file or "").name, found.line) == ("gate.yaml", line + 1)


CANARY = "sk-canary-123456"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kind: openai\n    base_url: http://127.0.0.1:1/v1", f"kind: opnai\n    headers: {{authorization: {CANARY}}}"),
        ("${APP_KEY}", f"[{CANARY}]"),
        ("base_url: http://127.0.0.1:1/v1", f"base_url: ftp://user:{CANARY}@127.0.0.1/v1"),
        ("url: http://127.0.0.1:1/ask", f"headers: [{CANARY}]\n    url: http://127.0.0.1:1/ask"),
        ('{q: "{{prompt}}"}', f"{{q: no}}\n    headers: {{x-api-key: {CANARY}}}"),
        ("model: gpt-4o", f"model: gpt-4o\n    headers: {{cookie: {{a: {CANARY}}}}}"),
    ],
)
def test_a_key_that_stands_in_the_file_is_not_told(place: Path, old: str, new: str) -> None:
    """Somebody wrote it there by mistake; the message goes to the log of a CI job."""
    with pytest.raises(ConfigError) as caught:
        plan(place, old, new)
    assert CANARY not in str(caught.value)
    assert all(problem.file == "gate.yaml" and problem.line for problem in caught.value.problems)


def test_paths_start_at_the_folder_of_the_configuration(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the command is run."""
    (place / "own.yaml").write_text(RUBRIC.replace("3-5", "4-5"))
    (place / "recorded.jsonl").write_text('{"id": "a", "answer": "yes"}\n')
    recorded = "targets:\n  kept: {kind: recorded, path: recorded.jsonl}\n"
    served = (
        "  served:\n    kind: http\n    url: http://127.0.0.1:{port}/\n"
        "    start: {command: [app], ready: 'http://127.0.0.1:{port}/', cwd: build}\n"
    )
    text = CONFIG.replace("targets:\n", recorded + served, 1)
    (place / "gate.yaml").write_text(text.replace("    model: claude", "    rubric: own.yaml\n    model: claude"))
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    config = load_config("../gate.yaml")
    found = config.targets["kept"], config.judges["strong"], config.targets["served"]
    assert isinstance(found[0], RecordedConfig)
    assert isinstance(found[1], AnthropicJudgeConfig)
    assert (found[0].path, found[1].rubric) == ("../recorded.jsonl", "../own.yaml")
    assert found[2].start is not None
    assert found[2].start.cwd == "../build"
    plan_run(RunRequest(config="../gate.yaml", target="kept", tier="full", store=str(place / "store")))
    assert isinstance(config.judges["panel"], PanelJudgeConfig)
    assert config.judges["panel"].judges[0].rubric == "rag-v1"


def plan_served(place: Path, target: str) -> None:
    """Plan a run of another app."""
    plan(place, CONFIG[CONFIG.index("  app:") : CONFIG.index("  page:")], f"  app: {{{target}}}\n", judge="none")


SERVED = "kind: http, url: 'http://127.0.0.1:{port}/{{prompt}}', start: "


@pytest.mark.parametrize(
    ("target", "part"),
    [
        ("kind: command, command: [no-such-program]", "command"),
        (SERVED + "{command: [no-such-program], ready: 'http://127.0.0.1:{port}/'}", "start.command"),
        (SERVED + "{command: [./app], cwd: build, ready: 'http://127.0.0.1:{port}/'}", "start.command"),
    ],
)
def test_a_program_that_is_not_there_is_told_before_anything_is_started(place: Path, target: str, part: str) -> None:
    """One with a folder in its name starts in the folder that it is started in."""
    (place / "app").write_text("")
    (place / "app").chmod(0o755)
    with pytest.raises(ConfigError, match=rf"gate\.yaml:5: targets\.app\.{part}: .* is not an executable program"):
        plan_served(place, target)


def test_a_program_beside_the_app_is_found(place: Path) -> None:
    """Where the app is started."""
    (place / "build").mkdir()
    (place / "build" / "app").write_text("#!/bin/sh\n")
    (place / "build" / "app").chmod(0o755)
    plan_served(place, SERVED + "{command: [./app], cwd: build, ready: 'http://127.0.0.1:{port}/'}")
