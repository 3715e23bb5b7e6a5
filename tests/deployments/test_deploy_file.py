"""The lint of prefect.yaml: what Prefect takes silently is told with its line, before anything is created."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deployments import deploy_file
from deployments.cli import _run
from deployments.deploying import queues_of
from evals.errors import ConfigError
from tests.meta.repository import ROOT

ENV = {"LASTGREEN_ROOT": "/srv/app"}
GOOD: dict[str, Any] = {
    "name": "p",
    "deployments": [
        {
            "name": "smoke",
            "entrypoint": "flows.gate.gate",
            "parameters": {"request": {"tier": "smoke"}},
            "schedules": [{"cron": "0 2 * * *", "timezone": "Europe/Berlin", "slug": "nightly", "active": True}],
            "concurrency_limit": {"limit": 1, "collision_strategy": "ENQUEUE", "grace_period_seconds": 60},
            "work_pool": {"name": "pool", "job_variables": {"working_dir": "{{ $LASTGREEN_ROOT }}"}},
        }
    ],
}


def write(folder: Path, document: Any) -> Path:
    """Write a file; JSON is YAML."""
    import json

    file = folder / "prefect.yaml"
    file.write_text(json.dumps(document, indent=1))
    return file


def spoiled(spoil: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The good file with one fault in its deployment."""
    document = copy.deepcopy(GOOD)
    spoil(document["deployments"][0])
    return document


def test_a_good_file_is_returned_as_it_is(tmp_path: Path) -> None:
    """Nothing is filled in here: Prefect does that."""
    assert deploy_file.load(write(tmp_path, GOOD), ENV) == GOOD


def test_our_own_file_has_no_problem() -> None:
    """Its flows import and take the parameters that it gives them."""
    path = ROOT / "prefect.yaml"
    deploy_file.check_entrypoints(path, deploy_file.load(path, ENV))


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda d: d.update(entrypont="x"), "unknown key 'entrypont'; did you mean 'entrypoint'?"),
        (lambda d: d["work_pool"].update(job_variable={}), "unknown key 'job_variable'; did you mean 'job_variables'?"),
        (lambda d: d["concurrency_limit"].update(strategy="x"), "unknown key 'strategy'"),
        (lambda d: d["concurrency_limit"].update(collision_strategy="QUEUE"), "must be one of"),
        (lambda d: d["schedules"][0].update(timezon="x"), "unknown key 'timezon'; did you mean 'timezone'?"),
        (lambda d: d["schedules"][0].update(timezone="Europe/Berlinn"), "unknown time zone 'Europe/Berlinn'"),
        (lambda d: d["schedules"][0].update(cron="nightly"), "'nightly' is no cron expression"),
        (lambda d: d["schedules"][0].pop("slug"), "needs a 'slug'"),
        (lambda d: d["schedules"][0].pop("active"), "needs 'active'"),
        (lambda d: d["schedules"][0].update(interval=60), "exactly one of"),
        (lambda d: d["schedules"].append(dict(d["schedules"][0])), "the slug 'nightly' is used twice"),
        (lambda d: d.update(schedules="daily"), "schedules are a list"),
        (lambda d: d.update(name=["smoke"]), "'name' must be text, not ['smoke']"),
        (lambda d: d.update(tags="main"), "'tags' must be a list, not 'main'"),
        (lambda d: d.update(parameters=[3]), "'parameters' must be a mapping, not [3]"),
        (lambda d: d.update(enforce_parameter_schema="yes"), "'enforce_parameter_schema' must be true or false"),
        (lambda d: d["schedules"][0].update(active="yes"), "'active' must be true or false, not 'yes'"),
        (lambda d: d["work_pool"].update(work_queue_name=3), "'work_queue_name' must be text, not 3"),
        (lambda d: d["concurrency_limit"].update(limit="two"), "'limit' must be a whole number, not 'two'"),
        (lambda d: d["concurrency_limit"].update(limit=True), "'limit' must be a whole number, not True"),
        (lambda d: d["concurrency_limit"].update(limit=0), "the limit must be at least 1, not 0"),
        (lambda d: d["concurrency_limit"].pop("limit"), "the limit must be at least 1, not None"),
        (lambda d: d["concurrency_limit"].update(grace_period_seconds=5), "must be from 60 to 86400, not 5"),
        (lambda d: d.update(concurrency_limit=-1), "the limit must be at least 1, not -1"),
        (lambda d: d.update(concurrency_limit="two"), "must be a mapping, not 'two'"),
        (lambda d: d.pop("work_pool"), "has no 'work_pool'"),
        (lambda d: d["work_pool"].pop("name"), "has no 'name'"),
        (lambda d: d.update(work_pool="pool"), "must be a mapping, not 'pool'"),
        (lambda d: d.pop("entrypoint"), "has no 'entrypoint'"),
        (lambda d: d.update(description="{{ $NO_SUCH }}"), "the environment variable NO_SUCH is not set"),
        (lambda d: d.update(tags=["a", "{{$EMPTY}}"]), "the environment variable EMPTY is not set"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, spoil: Callable[[dict[str, Any]], object], told: str) -> None:
    """Prefect would deploy all of these, most of them without a word."""
    file = write(tmp_path, spoiled(spoil))
    with pytest.raises(ConfigError) as raised:
        deploy_file.load(file, {**ENV, "EMPTY": ""})
    (problem,) = raised.value.problems
    assert told in problem.message
    assert problem.file == str(file)
    assert problem.line is not None


