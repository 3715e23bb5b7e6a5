"""The check of Markdown blocks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.evals.checks.trying import attempt, outcome, refusal


@pytest.mark.parametrize(
    ("kind", "text", "occurs"),
    [
        ("heading", "# Title", True),
        ("heading", "Title\n=====", True),
        ("heading", "#hashtag", False),
        ("heading", "> # quoted", True),
        ("heading", "````md\n```\n# no\n```\n````", False),
        ("heading", "    # code", False),
        ("heading", "\\# escaped", False),
        ("heading_2", "## Two", True),
        ("heading_2", "# One", False),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |", True),
        ("table", "a | b\n--- | ---\n1 | 2", True),
        ("table", "| a | b |\n| 1 | 2 |", False),
        ("table", "| a | b |\n|---|\n| 1 | 2 |", False),
        ("bullet_list", "* one", True),
        ("bullet_list", "-one", False),
        ("bullet_list", "1. one", False),
        ("ordered_list", "3) three", True),
        ("ordered_list", "1.one", False),
        ("list", "1. one", True),
        ("list", "+ one", True),
        ("code_block", "```python\nprint(1)\n```", True),
        ("code_block", "    print(1)", True),
        ("code_block", "use `print` here", False),
        ("fenced_code", "~~~\nx\n~~~", True),
        ("fenced_code", "    x", False),
        ("indented_code", "    x", True),
        ("blockquote", "> quoted", True),
        ("blockquote", "a > b", False),
        ("thematic_break", "a\n\n---", True),
        ("thematic_break", "a\n---", False),
        ("hr", "***", True),
        ("html_block", "<div>\nx\n</div>", True),
        ("paragraph", "text", True),
        ("paragraph", "# only a heading", False),
    ],
)
def test_blocks_are_what_the_parser_sees(kind: str, text: str, occurs: bool) -> None:
    """CommonMark with GitHub's tables decides, not the look of a line."""
    assert outcome({"type": "markdown_structure", "require": [kind]}, text) == ("pass" if occurs else "fail")


def test_all_required_blocks_must_occur() -> None:
    """The score is the share that does, and what was found is evidence."""
    result = attempt({"type": "markdown_structure", "require": ["heading", "table"]}, "intro\n\n## Fees\n")
    assert (result.outcome, result.score, result.explanation) == ("fail", 0.5, "no table in the answer")
    assert [(one.text, one.read_as) for one in result.evidence] == [("## Fees", "heading")]


@pytest.mark.parametrize("require", [[], ["heding"], "heading", [""], None])
def test_unknown_blocks_are_refused(require: Any) -> None:
    """A misspelt kind would fail every answer."""
    assert "require" in refusal({"type": "markdown_structure", "require": require})


def test_a_misspelt_block_is_corrected() -> None:
    """The nearest kind is named."""
    assert "did you mean 'heading'?" in refusal({"type": "markdown_structure", "require": ["heding"]})
