"""Shards: every case in exactly one, the same split every time, and parts that come back as one run's trials."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.errors import InputError, StoreError
from tasks.budget import Budget
from tasks.config_file import Config, TierConfig
from tasks.request import RunRequest
from tasks.run_ids import RUN_ID
from tasks.sharding import has_part, own_budget, own_cases, read_parts, shard_requests, shard_run_id, write_part
from tasks.stores.files import Files
from tests.builders import make_case, make_finished, make_info, make_trial

PARENT = "20261130T104153Z-1f0c9a"
IDS = st.lists(st.text("abc019-_", min_size=1, max_size=6), min_size=1, max_size=40, unique=True)


def plan(ids: list[str], request: RunRequest, root: Path | str = "unused") -> Any:
    """As much of a plan as sharding looks at."""
    info = make_info(run_id=PARENT)
    return SimpleNamespace(request=request, cases={i: make_case(i) for i in ids}, info=info, files=Files(str(root)))


@settings(max_examples=60)
@given(ids=IDS, shards=st.integers(1, 12))
def test_every_case_is_in_exactly_one_shard_and_shards_are_even(ids: list[str], shards: int) -> None:
    """Whatever the ids are; the order of the set is kept."""
    cases = [make_case(i) for i in ids]
    parts = [own_cases(cases, RunRequest(shards=shards, shard=number)) for number in range(shards)]
    assert sorted(case.id for part in parts for case in part) == sorted(ids)
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    for part in parts:
        assert [case.id for case in part] == [i for i in ids if i in {case.id for case in part}]


@settings(max_examples=30)
@given(ids=IDS, shards=st.integers(2, 8))
def test_the_split_does_not_depend_on_the_order_of_the_set(ids: list[str], shards: int) -> None:
    """A shard that was started again has the cases it had."""
    request = RunRequest(shards=shards, shard=1)
    forth = {case.id for case in own_cases([make_case(i) for i in ids], request)}
    back = {case.id for case in own_cases([make_case(i) for i in reversed(ids)], request)}
    assert forth == back


def test_a_run_in_one_piece_has_all_cases_and_no_shards() -> None:
    """And so has a shard itself: it is not split again."""
    cases = [make_case("a"), make_case("b")]
    assert own_cases(cases, RunRequest()) == tuple(cases)
    assert shard_requests(plan(["a", "b"], RunRequest())) == []
    assert shard_requests(plan(["a", "b"], RunRequest(shards=2, shard=0))) == []


def test_shards_ask_what_their_run_asks_but_compare_with_nothing() -> None:
    """The same trials, seed and time; ids of their own, the same every time."""
    asked = RunRequest(run_id=PARENT, shards=3, endpoint="http://app", tier="full")
    requests = shard_requests(plan(["a", "b", "c"], asked))
    assert [one.shard for one in requests] == [0, 1, 2]
    assert {
        (one.parent, one.shards, one.endpoint, one.tier, one.baseline, one.seed, one.trials) for one in requests
    } == {(PARENT, 3, "http://app", "full", "none", 0, 1)}
    assert len({one.run_id for one in requests} | {PARENT}) == 4
    assert all(RUN_ID.fullmatch(one.run_id) for one in requests)
    assert requests == shard_requests(plan(["a", "b", "c"], asked))
    assert shard_run_id(PARENT, 0, 3) != shard_run_id(PARENT, 0, 4)


def test_more_shards_than_cases_are_bad_input() -> None:
    """Some would have nothing to do."""
    with pytest.raises(InputError, match="at most the number of cases, 2, got 3"):
        shard_requests(plan(["a", "b"], RunRequest(shards=3)))


@pytest.mark.parametrize(
    ("money", "request_", "share"),
    [
        (8.0, RunRequest(shards=4, shard=1), 2.0),
        (8.0, RunRequest(shards=4), 8.0),
        (None, RunRequest(shards=4, shard=0), None),
    ],
)
def test_a_shard_has_its_share_of_the_money(money: float | None, request_: RunRequest, share: float | None) -> None:
    """Together they spend what the run may."""
    target = {"kind": "http", "url": "http://app/ask"}
    config = Config.model_validate(
        {
            "golden_set": "g",
            "target": "app",
            "targets": {"app": target},
            "tiers": {"smoke": TierConfig(budget=Budget(money=money))},
        }
    )
    assert own_budget(config, request_).tier("smoke").budget.money == share


def test_parts_come_back_as_the_trials_of_one_run(tmp_path: Path) -> None:
    """In the order that one run would have: repeat by repeat, case by case."""
    whole = plan(["a", "b", "c"], RunRequest(run_id=PARENT, shards=2), tmp_path)
    requests = shard_requests(whole)
    for request, ids in zip(requests, (["a", "c"], ["b"]), strict=True):
        part = plan(ids, request, tmp_path)
        assert not has_part(part)
        write_part(part, make_finished([make_trial(i, trial=number) for i in ids for number in (0, 1)]))
        assert has_part(part)
    found = [(trial.case_id, trial.trial) for trial in read_parts(whole, requests)]
    assert found == [("a", 0), ("b", 0), ("c", 0), ("a", 1), ("b", 1), ("c", 1)]


def test_a_part_that_is_missing_is_named(tmp_path: Path) -> None:
    """Half a result is none."""
    whole = plan(["a", "b"], RunRequest(run_id=PARENT, shards=2), tmp_path)
    requests = shard_requests(whole)
    write_part(plan(["a"], requests[0], tmp_path), make_finished())
    with pytest.raises(StoreError, match="shard 1 of run"):
        read_parts(whole, requests)
