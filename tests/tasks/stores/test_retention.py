"""Retention: what need not be kept goes, what is named stays, and nothing goes before it was planned."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest

from evals.errors import InputError
from evals.gate.baseline import Anchor, Baselines, Pool
from tasks.stores.baselines import change_baselines
from tasks.stores.catalogue import open_catalogue
from tasks.stores.commits import commit_path, list_runs
from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.index import read_head
from tasks.stores.results import Results
from tasks.stores.retention import Rule, plan_removal, protected_runs, remove
from tasks.stores.verification import verify
from tests.evals.results.build import finished

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


def run_id(day: int) -> str:
    """A run at noon of a day of November 2026."""
    return f"202611{day:02d}T120000Z-0000{day:02d}"


@pytest.fixture
def filled(files: Files) -> Files:
    """A run on each of the first five days."""
    for day in range(1, 6):
        Results(files).write(finished(run_id(day)))
    return files


def every_file(files: Files) -> dict[str, bytes | None]:
    """All files with their content."""
    folders = ("results", "transcripts", "runs", "_commits", "_index", "journal", "requests", "baselines")
    return {path: files.read(path) for folder in folders for path in files.list(folder)}


def days_of(runs: tuple[str, ...]) -> list[int]:
    """Days of some runs."""
    return [int(run[6:8]) for run in runs]


@pytest.mark.parametrize(
    ("rule", "gone"),
    [
        (Rule(), []),
        (Rule(keep=5), []),
        (Rule(keep=2), [1, 2, 3]),
        (Rule(keep=0), [1, 2, 3, 4, 5]),
        (Rule(days=27), [1, 2]),
        (Rule(days=0), [1, 2, 3, 4, 5]),
        (Rule(keep=4, days=27), [1]),
        (Rule(keep=1, days=27), [1, 2]),
        (Rule(runs=frozenset({run_id(5)})), [5]),
        (Rule(keep=4, runs=frozenset({run_id(5)})), [1, 5]),
    ],
)
def test_a_run_goes_when_every_rule_that_is_set_lets_it(filled: Files, rule: Rule, gone: list[int]) -> None:
    """The plan names them and changes nothing; applied, exactly they are gone, parts and all."""
    before = every_file(filled)
    plan = plan_removal(filled, NOW, rule)
    assert (days_of(plan.runs), plan.kept) == (gone, 5 - len(gone))
    assert every_file(filled) == before
    assert days_of(remove(filled, plan, NOW)) == gone
    left = {path for path in before if not any(run_id(day) in path for day in gone)}
    assert set(every_file(filled)) == left
    assert verify(filled).problems == ()


def _document(pool: str, **more: object) -> bytes:
    import json

    return json.dumps({"version": 2, "pool": {"kind": "pool", "runs": [{"run_id": pool}]}, **more}).encode()


def test_what_a_baseline_an_anchor_or_a_pin_names_never_goes(filled: Files) -> None:
    """In documents of every version, wherever it stands; what their history remembers may go."""
    filled.write(
        "baselines/v1/app/smoke.json",
        _document(
            run_id(1),
            pinned={"kind": "pool", "runs": [{"run_id": run_id(2)}]},
            anchors=[{"name": "1.0", "pool": {"kind": "green", "run_ids": [run_id(3)]}}],
            history=[{"kind": "pool", "runs": [{"run_id": run_id(4)}]}],
        ),
    )
    plan = plan_removal(filled, NOW, Rule(keep=0, runs=frozenset({run_id(1)})))
    assert days_of(plan.runs) == [4, 5]
    assert dict(plan.protected) == dict.fromkeys([run_id(1), run_id(2), run_id(3)], "baselines/v1/app/smoke")
    remove(filled, plan, NOW)
    assert days_of(list_runs(filled)) == [1, 2, 3]


def pool(day: int, **changes: object) -> Pool:
    """What names the run of a day."""
    run = {"run_id": run_id(day), "commit_sha": f"c{day}", "created_at": f"2026-11-{day:02d}T12:00:00+00:00", **changes}
    return Pool.model_validate({"kind": "pool", "runs": [run]})


def test_what_the_product_itself_names_never_goes(files: Files) -> None:
    """The pool, the last green run, the last one of a branch, a pin and an anchor; a pool that was replaced may go."""
    for day in range(1, 8):
        Results(files).write(finished(run_id(day)))
    green = pool(3).model_copy(update={"kind": "green"})

    def name(found: Baselines) -> Baselines:
        found = found.recorded(pool(1)).recorded(pool(2), start_over=True).recorded(green)
        found = found.passed_on_branch(pool(4, branch="fees")).with_pin(pool(5))
        return found.with_anchor(Anchor(name="1.0", pool=pool(6)))

    change_baselines(files, "v1", "app", "full", name)
    before = files.read("baselines/v1/app/full.json")
    plan = plan_removal(files, NOW, Rule(keep=0, days=0, runs=frozenset(map(run_id, range(1, 8)))))
    assert days_of(remove(files, plan, NOW)) == [1, 7]
    assert days_of(tuple(plan.protected)) == [2, 3, 4, 5, 6]
    assert files.read("baselines/v1/app/full.json") == before
    assert [len(run.trials) for run in Results(files).read_many(list_runs(files))] == [5] * 5
    assert (verify(files).problems, verify(files).leftovers) == ((), ())


def test_a_run_that_becomes_a_baseline_after_the_plan_stays_whole(filled: Files) -> None:
    """Baselines are read again before anything goes."""
    plan = plan_removal(filled, NOW, Rule(keep=3))
    filled.write("baselines/v1/app/full.json", _document(run_id(2)))
    assert days_of(remove(filled, plan, NOW)) == [1]
    assert len(Results(filled).read(run_id(2)).trials) == 5


@pytest.mark.parametrize("data", [b"{", b"[]", b""])
def test_without_knowing_what_is_protected_nothing_goes(filled: Files, data: bytes) -> None:
    """A corrupt document may protect anything."""
    filled.write("baselines/v1/app/smoke.json", data)
    with pytest.raises(InputError, match="which runs it protects is not known"):
        plan_removal(filled, NOW, Rule(keep=0))
    assert len(list_runs(filled)) == 5


def test_removed_runs_leave_the_index_too(filled: Files) -> None:
    """No row of theirs is left for anybody to find."""
    compact(filled, NOW.isoformat())
    remove(filled, plan_removal(filled, NOW, Rule(keep=2)), NOW)
    assert read_head(filled).results[0].rows == 10
    with open_catalogue(filled, with_trials=True) as catalogue:
        assert list(catalogue.find("SELECT count(DISTINCT run_id) FROM results").rows) == [(2,)]


def age(tmp_path: Path, relative: str, days: float) -> None:
    """Make a local file as old as that."""
    then = NOW.timestamp() - days * 86_400
    os.utime(tmp_path / relative, (then, then))


def test_leftovers_go_when_they_are_a_day_old(tmp_path: Path) -> None:
    """A younger one may belong to a run that is being written."""
    files = Files(str(tmp_path))
    Results(files).write(finished(run_id(1)))
    for name, days in (("old", 1.5), ("young", 0.5)):
        files.write(f"results/golden_version=v1/date=2026-11-29/{name}.parquet", b"x")
        age(tmp_path, f"results/golden_version=v1/date=2026-11-29/{name}.parquet", days)
    plan = plan_removal(files, NOW, Rule())
    assert [entry.path.rsplit("/", 1)[-1] for entry in plan.files] == ["old.parquet"]
    remove(files, plan, NOW)
    assert len(verify(files).leftovers) == 1


def test_journals_go_with_their_purpose(tmp_path: Path) -> None:
    """Of finished runs after a day; of runs never finished when they are old; never of one that is being written."""
    files = Files(str(tmp_path))
    Results(files).write(finished(run_id(1)))
    for run, modified in ((run_id(1), 2.0), (run_id(2), 20.0), (run_id(3), 0.0), (run_id(29), 2.0)):
        for path in (f"journal/{run}.jsonl", f"requests/{run}.json"):
            files.write(path, b"{}")
            age(tmp_path, path, modified)
    plan = plan_removal(files, NOW, Rule())
    assert [entry.path for entry in plan.files] == [f"journal/{run_id(1)}.jsonl"]
    plan = plan_removal(files, NOW, Rule(keep=1, days=10))
    assert plan.unfinished == (run_id(2),)
    assert sorted(entry.path for entry in plan.files) == [
        f"journal/{run_id(1)}.jsonl",
        f"journal/{run_id(2)}.jsonl",
        f"requests/{run_id(2)}.json",
    ]


def test_a_broken_run_can_be_removed_by_name_and_only_so(filled: Files) -> None:
    """Whatever of it is broken; otherwise a broken store is left alone."""
    filled.write(commit_path(run_id(2)), b"{")
    with pytest.raises(InputError, match="is corrupt"):
        plan_removal(filled, NOW, Rule(keep=1))
    now = dt.datetime.now(dt.UTC)
    remove(filled, plan_removal(filled, now, Rule(runs=frozenset({run_id(2)}))), now)
    assert days_of(list_runs(filled)) == [1, 3, 4, 5]
    assert (verify(filled).problems, len(verify(filled).leftovers)) == ((), 3)


def test_an_unknown_run_is_not_removed_by_name(filled: Files) -> None:
    """The nearest ones are named."""
    with pytest.raises(InputError, match=f"did you mean '{run_id(1)}'"):
        plan_removal(filled, NOW, Rule(runs=frozenset({run_id(1)[:-1]})))


def test_a_removal_that_is_cut_short_leaves_a_valid_store(filled: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits go first: what is left is named by nothing."""
    plan = plan_removal(filled, NOW, Rule(keep=2))
    removed: list[str] = []
    whole = Files.remove

    def dying(self: Files, relative: str) -> None:
        if len(removed) == 5:
            raise KeyboardInterrupt
        removed.append(relative)
        whole(self, relative)

    monkeypatch.setattr(Files, "remove", dying)
    with pytest.raises(KeyboardInterrupt):
        remove(filled, plan, NOW)
    monkeypatch.setattr(Files, "remove", whole)
    assert (verify(filled).problems, days_of(list_runs(filled))) == ((), [4, 5])


def test_no_baselines_protect_nothing(files: Files) -> None:
    """A store without documents."""
    assert protected_runs(files) == {}
