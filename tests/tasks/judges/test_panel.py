"""Several judges at once."""

from __future__ import annotations

import pytest

from evals.answers import Answer
from evals.judging.judgement import Judgement, Unscored
from tasks.judges.panel import PanelJudge
from tests.tasks.builders import make_case
from tests.tasks.judges.provider import Provider, completion, judging, verdict

pytestmark = pytest.mark.anyio


async def test_the_median_of_each_score_counts_and_the_spread_is_told() -> None:
    """Costs and votes add up."""
    async with (
        judging(Provider(verdict(correctness=1))) as one,
        judging(Provider(verdict(correctness=4)), model="judge-1b") as two,
        judging(Provider(verdict(correctness=5)), model="judge-1c") as three,
    ):
        panel = PanelJudge([one, two, three], one.rubric)
        judgement = await panel.score(make_case(), Answer("x"))
    assert isinstance(judgement, Judgement)
    assert (judgement.scores["correctness"], judgement.cost, judgement.votes) == (4.0, 360.0, 3)
    assert judgement.explanation == "spread 4. By the reference."


async def test_a_panel_that_is_not_complete_gives_no_judgement() -> None:
    """It says who gave none, and why."""
    async with judging(Provider(verdict())) as one, judging(Provider(completion(None, refusal="No."))) as two:
        unscored = await PanelJudge([one, two], one.rubric).score(make_case(), Answer("x"))
    assert isinstance(unscored, Unscored)
    assert unscored.reason == "refused"
    assert unscored.detail.startswith("openai-chat judge-1")
