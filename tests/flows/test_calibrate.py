"""The flow that calibrates judges: the same as the command, kept for the gate, and a state of its own for drift."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prefect.client.schemas.objects import State

from evals.errors import InputError
from evals.judging.heuristic import KEY
from flows.calibrate import calibrate
from tasks.calibrate import calibrate_judges
from tasks.calibrating import Calibrating, judges_in_use
from tasks.config_file import load_config
from tasks.stores.calibrations import read_calibration
from tasks.stores.files import Files
from tests.tasks.judges.anchored_project import AnchoredProject, graded, honest
from tests.tasks.judges.scripted_judge import ScriptedJudge, serving_judge, verdict

PREFECT = [
    pytest.mark.prefect,
    pytest.mark.usefixtures("prefect_api"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def model() -> Iterator[ScriptedJudge]:
    """A judge that agrees with the labels until its script is changed."""
    with serving_judge() as scripted:
        scripted.script = honest
        yield scripted


@pytest.fixture
def project(tmp_path: Path, model: ScriptedJudge) -> AnchoredProject:
    """A project whose tiers ask two judges."""
    made = AnchoredProject(tmp_path, model.base_url)
    made.configure(tiers={"smoke": {"judge": "local"}, "full": {"judge": "model"}, "extended": {"judge": "none"}})
    return made


async def run(project: AnchoredProject, **parameters: Any) -> State[Any]:
    """Run the flow as a worker does."""
    found: State[Any] = await calibrate(str(project.config), return_state=True, **parameters)
    return found


class TestOnPrefect:
    """With a server."""

    pytestmark = PREFECT

    @pytest.mark.anyio
    async def test_every_judge_in_use_is_calibrated_and_kept(self, project: AnchoredProject) -> None:
        """The message says what each may do, and the artifact how it is known."""
        from prefect import get_client

        state = await run(project)
        assert (state.type.value, state.name) == ("COMPLETED", "Calibrated")
        assert state.message is not None
        assert "model: calibrated" in state.message
        assert "on 60 answers: may block by correctness" in state.message
        files = Files(str(project.root / "store"))
        assert read_calibration(files, KEY) is not None
        async with get_client() as client:
            artifacts = [one for one in await client.read_artifacts() if one.key == "lastgreen-calibration"]
        assert "| correctness | 60 | 1.00 (1.00 to 1.00) | 1.00 (1.00 to 1.00) | +0.00 | - | yes |" in str(
            artifacts[0].data
        )

    @pytest.mark.anyio
    async def test_a_judge_that_changed_ends_in_a_state_of_its_own(
        self, project: AnchoredProject, model: ScriptedJudge
    ) -> None:
        """Until today's scores are accepted."""
        await run(project, judges=["model"], pairs=False)
        model.script = lambda prompt, nonce: verdict(nonce, correctness=max(1, graded(prompt) - 1))
        drifted = await run(project, judges=["model"], pairs=False)
        assert (drifted.type.value, drifted.name) == ("FAILED", "JudgeDrifted")
        assert "model: has drifted since" in (drifted.message or "")
        accepted = await run(project, judges=["model"], pairs=False, accept=True)
        assert accepted.name == "Calibrated"

    @pytest.mark.anyio
    async def test_its_calls_count_against_limits_that_runs_share(self, project: AnchoredProject) -> None:
        """The limit that is declared is there afterwards, and its slots are free again."""
        from prefect import get_client

        limit = {"slots": 32, "requests_per_minute": 3_000, "judges": ["model"]}
        project.configure(limits={"night": limit})
        await run(project, judges=["model"], pairs=False)
        async with get_client() as client:
            slots = await client.read_global_concurrency_limit_by_name("night")
            requests = await client.read_global_concurrency_limit_by_name("night-requests")
        assert (slots.active_slots, slots.limit) == (0, 32)
        assert requests.active_slots > 0


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ["local"]),
        ({"tiers": {"smoke": {"judge": "local"}, "full": {"judge": "model"}}}, ["local", "model"]),
        ({"judge": "none", "tiers": {"full": {"judge": "panel"}, "smoke": {"judge": "none"}}}, ["panel"]),
        ({"judge": "none"}, []),
    ],
)
def test_the_judges_in_use_are_those_that_runs_ask(
    project: AnchoredProject, changes: dict[str, Any], expected: list[str]
) -> None:
    """Each once; a judge that only a person names is left out."""
    project.configure(**changes)
    assert judges_in_use(load_config(project.config)) == expected


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("changes", "judges", "told"),
    [
        ({"judge": "none"}, None, "no judge to calibrate"),
        ({}, ["modle"], "judge 'modle' is not in the configuration; did you mean 'model'"),
        ({}, [], "no judge to calibrate"),
    ],
)
async def test_a_night_without_a_judge_is_an_error(
    project: AnchoredProject,
    model: ScriptedJudge,
    changes: dict[str, Any],
    judges: list[str] | None,
    told: str,
) -> None:
    """Nothing was measured, and nobody should think that something was."""
    project.configure(**changes)
    with pytest.raises(InputError, match=told):
        await calibrate_judges.fn(Calibrating(str(project.config)), judges)
    assert model.prompts == []
