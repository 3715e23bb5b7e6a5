"""Tiers, tags and ids: what a run takes of a set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.cases.case import Case
from evals.cases.select import Tier, select_cases, split_tags, tag_counts
from evals.errors import InputError


def make_case(case_id: str, *tags: str) -> Case:
    """A case with tags."""
    return Case(case_id, "What?", (), tags=frozenset(tags))


POOL = (
    make_case("a", "smoke", "critical"),
    make_case("b", "smoke"),
    make_case("c", "critical", "redteam", "extended-only"),
    make_case("d"),
)


def ids_of(cases: Iterable[Case]) -> str:
    """The ids, joined."""
    return "".join(case.id for case in cases)


@pytest.mark.parametrize(
    ("filters", "chosen"),
    [
        ({}, "abcd"),
        ({"tier": "smoke"}, "ab"),
        ({"tier": "full"}, "abd"),
        ({"tier": Tier.EXTENDED}, "abcd"),
        ({"tags": ["smoke"]}, "ab"),
        ({"tags": ["smoke,critical"]}, "abc"),
        ({"tags": ["smoke", " critical "]}, "abc"),
        ({"tags": ["critical"], "tier": "full"}, "a"),
        ({"ids": ["d", "a"]}, "ad"),
        ({"ids": ["a", "b"], "tags": ["critical"]}, "a"),
        ({"tags": [" , "]}, "abcd"),
    ],
)
def test_a_case_is_taken_when_every_filter_lets_it_through(filters: dict[str, Any], chosen: str) -> None:
    """Tags of one filter are alternatives, filters are conditions."""
    assert ids_of(select_cases(POOL, **filters)) == chosen


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        ({"tier": "smok"}, "tier must be one of smoke, full, extended, got 'smok'"),
        (
            {"tags": ["smoke,critcal"]},
            "no case has tag 'critcal'; did you mean 'critical'? (known tags: critical, smoke",
        ),
        ({"ids": ["e"]}, "no case has id 'e'"),
        (
            {"tier": "smoke", "tags": ["redteam"]},
            "tier 'smoke' with tags 'redteam' selects none of 4 cases (known tags: critical, smoke",
        ),
        ({"ids": ["d"], "tags": ["smoke"]}, "ids 'd' selects none of 4 cases"),
    ],
)
def test_a_filter_that_selects_nothing_is_an_error(filters: dict[str, Any], said: str) -> None:
    """The filter and the tags that exist are named."""
    with pytest.raises(InputError) as caught:
        select_cases(POOL, **filters)
    assert said in str(caught.value)


def test_a_long_list_of_tags_is_cut() -> None:
    """A message stays readable."""
    pool = [make_case(str(number), f"tag-{number:03}") for number in range(100)]
    with pytest.raises(InputError, match="and 60 more"):
        select_cases(pool, tags=["none"])


def test_tags_are_counted_most_frequent_first() -> None:
    """Equal counts are in the order of their names."""
    assert list(tag_counts(POOL).items()) == [("critical", 2), ("smoke", 2), ("extended-only", 1), ("redteam", 1)]


@settings(max_examples=50)
@given(st.lists(st.lists(st.sampled_from(["smoke", "extended-only", "x"]), unique=True), min_size=1, max_size=8))
def test_every_tier_is_part_of_the_next(tagged: list[list[str]]) -> None:
    """Smoke within extended, full within extended, order kept."""
    pool = [make_case(str(number), *tags) for number, tags in enumerate(tagged)]
    for tier in Tier:
        taken = [case for case in pool if tier.takes(case)]
        if taken:
            assert list(select_cases(pool, tier=tier)) == taken
    assert all(Tier.EXTENDED.takes(case) for case in pool)


def test_commas_separate_tags() -> None:
    """Blank parts are nothing."""
    assert split_tags(["a, b", "c,,"]) == {"a", "b", "c"}
