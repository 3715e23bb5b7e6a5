"""Families of models."""

from __future__ import annotations

import pytest

from evals.judging.families import family_of, shared_families


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("gpt-4o-mini", "gpt"),
        ("openai/gpt-4o", "gpt"),
        ("GPT-4o", "gpt"),
        ("claude-sonnet-4-5", "claude"),
        ("meta-llama/Llama-3.1-8B", "llama"),
        ("o3-mini", "o"),
        ("qwen2.5", "qwen"),
        ("", ""),
        ("4o", ""),
    ],
)
def test_a_family_is_the_first_word_of_a_model_s_own_name(model: str, family: str) -> None:
    """Whoever serves it."""
    assert family_of(model) == family


@pytest.mark.parametrize(
    ("some", "others", "shared"),
    [
        (["gpt-4o"], ["gpt-5-mini"], ("gpt",)),
        (["gpt-4o"], ["claude-haiku"], ()),
        (["", ""], [""], ()),
        (["gpt-4o", "claude-x"], ["claude-y", "gpt-5"], ("claude", "gpt")),
        ([], ["gpt-4o"], ()),
    ],
)
def test_families_in_common_are_told_once(some: list[str], others: list[str], shared: tuple[str, ...]) -> None:
    """Models without a name belong to none."""
    assert shared_families(some, others) == shared
