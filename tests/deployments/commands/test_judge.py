"""``lastgreen judge``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from click.testing import CliRunner, Result

from deployments.cli import main
from deployments.commands.judge import judge
from evals.judging.heuristic import KEY
from tasks.stores.calibrations import read_calibration
from tasks.stores.files import Files
from tests.tasks.judges.anchored_project import AnchoredProject, graded, honest
from tests.tasks.judges.scripted_judge import ScriptedJudge, serving_judge, verdict

SHIPPED = Path(__file__).parents[3] / "evals" / "gate.yaml"


@pytest.fixture
def model() -> Iterator[ScriptedJudge]:
    """A judge that gives whatever number the answer holds for correctness."""
    with serving_judge() as scripted:
        scripted.script = honest
        yield scripted


class Place(AnchoredProject):
    """A project with anchors in which ``lastgreen judge`` is run."""

    def run(self, *arguments: str) -> Result:
        """Run ``lastgreen judge`` here."""
        return CliRunner().invoke(judge, [*arguments, "--config", str(self.config)], catch_exceptions=False)

    def fail(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[Any, str]:
        """Run it as a user does, and return exit code and error output."""
        with pytest.raises(SystemExit) as caught:
            main(["judge", *arguments, "--config", str(self.config)])
        return caught.value.code, capsys.readouterr().err


@pytest.fixture
def place(tmp_path: Path, model: ScriptedJudge) -> Place:
    """A project whose model judge is the scripted one."""
    return Place(tmp_path, model.base_url)


def test_judges_and_rubrics_are_listed(place: Place) -> None:
    """With what is known of each, which is nothing at first."""
    output = place.run("list").output
    assert f"local (default)\n  {KEY}\n  never calibrated: advises" in output
    assert "openai-chat judge-1 rag/1+" in output
    assert "panel of openai-chat judge-1" in output
    assert "tone-v1: formality, sentiment" in output


def test_a_rubric_is_shown_level_by_level(place: Place) -> None:
    """That of the configured judge unless one is named; as JSON too."""
    output = place.run("show").output
    assert output.startswith("rag, version 1 (rag/1+")
    assert "correctness (weight 2)" in output
    assert re.search(r"\n    5  Every statement agrees", output)
    assert json.loads(place.run("show", "tone-v1", "--json").output)["name"] == "tone"


def test_a_judge_that_agrees_may_block(place: Place, model: ScriptedJudge) -> None:
    """The result is kept, and told to whoever lists judges."""
    result = place.run("calibrate", "--judge", "model")
    assert result.exit_code == 0
    assert "60 answers labelled by two support engineers; 60 scored, 0 unscored" in result.output
    assert re.search(r"correctness +60  1\.00 \(1\.00-1\.00\) +1\.00 \(1\.00-1\.00\) +\+0\.00 +- +yes", result.output)
    assert "pairs: 30 compared in both orders, 30 with the same verdict" in result.output
    assert "settled for the better label 30 times" in result.output
    assert "may block by correctness; by all others it advises" in result.output
    assert "shipped ones" not in result.output
    assert len(model.prompts) == 60 + 2 * 30
    assert "may block by correctness" in place.run("list").output


def test_pairs_may_be_left_out(place: Place, model: ScriptedJudge) -> None:
    """They cost two calls a case."""
    assert "pairs:" not in place.run("calibrate", "--judge", "model", "--no-pairs").output
    assert len(model.prompts) == 60


def test_a_judge_that_takes_the_first_answer_shows(place: Place, model: ScriptedJudge) -> None:
    """Position bias is counted."""
    model.script = lambda prompt, nonce: (
        json.dumps({"winner": "A", "nonce": nonce}) if "answer A" in prompt else honest(prompt, nonce)
    )
    output = place.run("calibrate", "--judge", "model").output
    assert "30 compared in both orders, 0 with the same verdict; the answer shown first was chosen 60 times" in output


def test_a_judge_that_knows_nothing_advises(place: Place, model: ScriptedJudge) -> None:
    """It says so, whatever it scores."""
    model.script = lambda _prompt, nonce: verdict(nonce, winner="tie")
    output = place.run("calibrate", "--judge", "model").output
    assert re.search(r"correctness +60  0\.00 .* no\n", output)
    assert "may block by no dimension" in output


def test_a_judge_whose_replies_cannot_be_read_advises(place: Place, model: ScriptedJudge) -> None:
    """Eight answers of sixty without a score are too many."""
    model.script = lambda prompt, nonce: "prose" if "===\nworth 2\n" in prompt else honest(prompt, nonce)
    output = place.run("calibrate", "--judge", "model", "--no-pairs").output
    assert "52 scored, 8 unscored (not_json 8)" in output
    assert "may block by no dimension" in output


def test_a_judge_that_changed_has_drifted_until_that_is_accepted(place: Place, model: ScriptedJudge) -> None:
    """Same key, same answers, other scores: exit code 2."""
    place.run("calibrate", "--judge", "model", "--no-pairs")
    model.script = lambda prompt, nonce: verdict(nonce, correctness=max(1, graded(prompt) - 1))
    drifted = place.run("calibrate", "--judge", "model", "--no-pairs")
    assert re.search(r"correctness +-0\.8\d on 60 answers \(p = 0\.000\d+\)  DRIFTED", drifted.output)
    assert "has drifted since" in place.run("list").output
    accepted = place.run("calibrate", "--judge", "model", "--no-pairs", "--accept")
    assert "DRIFTED" not in accepted.output
    assert "DRIFTED" not in place.run("calibrate", "--judge", "model", "--no-pairs").output


def test_drift_is_an_exit_code(place: Place, model: ScriptedJudge, capsys: pytest.CaptureFixture[str]) -> None:
    """A nightly job sees it."""
    assert place.fail(capsys, "calibrate", "--judge", "model", "--no-pairs")[0] == 0
    model.script = lambda prompt, nonce: verdict(nonce, correctness=max(1, graded(prompt) - 1))
    assert place.fail(capsys, "calibrate", "--judge", "model", "--no-pairs")[0] == 2


def test_a_calibration_comes_as_json_and_is_kept_in_the_store(place: Place) -> None:
    """With the scores that later ones are held against."""
    printed = json.loads(place.run("calibrate", "--json").output)
    kept = read_calibration(Files(str(place.root / "store")), KEY)
    assert kept is not None
    assert printed == kept.model_dump(mode="json")
    assert len(kept.reference) == 60


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": {"correctness": 7}}, "anchors.jsonl:2: case 'c0': field 'labels.correctness'"),
        ({"case_id": "c99"}, "anchors.jsonl:2: case 'c99' is not in the golden set"),
        ({"labels": {"corectness": 4}}, "anchors.jsonl:2: case 'c0': label of unknown dimension 'corectness'"),
    ],
)
def test_a_wrong_anchor_is_told_with_its_line_before_the_first_call(
    place: Place, model: ScriptedJudge, capsys: pytest.CaptureFixture[str], change: dict[str, Any], message: str
) -> None:
    """Exit code 3."""
    rows = place.rows()
    place.write_anchors([rows[0], {**rows[1], **change}, *rows[2:]])
    code, printed = place.fail(capsys, "calibrate", "--judge", "model")
    assert (code, message in printed) == (3, True), printed
    assert model.prompts == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["calibrate", "--anchors", "absent.jsonl"], "absent.jsonl: the anchors cannot be read: No such file"),
        (["calibrate", "--judge", "modle"], "judge 'modle' is not in the configuration; did you mean 'model'?"),
        (["calibrate", "--judge", "none"], "no judge to look at: name one of local, model, panel"),
        (["show", "absent"], "rubric 'absent' cannot be read"),
    ],
)
def test_what_is_not_there_is_an_input_error(
    place: Place, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    """Exit code 3, and what there is."""
    code, printed = place.fail(capsys, *arguments)
    assert (code, message in printed) == (3, True), printed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"api_key": "${NO_SUCH_KEY}"}, "judges.model.api_key: environment variable 'NO_SUCH_KEY' is not set"),
        ({"rubric": "absent.yaml"}, "absent.yaml' cannot be read: No such file or directory"),
    ],
)
def test_what_a_judge_lacks_is_told_with_its_line(
    place: Place, model: ScriptedJudge, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], message: str
) -> None:
    """Before the first call."""
    judges = place.document["judges"]
    place.configure(judges={**judges, "model": {**judges["model"], **changes}})
    code, printed = place.fail(capsys, "calibrate", "--judge", "model")
    assert (code, message in printed) == (3, True), printed
    assert re.search(r"gate\.yaml:\d+: judges\.model\.", printed)
    assert model.prompts == []


@pytest.mark.parametrize("status", [401, 402, 404])
def test_what_refuses_every_call_is_an_error_and_nothing_is_kept(
    place: Place, model: ScriptedJudge, capsys: pytest.CaptureFixture[str], status: int
) -> None:
    """A judge that says nothing of anything was not measured."""
    model.script = lambda _prompt, _nonce: web.Response(status=status)
    code, _ = place.fail(capsys, "calibrate", "--judge", "model")
    assert code == 3
    assert "never calibrated" in place.run("list").output.split("model\n")[1]


@pytest.mark.parametrize(
    ("status", "told"),
    [(503, "server_error 60"), (400, "rejected 60"), (429, "rate_limited 60"), (200, "malformed 60")],
)
def test_an_outage_is_no_calibration(
    place: Place, model: ScriptedJudge, capsys: pytest.CaptureFixture[str], status: int, told: str
) -> None:
    """Exit code 4, and what was known of the judge stands: it must not lose its right to block over a night."""
    assert place.fail(capsys, "calibrate", "--judge", "model", "--no-pairs")[0] == 0
    model.script = lambda _prompt, _nonce: web.Response(status=status)
    code, printed = place.fail(capsys, "calibrate", "--judge", "model", "--no-pairs")
    assert (code, f"left unanswered: {told}; nothing was measured" in printed) == (4, True), printed
    assert "may block by correctness" in place.run("list").output.split("model\n")[1]


def test_pages_stand_in_for_passages(place: Place, model: ScriptedJudge, tmp_path: Path) -> None:
    """Those that a case names; a page that is not there is an error."""
    (place.root / "golden" / "v1" / "cases.jsonl").write_text(
        json.dumps({"id": "c0", "prompt": "0?", "min_judge_score": 3, "metadata": {"source": ["fees"]}}) + "\n"
    )
    place.write_anchors(place.rows()[:2])
    (tmp_path / "fees.md").write_text("First part.\n\nSecond part.")
    place.run("calibrate", "--judge", "model", "--no-pairs", "--passages", str(tmp_path))
    assert "begin passage 1 ===\nfees\nFirst part.\n" in model.prompts[0]
    assert "begin passage 2 ===\nfees\nSecond part.\n" in model.prompts[0]


def test_the_shipped_anchors_measure_the_local_judge(tmp_path: Path) -> None:
    """Who labelled them is said, and that a team should bring its own."""
    result = CliRunner().invoke(
        judge, ["calibrate", "--config", str(SHIPPED), "--store", str(tmp_path)], catch_exceptions=False
    )
    assert "answers labelled by authors, by the rubric" in result.output
    assert "may block by completeness, correctness" in result.output
    assert "Label answers of your own" in " ".join(result.output.split())
