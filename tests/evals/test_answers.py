"""An answer, a fault and nothing at all are three different things."""

from __future__ import annotations

import dataclasses

import pytest

from evals.answers import Answer, Fault, Missing, Usage


@pytest.mark.parametrize("kind", [Usage, Answer, Fault, Missing])
def test_everything_that_is_not_told_is_unknown_and_never_zero(kind: type) -> None:
    """A default of 0 tokens, 0 seconds or 0 money would enter sums and means."""
    numbers = {"input_tokens", "output_tokens", "cached_tokens", "cost", "latency", "model_version"}
    defaults = {field.name: field.default for field in dataclasses.fields(kind) if field.name in numbers}
    assert all(value is None for value in defaults.values())


def test_nothing_that_came_back_can_be_changed_afterwards() -> None:
    """What the journal holds and what was scored are the same value."""
    for response in (Answer("a"), Fault("timeout"), Missing("unreachable")):
        for field in dataclasses.fields(response):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(response, field.name, None)


def test_answers_of_the_same_content_are_equal_and_kinds_never_are() -> None:
    """A fault called like a missing answer is still a fault."""
    assert Answer("a") == Answer("a", usage=Usage())
    kinds: list[object] = [Fault("timeout"), Missing("timeout"), Answer("timeout")]
    assert all(one != other for one in kinds for other in kinds if one is not other)