@pytest.mark.parametrize("text", ["[]", "a: [", "deployments: x", "deployments: [x]", "deploymnts: []"])
def test_a_file_that_is_something_else_is_told(tmp_path: Path, text: str) -> None:
    """Not a traceback."""
    (tmp_path / "prefect.yaml").write_text(text)
    with pytest.raises(ConfigError):
        deploy_file.load(tmp_path / "prefect.yaml", ENV)


def test_a_template_may_stand_for_any_kind(tmp_path: Path) -> None:
    """Prefect fills it in before it looks at the value."""
    template = "{{ prefect.variables.x }}"
    limit = {"limit": template, "grace_period_seconds": template}
    file = write(tmp_path, spoiled(lambda d: d.update(paused=template, concurrency_limit=limit)))
    assert deploy_file.load(file, ENV)["deployments"][0]["concurrency_limit"] == limit


def test_variables_are_filled_in_wherever_they_stand() -> None:
    """The work pool that is created must be the one that Prefect deploys to; its own templates stay."""
    document = {"a": [{"name": "{{ $POOL }}-{{$N}}", "limit": 2}], "b": "{{ prefect.variables.x }}"}
    wanted = {"a": [{"name": "eu-1", "limit": 2}], "b": "{{ prefect.variables.x }}"}
    assert deploy_file.filled(document, {"POOL": "eu", "N": "1"}) == wanted


def test_two_deployments_of_one_name_are_told(tmp_path: Path) -> None:
    """The second would replace the first."""
    document = {**GOOD, "deployments": GOOD["deployments"] * 2}
    with pytest.raises(ConfigError, match=r"two deployments of flows\.gate\.gate are named 'smoke'"):
        deploy_file.load(write(tmp_path, document), ENV)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda d: d.update(entrypoint="flows.gat.gate"), "does not import: ModuleNotFoundError"),
        (lambda d: d.update(entrypoint="flows.gate.gat"), "does not import: AttributeError"),
        (lambda d: d.update(entrypoint="flows.gate.end_state"), "is no flow"),
        (lambda d: d.update(entrypoint="flows/gate.py:gate"), "must be a module path"),
        (lambda d: d["parameters"].update(reqest={}), "unknown key 'reqest'; did you mean 'request'?"),
        (lambda d: d["parameters"]["request"].update(tire="full"), "tire"),
        (lambda d: d["parameters"]["request"].update(trials=0), "trials"),
        (lambda d: d["parameters"]["request"].update(tier="smoky"), "tier"),
        (lambda d: d["parameters"].update({"3": 1}), "unknown key '3'"),
        (lambda d: d["schedules"][0].update(cron="99 2 * * *"), "cron"),
    ],
)
def test_a_flow_that_does_not_import_or_fit_is_told(
    tmp_path: Path, spoil: Callable[[dict[str, Any]], object], told: str
) -> None:
    """Prefect would find out when the first run crashes."""
    file = write(tmp_path, spoiled(spoil))
    document = deploy_file.load(file, ENV)
    with pytest.raises(ConfigError) as raised:
        deploy_file.check_entrypoints(file, document)
    assert told in str(raised.value)


@pytest.mark.parametrize("arguments", [["deploy", "--check"], ["deploy"], ["up"]])
def test_a_misspelled_key_exits_3_and_starts_nothing(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No server, no work pool, no deployment."""
    write(tmp_path, spoiled(lambda d: d.update(entrypont="x")))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("deployments.server.ensure", lambda *_: pytest.fail("a server was started"))
    monkeypatch.setattr("deployments.installation.ensure", lambda *_: pytest.fail("a server was started"))
    assert _run(arguments) == 3
    assert "unknown key 'entrypont'" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["deploy", "up"])
def test_a_folder_without_the_file_exits_3(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a hint where to go."""
    monkeypatch.chdir(tmp_path)
    assert _run([command]) == 3
    assert "does not exist; run this in the folder of prefect.yaml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        # A worker could not start in it.
        ("LASTGREEN_ROOT", "/no/such/folder", "LASTGREEN_ROOT is '/no/such/folder', which is no folder here"),
        # A second server would hide the runs from whoever looks for them.
        ("PREFECT_API_URL", "http://elsewhere/api", "PREFECT_API_URL is 'http://elsewhere/api'"),
    ],
)
def test_up_refuses_what_it_cannot_work_with(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    said: str,
) -> None:
    """Before it starts anything."""
    write(tmp_path, GOOD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path))
    monkeypatch.setenv(name, value)
    assert _run(["up"]) == 3
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("limits", "width"),
    [([2], 2), ([1, 1], 2), ([1, {"limit": 3}], 4), ([1, None], None), ([{"collision_strategy": "ENQUEUE"}], None)],
)
def test_a_queue_is_as_wide_as_the_limits_of_its_deployments(limits: list[Any], width: int | None) -> None:
    """So that waiting runs stay in it."""
    pool = {"name": "pool", "work_queue_name": "q"}
    assert queues_of([{"work_pool": pool, "concurrency_limit": limit} for limit in limits]) == {("pool", "q"): width}
    assert queues_of([{"work_pool": {"name": "pool"}}]) == {}
