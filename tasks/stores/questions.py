"""The questions that commands ask of a catalogue."""

from __future__ import annotations

from collections.abc import Sequence

from evals.results.columns import RUNS_INDEX
from evals.results.selection import Selection, condition, literal
from tasks.stores.catalogue import Catalogue, Found


def find_runs(catalogue: Catalogue, wanted: Selection, limit: int | None, *, case_id: str | None = None) -> Found:
    """The runs that are wanted, all columns of the index, newest first.

    Args:
        catalogue: of the store.
        wanted: what the runs must be.
        limit: at most so many; None for all.
        case_id: only runs that have this case; asks for a catalogue with trials.
    """
    asked = condition(wanted)
    if case_id is not None:
        asked += f" AND run_id IN (SELECT run_id FROM results WHERE case_id = {literal(case_id)})"  # noqa: S608 (quoted)
    most = "" if limit is None else f" LIMIT {limit}"
    columns = ", ".join(RUNS_INDEX.names)
    return catalogue.find(f"SELECT {columns} FROM runs WHERE {asked} ORDER BY run_id DESC{most}")  # noqa: S608 (quoted)


def find_trials(catalogue: Catalogue, case_id: str, columns: Sequence[str], run_ids: Sequence[str]) -> Found:
    """The trials of a case in some runs, newest run first, trials in their order."""
    named = ", ".join(map(literal, run_ids))
    return catalogue.find(
        f"SELECT {', '.join(columns)} FROM results "  # noqa: S608 (quoted)
        f"WHERE case_id = {literal(case_id)} AND run_id IN ({named}) ORDER BY run_id DESC, trial"
    )


def case_ids(catalogue: Catalogue) -> frozenset[str]:
    """Ids of all cases of all runs."""
    return frozenset(row[0] for row in catalogue.find("SELECT DISTINCT case_id FROM results").rows)
