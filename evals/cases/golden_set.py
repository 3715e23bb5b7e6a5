"""From the cases of all files to one golden set: the rules that concern several cases."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from evals.cases.case import Case, GoldenSet, Origin
from evals.errors import GoldenSetError, Problem


def assemble(
    cases: Iterable[Case], path: str, version: str, retired: Mapping[str, str] | None = None, *, name: str = ""
) -> GoldenSet:
    """Make a golden set of valid cases.

    Args:
        cases: in file order.
        path: where the set was read, as the user gave it.
        version: ``v1``, ``v2``, ... or the file's stem.
        retired: ids that may never be used again, with the reason.
        name: the set's own name, when it has one.

    Raises:
        GoldenSetError: no cases, an id used twice, or a retired id; all of them at once.
    """
    kept = tuple(cases)
    retired = dict(retired or {})
    problems = [*duplicate_ids((case.id, case.origin) for case in kept), *_reused_ids(kept, retired)]
    if not kept:
        problems.append(Problem("the set holds no cases", path))
    if problems:
        raise GoldenSetError(in_file_order(problems))
    return GoldenSet(kept, version, path, set_hash(kept), name, retired)


def set_hash(cases: Iterable[Case]) -> str:
    """Hash ids and content hashes in id order, as 64 hexadecimal digits: the order of files does not matter."""
    lines = sorted(f"{case.id}\0{case.content_hash}\n" for case in cases)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def duplicate_ids(ids: Iterable[tuple[str, Origin]]) -> Iterator[Problem]:
    """Give each further use of an id; ids that differ only in Unicode composition look the same in every report."""
    first: dict[str, Origin] = {}
    for case_id, origin in ids:
        earlier = first.setdefault(unicodedata.normalize("NFC", case_id), origin)
        if earlier is not origin:
            message = f"id {case_id!r} is used twice, first at {earlier}: ids must be unique over the whole set"
            yield Problem(message, origin.file, origin.line, case_id)


def in_file_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Sort by line within each file; files stay in the order in which they first occur."""
    listed = list(problems)
    files = {problem.file: position for position, problem in reversed(list(enumerate(listed)))}
    return tuple(sorted(listed, key=lambda problem: (files[problem.file], problem.line or 0)))


def _reused_ids(cases: Iterable[Case], retired: Mapping[str, str]) -> Iterator[Problem]:
    for case in cases:
        if case.id in retired:
            message = f"id {case.id!r} was retired ({retired[case.id] or 'no reason given'}) and must not be used again"
            yield Problem(message, case.origin.file, case.origin.line, case.id)
