"""Work is cut into few batches of equal size, in order, and nothing is lost."""

from __future__ import annotations

import dataclasses
from typing import Generic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.batches import BATCHES_A_STAGE, Batch, split


@pytest.mark.parametrize(
    ("items", "at_most", "sizes"),
    [
        (0, 24, []),
        (1, 24, [1]),
        (24, 24, [1] * 24),
        (25, 24, [2] * 12 + [1]),
        (100, 24, [5] * 20),
        (500, 24, [21] * 23 + [17]),
        (10, 3, [4, 4, 2]),
        (3, 1, [3]),
    ],
)
def test_there_are_at_most_so_many_batches_and_one_case_a_batch_while_that_is_possible(
    items: int, at_most: int, sizes: list[int]
) -> None:
    """A small set shows each case in the Prefect UI; a large one must not flood its server."""
    assert [len(batch) for batch in split(range(items), at_most)] == sizes


@given(st.integers(0, 3000), st.integers(1, 64))
@settings(max_examples=60)
def test_every_item_is_in_exactly_one_batch_in_order(items: int, at_most: int) -> None:
    """And no batch is empty."""
    batches = split(range(items), at_most)
    assert [item for batch in batches for item in batch] == list(range(items))
    assert len(batches) <= at_most
    assert all(len(batch) > 0 for batch in batches)


@pytest.mark.parametrize(
    ("items", "at_most", "labels"),
    [
        (3, 24, ["1 of 3", "2 of 3", "3 of 3"]),
        (10, 3, ["1-4 of 10", "5-8 of 10", "9-10 of 10"]),
        (9, 4, ["1-3 of 9", "4-6 of 9", "7-9 of 9"]),
        (4, 3, ["1-2 of 4", "3-4 of 4"]),
        (3, 2, ["1-2 of 3", "3 of 3"]),
    ],
)
def test_a_batch_is_named_by_the_items_it_holds(items: int, at_most: int, labels: list[str]) -> None:
    """Task runs are called ``generate 9-16 of 100``."""
    assert [batch.label for batch in split(range(items), at_most)] == labels


def test_a_batch_is_opaque_to_whoever_walks_into_arguments() -> None:
    """Prefect looks into dataclasses, lists and dicts for upstream results, which cost 5 s for 2,400 cases."""
    batch = Batch("1 of 1", [1])
    assert not dataclasses.is_dataclass(batch)
    assert type(batch).__mro__[1:] == (Generic, object)
    assert not hasattr(batch, "__dict__")


def test_the_number_of_batches_keeps_a_stage_below_64_task_runs() -> None:
    """Beyond that the server is busy for a minute after the run."""
    assert BATCHES_A_STAGE <= 64
