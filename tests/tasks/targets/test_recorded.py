"""Answers that were recorded before."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.answers import Answer, Fault, Missing, Usage
from evals.errors import ConfigError
from tests.tasks.builders import make_case
from tests.tasks.targets.opened import opened

pytestmark = pytest.mark.anyio

LINES = """\
// recorded in November
{"id": "a", "answer": "all trials"}
{"id": "b", "trial": 0, "answer": "first", "latency": 0.5, "input_tokens": 7, "citations": [{"page": "x"}]}
{"id": "b", "trial": 1, "answer": " "}
{"id": "talk", "answer": "last", "turns": ["first"]}
"""


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A file of recorded answers."""
    path = tmp_path / "answers.jsonl"
    path.write_text(LINES)
    return path


@pytest.mark.parametrize(
    ("case_id", "trial", "response"),
    [
        ("a", 0, Answer("all trials")),
        ("a", 7, Answer("all trials")),
        ("b", 0, Answer("first", citations=({"page": "x"},), usage=Usage(7), latency=0.5)),
        ("talk", 0, Answer("last", turns=("first",))),
        ("b", 1, Fault("empty", "the answer at '$.answer' is blank")),
        ("b", 2, Missing("not_recorded", "no answer was recorded for this case and trial")),
        ("c", 0, Missing("not_recorded", "no answer was recorded for this case and trial")),
    ],
)
async def test_answers_are_found_by_case_and_trial(
    recording: Path, case_id: str, trial: int, response: Answer | Fault | Missing
) -> None:
    """A line without trial stands for all; what is absent is missing by name."""
    async with opened({"kind": "recorded", "path": str(recording)}) as target:
        assert await target.ask(make_case(id=case_id), trial) == response


async def test_another_recording_is_another_target(recording: Path) -> None:
    """The fingerprint holds the file's content."""
    prints = []
    for text in (LINES, LINES.replace("first", "second")):
        recording.write_text(text)  # noqa: ASYNC240 (a test may block)
        async with opened({"kind": "recorded", "path": str(recording)}) as target:
            prints.append(target.fingerprint)
    assert prints[0] != prints[1]


async def test_answers_inside_the_cases_are_taken_by_role() -> None:
    """Packs bring the outputs of a baseline and a candidate along."""
    case = make_case(recorded={"candidate": "new", "baseline": " "})
    async with opened({"kind": "recorded", "role": "candidate"}) as target:
        assert await target.ask(case, 0) == Answer("new")
    async with opened({"kind": "recorded", "role": "baseline"}) as target:
        assert isinstance(await target.ask(case, 0), Fault)
    async with opened({"kind": "recorded", "role": "actual"}) as target:
        assert isinstance(await target.ask(case, 0), Missing)


async def test_every_bad_line_is_told_with_its_place(tmp_path: Path) -> None:
    """All problems of the file at once."""
    path = tmp_path / "bad.jsonl"
    lines = ["{", "[]", '{"id": 1}', '{"id": "a"}', '{"id": "a", "answer": "x"}', '{"id": "a", "answer": "y"}']
    more = ['{"id": "b", "trial": -1, "answer": "x"}', '{"id": "c", "answer": "x", "turns": "y"}']
    path.write_text("\n".join([*lines, *more]))
    with pytest.raises(ConfigError) as caught:
        async with opened({"kind": "recorded", "path": str(path)}):
            pass
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3, 4, 6, 7, 8]
    assert f"{path}:6: case 'a', trial None is recorded twice" in str(caught.value)


async def test_a_file_that_is_not_there_is_told() -> None:
    """With the setting that names it."""
    with pytest.raises(ConfigError, match=r"targets.app.path: 'absent.jsonl' cannot be read: No such file"):
        async with opened({"kind": "recorded", "path": "absent.jsonl"}):
            pass
