"""What all layouts share: reading a case's checks, the rules of a single case, and its content hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from evals.answers import Answer
from evals.cases.case import Case, Origin
from evals.cases.record import Path, Reading, Record
from evals.checks.check import Check
from evals.checks.registry import label_checks, parse_check, raw_labels
from evals.errors import InvalidCheck, Problem
from evals.json_text import canonical_json

Built = Case | tuple[Problem, ...]
"""A valid case, or everything that is wrong with it."""

Builder = Callable[[Record], Built]
"""A layout: from a record to its case."""

Source = tuple[Path, Any]
"""A check as written, and where it stands in its record."""

_SHOWN_ID: Final = 80
"""Characters of an id that a message carries."""

_SHARED_CHECKS: Final = 4096
"""Different checks of which one instance serves every case that has them."""


def collect(entries: Iterable[Record | Problem], build: Builder, id_field: str = "id") -> Reading:
    """Build the case of each record, and keep everything that is wrong, in order."""
    cases: list[Case] = []
    problems: list[Problem] = []
    ids: list[tuple[str, Origin]] = []
    for entry in entries:
        built = (entry,) if isinstance(entry, Problem) else build(entry)
        if isinstance(built, Case):
            cases.append(built)
            ids.append((built.id, built.origin))
            continue
        problems.extend(built)
        if isinstance(entry, Record) and (case_id := known_id(entry, id_field)) is not None:
            ids.append((case_id, Origin(entry.file, entry.line)))
    return Reading(tuple(cases), tuple(problems), tuple(ids))


def known_id(record: Record, field: str = "id") -> str | None:
    """Give the id for messages about a record that may be broken otherwise."""
    value = record.fields.get(field)
    return value[:_SHOWN_ID] if isinstance(value, str) and value.strip() else None


def listed_checks(record: Record, *names: str) -> list[Source]:
    """Give the checks of the named list fields, in order; fields that are no lists are somebody else's problem."""
    return [
        ((name, position), raw)
        for name in names
        if isinstance(listed := record.fields.get(name), list)
        for position, raw in enumerate(listed)
    ]


def read_checks(
    record: Record, sources: Sequence[Source], case_id: str | None
) -> tuple[tuple[Check, ...], tuple[Problem, ...]]:
    """Read every check, and give the problems of those that are invalid, each under its label."""
    checks: list[Check] = []
    problems: list[Problem] = []
    for label, (path, raw) in zip(raw_labels(raw for _, raw in sources), sources, strict=True):
        try:
            checks.append(_shared_check(json.dumps(raw)))
        except InvalidCheck as error:
            problems.extend(record.problem(text, path, case_id=case_id, check=label) for text in error.messages)
    return label_checks(checks), tuple(problems)


@lru_cache(maxsize=_SHARED_CHECKS)
def _shared_check(text: str) -> Check:
    """Read a check from its JSON text; a large set repeats a few checks in most of its cases."""
    return parse_check(json.loads(text))


def complete(record: Record, draft: Case, sources: Sequence[Source]) -> Built:
    """Finish a case whose fields are valid: its checks, the rules of a single case, its content hash."""
    checks, problems = read_checks(record, sources, draft.id)
    rule_problems = tuple(record.problem(text, path, case_id=draft.id) for path, text in _broken_rules(draft, sources))
    if not problems:
        problems = tuple(_unfit(record, draft, checks, sources))
    if problems or rule_problems:
        return (*problems, *rule_problems)
    written = [_without_name(raw) for _, raw in sources]
    return replace(draft, checks=checks, content_hash=content_hash(draft, written))


def content_hash(case: Case, checks: Sequence[Any]) -> str:
    """Hash what decides whether two results of a case may be compared, as 64 hexadecimal digits.

    That is what the app is given (input, turns, context) and what is expected (reference, checks as written, floor,
    threshold). Labels, tags, category, difficulty, weight and metadata may change without making a new question.
    Absent values are left out, so that a field added later changes no stored hash.

    Args:
        case: the case; its own ``checks`` are not read, because a later version may spell their defaults differently.
        checks: its checks as the file has them, JSON values.
    """
    decisive: dict[str, Any] = {
        "input": case.input,
        "turns": [[turn.role, turn.content] for turn in case.turns],
        "context": case.context,
        "reference_answer": case.reference_answer,
        "checks": list(checks),
        "min_judge_score": case.min_judge_score,
        "threshold": case.threshold,
    }
    present = {name: value for name, value in decisive.items() if value is not None and value != []}
    return hashlib.sha256(canonical_json(present).encode()).hexdigest()


def _unfit(record: Record, draft: Case, checks: Sequence[Check], sources: Sequence[Source]) -> Iterator[Problem]:
    """Checks that say nothing about any answer to this case."""
    subject = draft.subject(Answer(""))
    for check, (path, _) in zip(checks, sources, strict=True):
        for part in _all_parts(check):
            for text in filter(None, (_absent_turn(part, len(draft.questions)), part.lacks(subject))):
                yield record.problem(text, path, case_id=draft.id, check=check.label)


def _all_parts(check: Check) -> Iterator[Check]:
    yield check
    for part in check.parts:
        yield from _all_parts(part)


def _absent_turn(check: Check, asked: int) -> str:
    if check.turn is None or abs(check.turn) <= asked:
        return ""
    return f"turn must be one of the {asked} that the app is asked (1 to {asked}, or from -1), got {check.turn}"


def _without_name(raw: Any) -> Any:
    return {key: value for key, value in raw.items() if key != "name"} if isinstance(raw, Mapping) else raw


def _broken_rules(case: Case, sources: Sequence[Source]) -> Iterator[tuple[Path, str]]:
    if not sources and case.min_judge_score is None:
        text = "nothing is checked: give 'checks', 'assertions' or 'min_judge_score', or the case always passes"
        yield ("checks",), text
    if case.is_flaky and (case.is_critical or case.is_safety):
        blocking = "critical" if case.is_critical else "safety"
        yield ("tags",), f"a case must not be both flaky and {blocking}: one nobody trusts cannot be one that blocks"
