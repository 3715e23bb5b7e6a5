"""What a set holds, in numbers."""

from __future__ import annotations

from evals.cases.golden_set import assemble
from evals.cases.summary import summarize, summary_text
from tests.evals.cases.build import CHECK, load, make_fields

GOLDEN = assemble(
    load(
        make_fields(id="a", tags=["smoke", "critical"], category="billing", min_judge_score=4),
        make_fields(id="b", tags=["smoke"], difficulty="hard", checks=[CHECK, {"type": "format", "value": "json"}]),
        make_fields(id="c", tags=["extended-only"], category="billing"),
    ),
    "golden/v2",
    "v2",
    {"old": "gone"},
)


def test_every_group_is_counted() -> None:
    """Most frequent first, then by name; tiers and difficulties in their own order."""
    summary = summarize(GOLDEN)
    assert (summary.cases, summary.judged, summary.retired) == (3, 1, 1)
    assert list(summary.tiers.items()) == [("smoke", 2), ("full", 2), ("extended", 3)]
    assert list(summary.categories.items()) == [("billing", 2), ("uncategorized", 1)]
    assert list(summary.difficulties.items()) == [("easy", 0), ("medium", 2), ("hard", 1)]
    assert list(summary.tags.items()) == [("smoke", 2), ("critical", 1), ("extended-only", 1)]
    assert summary.checks == {CHECK["type"]: 3, "format": 1}


def test_the_text_has_a_line_for_each_group() -> None:
    """For a terminal."""
    lines = summary_text(summarize(GOLDEN)).splitlines()
    assert lines[0] == "golden/v2: 3 cases, no problems (version v2)"
    assert "  tags        smoke 2, critical 1, extended-only 1" in lines
    assert "  judge       with a floor 1, by checks alone 2" in lines
