"""The local judge behind the interface of all judges."""

from __future__ import annotations

import pytest

from evals.answers import Answer
from evals.judging.judgement import Judgement
from tasks.judges.opening import open_judge
from tests.tasks.builders import make_case
from tests.tasks.judges.provider import ADAPTER

pytestmark = pytest.mark.anyio


async def test_the_local_judge_scores_without_key_or_network() -> None:
    """The reference's own words score higher than another figure."""
    case = make_case(reference_answer="Parental leave is 14 weeks.", context="Parental leave is 14 weeks.")
    async with open_judge(ADAPTER.validate_python({"kind": "heuristic"}), {}) as judge:
        assert judge is not None
        right = await judge.score(case, Answer("Parental leave is 14 weeks."))
        wrong = await judge.score(case, Answer("Parental leave is 20 weeks."))
    assert isinstance(right, Judgement)
    assert isinstance(wrong, Judgement)
    assert right.overall > wrong.overall
    assert right.judge == judge.key
