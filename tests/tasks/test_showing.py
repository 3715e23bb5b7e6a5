"""What is shown of a run while it goes on."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tasks.progress import Silent, progress
from tasks.showing import Shown, shown_in_prefect
from tests.builders import make_trial


def test_an_answer_is_half_a_trial_and_its_score_the_other_half() -> None:
    """As the bar on a terminal has it."""
    shown = Shown(logging.getLogger("test"))
    seen = [shown.percent]
    shown.expect(2)
    for step in (
        shown.answered,
        lambda: shown.scored(make_trial()),
        shown.answered,
        lambda: shown.scored(make_trial()),
    ):
        step()
        seen.append(shown.percent)
    shown.expect(2)
    assert [*seen, shown.percent] == [0, 25, 50, 75, 100, 50]


def test_news_are_log_lines(caplog: pytest.LogCaptureFixture) -> None:
    """So that the run's page in Prefect has them."""
    with caplog.at_level(logging.INFO):
        Shown(logging.getLogger("test")).say("resuming")
    assert caplog.messages == ["resuming"]


def test_outside_of_a_deployment_nothing_is_shown_in_prefect() -> None:
    """The terminal hears it instead."""

    async def look() -> object:
        async with shown_in_prefect():
            return progress()

    assert isinstance(asyncio.run(look()), Silent)
