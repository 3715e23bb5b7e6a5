"""Lines on which an author tries checks: ``{"id": .., "check": {..}, "output": ..}``.

``check`` is one check in any spelling, a list of them, or the rules of a pack's case. ``output`` is text, an object
with ``text`` and what else came back (``turns`` are the answers before it), or null for no answer. ``prompt``,
``context`` and ``reference_answer`` may stand beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, ValidationError

from evals.answers import Answer
from evals.cases.building import Source, read_checks
from evals.cases.jsonl import jsonl_records
from evals.cases.record import Record
from evals.cases.validation import Fields, record_problems
from evals.checks.check import Check, CheckResult, Subject
from evals.checks.spellings import PACK_RULES, pack_rules
from evals.errors import InvalidCheck, Problem, ProblemsError

NO_ANSWER: Final = "there is no answer"


class OutputFields(Fields):
    """What a target returned for one trial."""

    text: str
    citations: list[Any] = Field(default_factory=list)
    retrieved: list[Any] = Field(default_factory=list)
    latency: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    cost: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    model_version: str | None = None
    turns: list[str] = Field(default_factory=list)
    """Answers to the earlier turns of a conversation."""


def _as_object(output: Any) -> Any:
    return {"text": output} if isinstance(output, str) else output


class ProbeFields(Fields):
    """One line."""

    id: str | None = None
    check: Annotated[dict[str, Any] | list[Any], Field(min_length=1)]
    output: Annotated[OutputFields | None, BeforeValidator(_as_object)]
    prompt: str = ""
    context: str | None = None
    reference_answer: str | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """Some checks and what to try them on."""

    id: str
    line: int
    """Physical line, 1-based."""
    checks: tuple[Check, ...]
    """Labelled, at least one."""
    subject: Subject | None
    """None when there is no answer."""

    def evaluate(self) -> tuple[CheckResult, ...]:
        """Every check's result, in order; without an answer every check fails."""
        if self.subject is None:
            return tuple(check.verdict(passed=False, explanation=NO_ANSWER) for check in self.checks)
        return tuple(check.run(self.subject) for check in self.checks)


def read_probes(file: str, data: bytes) -> tuple[Probe, ...]:
    """Read all lines of a file; ``file`` is for messages.

    Raises:
        ProblemsError: everything that is wrong, with file, line, id and check label; also when there is no line.
    """
    probes: list[Probe] = []
    problems: list[Problem] = []
    for record in jsonl_records(file, data):
        if isinstance(record, Problem):
            problems.append(record)
            continue
        try:
            probes.append(_read(record))
        except ProblemsError as error:
            problems.extend(error.problems)
    if not probes and not problems:
        problems = [Problem("there is no line to check", file)]
    if problems:
        raise ProblemsError(problems)
    return tuple(probes)


def _read(record: Record) -> Probe:
    name = record.fields.get("id")
    probe_id = name if isinstance(name, str) else None
    try:
        fields = ProbeFields.model_validate(record.fields)
    except ValidationError as error:
        raise ProblemsError(record_problems(error, record, ProbeFields, probe_id)) from None
    checks = _checks_of(fields.check, record, probe_id)
    return Probe(probe_id or f"line {record.line}", record.line, checks, _subject(fields))


def _checks_of(raw: Any, record: Record, probe_id: str | None) -> tuple[Check, ...]:
    try:
        sources = _sources(raw)
    except InvalidCheck as error:
        raise ProblemsError([record.problem(text, ("check",), case_id=probe_id) for text in error.messages]) from None
    checks, problems = read_checks(record, sources, probe_id)
    if problems:
        raise ProblemsError(problems)
    return checks


def _sources(raw: Any) -> list[Source]:
    """Each check with its place in the line."""
    if isinstance(raw, list):
        return [(("check", position), one) for position, one in enumerate(raw)]
    if isinstance(raw, Mapping) and "type" not in raw and any(key in PACK_RULES for key in raw):
        return [(("check", rule["name"]), rule) for rule in pack_rules(raw)]
    return [(("check",), raw)]


def _subject(fields: ProbeFields) -> Subject | None:
    if fields.output is None:
        return None
    return Subject(
        _answer(fields.output),
        prompt=fields.prompt,
        reference_answer=fields.reference_answer,
        context=fields.context,
    )


def _answer(output: OutputFields) -> Answer:
    return Answer(
        output.text,
        citations=tuple(output.citations),
        retrieved=tuple(output.retrieved),
        cost=output.cost,
        latency=output.latency,
        model_version=output.model_version,
        turns=tuple(output.turns),
    )
