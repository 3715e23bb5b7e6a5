"""Money is known or unknown; a guess would move the cost rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from evals.answers import Usage
from evals.prices import Price, PriceTable, cost_of
from tests.builders import make_answer

TABLE = PriceTable(
    models={
        "gpt-4": Price(input=30, output=60),
        "gpt-4o": Price(input=2.5, output=10, cached_input=1.25),
        "gpt-4o-mini": Price(input=0.15, output=0.6),
    }
)


@pytest.mark.parametrize(
    ("model", "priced_as"),
    [
        ("gpt-4o", "gpt-4o"),
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("gpt-4o@20240806", "gpt-4o"),
        ("gpt-4o-mini", "gpt-4o-mini"),
        ("gpt-4o-mini-2024-07-18", "gpt-4o-mini"),
        ("gpt-4", "gpt-4"),
        ("gpt-4-0613", "gpt-4"),
        ("gpt-4-latest", "gpt-4"),
        ("gpt-4-1.4.0", "gpt-4"),
        ("gpt-4-v2", "gpt-4"),
        ("gpt-4-20240307-v1:0", "gpt-4"),
        ("gpt-4.1", None),
        ("gpt-4-32k", None),
        ("gpt-4-5", None),
        ("gpt-4o-pro", None),
        ("gpt-4o-mini-2024", "gpt-4o-mini"),
        ("gpt-4o-mini-audio", None),
        ("openai/gpt-4o", None),
        ("gpt-45", None),
        ("gpt-4turbo", None),
        ("gpt", None),
        ("claude", None),
        ("", None),
        (None, None),
    ],
)
def test_a_model_is_priced_by_the_longest_entry_of_which_it_is_a_version(
    model: str | None, priced_as: str | None
) -> None:
    """``gpt-4.1`` and ``gpt-4-32k`` are no versions of ``gpt-4``: they have prices of their own, or none."""
    expected = TABLE.models[priced_as] if priced_as else None
    assert TABLE.find(model) == expected


@pytest.mark.parametrize(
    ("changes", "cost"),
    [
        # 1,000,000 x 2.50 + 100,000 x 10.00, per million
        ({"usage": Usage(1_000_000, 100_000)}, 3.5),
        # 400,000 of the million are cached at half the price: 0.6 x 2.50 + 0.4 x 1.25
        ({"usage": Usage(1_000_000, 0, 400_000)}, 2.0),
        ({"usage": Usage(0, 0)}, 0.0),
        ({"usage": Usage(None, 10)}, None),
        ({"usage": Usage(10, None)}, None),
        ({"usage": Usage()}, None),
        ({"usage": Usage(10, 10, 11)}, None),
        ({"usage": Usage(10, 10), "model_version": "unheard-of"}, None),
        ({"usage": Usage(10, 10), "model_version": None}, None),
        ({"usage": Usage(10, 10), "cost": 0.07}, 0.07),
        ({"usage": Usage(), "cost": 0.0, "model_version": None}, 0.0),
    ],
)
def test_cost_is_the_targets_own_else_tokens_at_the_tables_price_else_unknown(
    changes: dict[str, Any], cost: float | None
) -> None:
    """Worked out by hand beside each line; what cannot be priced is None."""
    answer = make_answer(**{"cost": None, "model_version": "gpt-4o", **changes})
    assert cost_of(answer, TABLE) == (None if cost is None else pytest.approx(cost))


def test_without_a_cached_price_cached_tokens_cost_what_others_cost() -> None:
    """The dearer reading: a discount nobody stated is not assumed."""
    answer = make_answer(cost=None, model_version="gpt-4", usage=Usage(1_000_000, 0, 500_000))
    assert cost_of(answer, TABLE) == pytest.approx(30)


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
@settings(max_examples=50)
def test_cached_tokens_are_counted_once(prompt: int, completion: int, cached: int) -> None:
    """With a cached price, the cost never exceeds the cost without a cache, and never falls below nothing."""
    answer = make_answer(cost=None, model_version="gpt-4o", usage=Usage(prompt, completion, min(cached, prompt)))
    plain = make_answer(cost=None, model_version="gpt-4o", usage=Usage(prompt, completion))
    known, full = cost_of(answer, TABLE), cost_of(plain, TABLE)
    assert known is not None
    assert full is not None
    assert 0 <= known <= full + 1e-12


@pytest.mark.parametrize(
    "table",
    [
        {"models": {"a": {"input": -1, "output": 0}}},
        {"models": {"a": {"input": 1}}},
        {"models": {"a": {"input": 1, "output": 1, "cachd_input": 1}}},
        {"models": {"": {"input": 1, "output": 1}}},
        {"currency": "dollars"},
        {"modles": {}},
        {"as_of": "yesterday"},
    ],
)
def test_a_price_table_with_a_wrong_value_or_an_unknown_key_is_refused(table: dict[str, object]) -> None:
    """A misspelled key would be a price that silently does not hold."""
    with pytest.raises(ValidationError):
        PriceTable.model_validate(table)
