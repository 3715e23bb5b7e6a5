"""Results as Parquet: whole or not there, read back equal."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from evals.answers import Answer, Fault, Missing, Usage
from evals.errors import InputError, StoreError
from evals.finished.run import FinishedRun
from evals.judging.judgement import Judgement, Unscored
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.builders import make_finished, make_trial
from tests.tasks.stores.racing import race

RUN = "20261130T104153Z-1f0c9a"


def finished(run_id: str = RUN) -> FinishedRun:
    """A run with every kind of response and judgement."""
    answer = Answer(
        "a \ud800 b", ({"doc": "x"},), ({"doc": "y", "text": "t"},), Usage(1, 2, 3), 0.5, 0.25, "m", ("t1",)
    )
    trials = (
        make_trial("a", response=answer, judgement=Judgement({"correctness": 4.5}, 4.5, "key", "why", 0.1, 3)),
        make_trial("b", response=Fault("timeout", "late", 30.0), judgement=None),
        make_trial("c", response=Missing("unreachable", "gone"), judgement=Unscored("not_json", "prose", "key")),
    )
    run = make_finished(trials)
    info = replace(run.info, run_id=run_id)
    return replace(run, info=info, report=replace(run.report, info=info))


def test_a_run_is_read_back_equal(files: Files) -> None:
    """Identity, trials and report survive the way through Parquet."""
    run = finished()
    Results(files).write(run)
    stored = Results(files).read(RUN)
    assert (stored.info, stored.trials, stored.report) == (run.info, run.trials, run.report)


def test_a_run_is_never_overwritten(files: Files) -> None:
    """Results are immutable: a second commit of a run is refused."""
    Results(files).write(finished())
    with pytest.raises(StoreError, match="never overwritten"):
        Results(files).write(finished())


def test_of_racing_commits_one_wins(files: Files) -> None:
    """Sixteen writers of one run: fifteen are refused, and the run is whole."""
    assert race(files, finished()) == 1
    assert len(Results(files).read(RUN).trials) == 3


def test_a_run_without_commit_does_not_exist(files: Files) -> None:
    """A writer killed before its commit leaves nothing that a reader sees."""
    Results(files).write(finished())
    files.remove(f"_commits/date=2026-11-30/{RUN}.json")
    assert Results(files).ids() == []
    with pytest.raises(InputError, match="is not in the store"):
        Results(files).read(RUN)


def test_an_unknown_run_suggests_the_nearest(files: Files) -> None:
    """A mistyped id is the user's to mend, with a hint."""
    Results(files).write(finished())
    with pytest.raises(InputError, match=f"did you mean '{RUN}'"):
        Results(files).read(RUN[:-1] + "b")


def test_a_corrupt_part_is_told(files: Files) -> None:
    """A part whose bytes changed is refused by its checksum."""
    Results(files).write(finished())
    part = next(path for path in files.list("results") if path.endswith(".parquet"))
    files.write(part, (files.read(part) or b"")[:-1] + b"x")
    with pytest.raises(InputError, match="corrupt"):
        Results(files).read(RUN)


def test_a_newer_schema_is_refused(files: Files) -> None:
    """A store written by a newer version is not read by guess."""
    Results(files).write(finished())
    path = f"_commits/date=2026-11-30/{RUN}.json"
    commit = json.loads(files.read(path) or b"")
    files.write(path, json.dumps({**commit, "schema_version": 99}).encode())
    with pytest.raises(InputError, match="newer lastgreen"):
        Results(files).read(RUN)


def test_ids_sort_by_time(files: Files) -> None:
    """The newest run is the last one."""
    for run_id in ("20261130T104153Z-ffffff", "20261201T000000Z-000000", "20261130T104152Z-aaaaaa"):
        Results(files).write(finished(run_id))
    assert Results(files).ids()[-1] == "20261201T000000Z-000000"


def test_many_runs_are_read_in_the_order_they_are_named(files: Files) -> None:
    """Also one of them twice."""
    ids = ["20261130T104153Z-ffffff", "20261201T000000Z-000000"]
    for run_id in ids:
        Results(files).write(finished(run_id))
    found = Results(files).read_many([ids[1], ids[0], ids[1]])
    assert [run.info.run_id for run in found] == [ids[1], ids[0], ids[1]]
    assert all(run.trials == finished().trials for run in found)


def test_of_many_runs_the_one_that_is_not_there_is_told(files: Files) -> None:
    """With the nearest id."""
    Results(files).write(finished())
    with pytest.raises(InputError, match=f"'20261130T104153Z-1f0c9b' is not in the store.*did you mean '{RUN}'"):
        Results(files).read_many([RUN, "20261130T104153Z-1f0c9b"])
