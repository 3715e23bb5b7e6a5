"""What a comparison tells beside its figures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tasks.compare import _kinship
from tasks.plan import Plan
from tests.builders import make_info
from tests.tasks.judges.provider import ADAPTER, RAW

GPT = {**RAW, "model": "gpt-5-mini"}
PANEL = {"kind": "panel", "judges": [GPT, {**RAW, "model": "claude-haiku-4-5"}]}


@pytest.mark.parametrize(
    ("target_model", "answered", "judge", "families"),
    [
        ("gpt-4o", "", GPT, ["gpt"]),
        (None, "gpt-4o-2024-08-06", GPT, ["gpt"]),
        (None, "claude-opus-5, gpt-4o", PANEL, ["claude", "gpt"]),
        ("claude-opus-5", "", GPT, []),
        (None, "", GPT, []),
        ("gpt-4o", "", {"kind": "heuristic"}, []),
        ("gpt-4o", "", None, []),
    ],
)
def test_a_judge_of_the_app_s_own_family_is_told(
    target_model: str | None, answered: str, judge: dict[str, Any] | None, families: list[str]
) -> None:
    """By the model that the target is set to, or says that it runs."""
    target = SimpleNamespace(model=target_model) if target_model else SimpleNamespace()
    plan = cast("Plan", SimpleNamespace(target=target, judge=judge and ADAPTER.validate_python(judge)))
    notes = _kinship(plan, make_info(model_version=answered))
    assert list(notes) == [
        f"Judge and app both run {name} models, and a judge favours its own family." for name in families
    ]
