"""Judges as configured, over a real server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from llmock.pytest_plugin import LLMock
from pydantic import ValidationError

from evals.answers import Answer
from evals.checks.check import Subject
from evals.checks.judged import ToneProfile
from evals.errors import ConfigError
from evals.judging.judgement import Judgement, Unscored
from tasks.judges.opening import Calling, check_judge, judge_key, open_judge
from tasks.transport.call import Failed
from tasks.transport.limiter import Pacing
from tests.benchmarks.mock_server import build_app
from tests.tasks.builders import make_case
from tests.tasks.judges.provider import ADAPTER, QUICK, RAW

pytestmark = pytest.mark.anyio

ENV = {"KEY": "canary-key-123"}
PANEL = {"kind": "panel", "judges": [RAW, {**RAW, "model": "judge-2"}]}


@pytest.mark.parametrize(
    "raw",
    [
        {"kind": "heuristic"},
        RAW,
        {**RAW, "votes": 3, "temperature": 1, "effort": "low", "api": "responses"},
        {"kind": "anthropic", "model": "claude-x", "base_url": "http://x", "structured": False},
        PANEL,
    ],
)
def test_every_kind_is_read(raw: dict[str, Any]) -> None:
    """And needs nothing from the environment that is not there."""
    check_judge(ADAPTER.validate_python(raw), ENV)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"kind": "oracle"}, "tag 'oracle'"),
        ({**RAW, "votes": 2}, "votes must be odd"),
        ({**RAW, "model": ""}, "at least 1 character"),
        ({**RAW, "temprature": 0}, "Extra inputs"),
        ({"kind": "panel", "judges": [RAW]}, "at least 2 items"),
        ({"kind": "panel", "judges": [RAW, {**RAW, "rubric": "other"}]}, "must share a rubric"),
    ],
)
def test_a_bad_configuration_is_refused(raw: dict[str, Any], message: str) -> None:
    """Each rule has its message."""
    with pytest.raises(ValidationError, match=message):
        ADAPTER.validate_python(raw)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"api_key": "${ABSENT}"}, "judges.strong.api_key: environment variable 'ABSENT' is not set"),
        (
            {"base_url": "https://api.openai.com/v1"},
            "judges.strong.api_key: environment variable 'OPENAI_API_KEY' is not set",
        ),
        ({"base_url": "judge.example"}, "judges.strong.base_url: 'judge.example' is no http or https address"),
        ({"rubric": "absent"}, "rubric 'absent' cannot be read: No such file or directory"),
        ({"rubric": "absent.yaml"}, "rubric 'absent.yaml' cannot be read"),
    ],
)
def test_what_is_not_there_is_told_before_the_first_call(changes: dict[str, Any], message: str) -> None:
    """A missing key, a bad address, a rubric that does not exist."""
    with pytest.raises(ConfigError, match=message):
        check_judge(ADAPTER.validate_python({**RAW, **changes}), ENV, "strong")


def test_a_rubric_of_the_team_is_read_by_its_path(tmp_path: Path) -> None:
    """And its mistakes are told with their line."""
    path = tmp_path / "own.yaml"
    path.write_text("name: own\nversion: 1\ndimensions: []\n")
    with pytest.raises(ConfigError, match=r"own\.yaml:3"):
        check_judge(ADAPTER.validate_python({**RAW, "rubric": str(path)}), ENV)


async def test_no_judge_stays_none() -> None:
    """A run without a judge has none."""
    async with open_judge(None, ENV) as judge:
        assert judge is None


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_a_provider_that_answers_something_else_gives_no_verdict(llmock: LLMock, kind: str) -> None:
    """A mock that ignores the prompt is not taken for a judge: without the random text nothing counts."""
    raw = {"kind": kind, "model": "mock", "base_url": llmock.base_url(kind), "api_key": "${KEY}", "structured": False}
    llmock.reply('{"correctness": 5, "groundedness": 5, "completeness": 5, "safety": 5, "format_tone": 5}', times=None)
    async with open_judge(ADAPTER.validate_python(raw), ENV, calling=Calling(policy=QUICK)) as judge:
        assert judge is not None
        unscored = await judge.score(make_case(), Answer("x"))
    assert isinstance(unscored, Unscored)
    assert unscored.reason == "foreign"
    assert len(llmock.requests) == 2


async def test_a_judge_behind_a_real_server_scores() -> None:
    """From the configuration to the judgement, over a socket."""
    runner = web.AppRunner(build_app(delay=0.0), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    raw = {**RAW, "base_url": f"http://127.0.0.1:{runner.addresses[0][1]}/v1"}
    try:
        async with open_judge(ADAPTER.validate_python(raw), ENV) as judge:
            assert judge is not None
            judgement = await judge.score(make_case(), Answer("x"))
    finally:
        await runner.cleanup()
    assert isinstance(judgement, Judgement)
    assert judgement.scores["completeness"] == 4.0


@pytest.mark.parametrize("raw", [RAW, PANEL])
async def test_at_the_limit_of_the_run_no_judge_is_asked_any_more(llmock: LLMock, raw: dict[str, Any]) -> None:
    """The budget stops all clients of the run, a panel's too."""
    pacing = Pacing()
    config = with_address(raw, llmock.base_url("openai"))
    async with open_judge(config, ENV, calling=Calling(pacing=pacing)) as judge:
        assert judge is not None
        pacing.stop(Failed("budget", "the money budget of 1 is used up"))
        unscored = await judge.score(make_case(), Answer("x"))
        check = await judge.evaluate(ToneProfile(profile="Friendly."), Subject(Answer("x")))
    assert isinstance(unscored, Unscored)
    assert unscored.reason == "budget"
    assert check.explanation == "judge: budget: the money budget of 1 is used up"
    assert llmock.requests == []


@pytest.mark.parametrize("attempts", [1, 3])
async def test_a_judge_is_as_patient_as_it_is_set_to_be(llmock: LLMock, attempts: int) -> None:
    """Its own number of attempts counts."""
    llmock.fail(503, times=None)
    config = with_address({**RAW, "attempts": attempts}, llmock.base_url("openai"))
    async with open_judge(config, ENV) as judge:
        assert judge is not None
        assert isinstance(await judge.score(make_case(), Answer("x")), Unscored)
    assert len(llmock.requests) == attempts


def with_address(raw: dict[str, Any], base_url: str) -> Any:
    """A judge at another address, all models of a panel too."""
    if "judges" in raw:
        return ADAPTER.validate_python({**raw, "judges": [{**one, "base_url": base_url} for one in raw["judges"]]})
    return ADAPTER.validate_python({**raw, "base_url": base_url})


@pytest.mark.parametrize("raw", [{"kind": "heuristic"}, RAW, {**RAW, "votes": 3, "api": "responses"}, PANEL])
async def test_a_judge_s_key_is_known_before_it_is_opened(raw: dict[str, Any]) -> None:
    """A run is planned with what is known of its judge."""
    config = ADAPTER.validate_python(raw)
    async with open_judge(config, ENV) as judge:
        assert judge is not None
        assert judge_key(config) == judge.key


async def test_a_panel_is_known_by_all_its_members() -> None:
    """Its key does not depend on their order."""
    turned = {"kind": "panel", "judges": PANEL["judges"][::-1]}
    async with (
        open_judge(ADAPTER.validate_python(PANEL), ENV) as one,
        open_judge(ADAPTER.validate_python(turned), ENV) as other,
    ):
        assert one is not None
        assert other is not None
        assert one.key == other.key
        assert one.key.startswith("panel of ")
