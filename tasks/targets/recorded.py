"""The target that repeats answers recorded before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from evals.answers import Answer, Fault, Missing, Response
from evals.cases.case import Case
from evals.errors import ConfigError, Problem
from evals.json_text import NotJsonError, parse_json
from tasks.targets.config import ResponsePaths
from tasks.targets.reading import Reader

PATHS = ResponsePaths(
    citations="$.citations",
    retrieved="$.retrieved",
    input_tokens="$.input_tokens",
    output_tokens="$.output_tokens",
    cached_tokens="$.cached_tokens",
    cost="$.cost",
    model_version="$.model_version",
)
"""What a line may hold beside ``id`` and ``trial``; ``latency``, in seconds, and ``turns``, the answers to the earlier
turns of a conversation, stand on top as well."""
NOT_RECORDED = Missing("not_recorded", "no answer was recorded for this case and trial")

Key = tuple[str, int | None]
Recording = Mapping[Key, Mapping[str, Any]]


class RecordedTarget:
    """Repeats answers from a file by case id; a line without trial stands for all trials."""

    def __init__(self, name: str, recording: Recording, *, fingerprint: str) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self._recording = recording
        self._reader = Reader(PATHS)

    async def ask(self, case: Case, trial: int) -> Response:
        """Look the answer up."""
        line = self._recording.get((case.id, trial)) or self._recording.get((case.id, None))
        if line is None:
            return NOT_RECORDED
        latency = line.get("latency")
        seconds = float(latency) if isinstance(latency, int | float) and latency >= 0 else None
        response = self._reader.read(line, seconds)
        return replace(response, turns=tuple(line.get("turns", ()))) if isinstance(response, Answer) else response


class AttachedTarget:
    """Repeats the answers that came with the cases themselves."""

    def __init__(self, name: str, role: str, *, fingerprint: str) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self._role = role

    async def ask(self, case: Case, trial: int) -> Response:  # noqa: ARG002 (every trial is the same)
        """Take the answer of the role."""
        text = case.recorded.get(self._role)
        if text is None:
            return NOT_RECORDED
        return Answer(text) if text.strip() else Fault("empty", "the recorded answer is blank")


def read_recording(name: str, path: Path) -> Recording:
    """Read a file of recorded answers.

    Raises:
        ConfigError: It cannot be read, or has lines that are no recorded answers: all of them at once.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigError([Problem(f"targets.{name}.path: {str(path)!r} cannot be read: {reason}")]) from None
    recording: dict[Key, Mapping[str, Any]] = {}
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("//"):
            continue
        found = _entry(line)
        if isinstance(found, str):
            problems.append(Problem(found, str(path), number))
        elif found[0] in recording:
            problems.append(
                Problem(f"case {found[0][0]!r}, trial {found[0][1]!r} is recorded twice", str(path), number)
            )
        else:
            recording[found[0]] = found[1]
    if problems:
        raise ConfigError(problems)
    return recording


def _entry(line: str) -> tuple[Key, Mapping[str, Any]] | str:
    """Key and content of a line, or what is wrong with it."""
    try:
        value = parse_json(line)
    except NotJsonError as error:
        return f"not JSON: {error}"
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        return "a recorded answer is an object with 'id', a text"
    if not isinstance(value.get("answer"), str):
        return f"'answer' must be a text, not {value.get('answer')!r}"
    turns = value.get("turns", [])
    if not isinstance(turns, list) or not all(isinstance(turn, str) for turn in turns):
        return f"'turns' must be a list of texts, not {turns!r}"
    trial = value.get("trial")
    if trial is not None and (not isinstance(trial, int) or isinstance(trial, bool) or trial < 0):
        return f"'trial' must be a whole number from 0, not {trial!r}"
    return (value["id"], trial), value
