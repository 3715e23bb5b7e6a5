"""The comment: readable for people, and harmless whatever the app has answered."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from evals.gate.verdict import Verdict
from evals.reports.markdown import MARKER, NEW_CASES_SHOWN, escape_html, escape_markdown, fence, render_comment
from evals.results.run import Stage
from tests.builders import make_answer, make_outcome, make_report, make_trial, make_trials, make_verdict

RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SPECIAL = st.text("`*_{}[]()<>#|~&$@!\\-+.:;='\"ab1 \n", max_size=30)
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</details></details><script>alert(1)</script>",
    "```\n</details>\n# done\n````",
    "@everyone see #123 and org/repo#4",
    "a | b | c",
    "line\n\n| x | y |\n\n<b>",
    "![x](http://evil.example/p.png) [y](javascript:alert(1))",
    "&#64;everyone &lt;script&gt;",
    "$$\\int$$ <!-- lastgreen -->",
    "{{ verdict }} {% for x in y %}",
]


def _failed() -> Verdict:
    return make_verdict(make_outcome("failed", "pass_rate", "The pass rate fell."))


def _comment(text: str) -> str:
    now = make_trials("a", "f", prompt=text, reason=text, response=make_answer(text), category=text)
    before = make_trials("a", "p", prompt=text, response=make_answer(text))
    verdict = make_verdict(make_outcome("failed", "pass_rate", text), warnings=[text])
    return render_comment(make_report(now, before, verdict, tier=text, golden_version=text, commit_sha=text))


@given(SPECIAL)
@settings(max_examples=200)
def test_escaped_text_renders_as_itself(text: str) -> None:
    """Rendered, the escaped line shows the words of the text and no markup at all."""
    shown = RENDERER.render("x " + escape_markdown(text))
    words = " ".join(f"x {text}".split())
    assert html.unescape(shown).replace("\u200b", "") == f"<p>{words}</p>\n"


@given(SPECIAL)
@settings(max_examples=100)
def test_escaped_text_stays_in_its_table_cell(text: str) -> None:
    """A pipe in an answer must not make a column."""
    table = RENDERER.render(f"| a | b |\n| --- | --- |\n| x {escape_markdown(text)} | y |\n")
    assert table.count("<td") == 2


@given(SPECIAL)
@settings(max_examples=100)
def test_a_fence_holds_any_text(text: str) -> None:
    """One code block with exactly the text, and nothing after it."""
    lines = text.replace("\r", "")
    tokens = RENDERER.parse(fence(lines))
    assert [(token.type, token.content) for token in tokens] == [("fence", lines + "\n")]


@pytest.mark.parametrize("text", ["@team", "see @a and @b", "#12", "a@b.example"])
def test_mentions_and_issue_numbers_are_broken(text: str) -> None:
    """They are linked after Markdown is rendered, and would notify people: escaping alone does not stop them."""
    for escaped in (escape_markdown(text), escape_html(text)):
        assert not re.search(r"[@#]\w", html.unescape(escaped))


@pytest.mark.parametrize("text", ["&#64;team", "<b> & \"q\" 'r'", "a\n\nb"])
def test_text_in_an_html_block_stays_text_on_one_line(text: str) -> None:
    """A blank line would end the block, and entities must not turn into mentions."""
    escaped = escape_html(text)
    assert not set("<>\"'\n") & set(escaped)
    assert html.unescape(escaped).replace("\u200b", "") == " ".join(text.split())


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_answer_cannot_leave_its_place_in_the_comment(text: str) -> None:
    """No tag, image, link or mention comes out of it; the blocks that fold stay balanced."""
    comment = _comment(text)
    shown = RENDERER.render(comment)
    assert re.findall(r"<(?:img|script|b|a)\b", shown) == []
    assert "href" not in shown
    outside = re.sub(r"<pre>.*?</pre>", "", shown, flags=re.DOTALL)
    assert outside.count("<details>") == outside.count("</details>") == 2
    assert not re.search(r"[@#]\w", html.unescape(outside).replace("&#", ""))
    assert comment.splitlines()[0] == MARKER


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
@settings(max_examples=60, deadline=None)
def test_any_text_makes_a_comment(text: str) -> None:
    """Rendering never raises, and the verdict stands in it."""
    comment = _comment(text)
    assert "lastgreen: FAILED" in comment
    assert comment.encode()


@pytest.mark.parametrize(
    ("kind", "head"),
    [
        ("passed", "✅ lastgreen: PASSED"),
        ("failed", "❌ lastgreen: FAILED"),
        ("inconclusive", "⚠️ lastgreen: INCONCLUSIVE"),
    ],
)
def test_the_heading_says_the_verdict_in_a_word_and_the_tier(kind: str, head: str) -> None:
    """Symbols alone are not readable for everybody."""
    comment = render_comment(make_report(verdict=make_verdict(make_outcome(kind))))
    assert comment.splitlines()[1] == f"## {head} (smoke)"


def test_the_table_gives_metric_before_now_delta_and_rule() -> None:
    """R26; metrics that neither side has are left out."""
    now = [*make_trials("a", "f"), *make_trials("b", "p")]
    before = [*make_trials("a", "p"), *make_trials("b", "p")]
    comment = render_comment(make_report(now, before, _failed()))
    assert "| pass rate | 100.0 % | 50.0 % | -50.0 pt | failed |" in comment
    assert "schema compliance" not in comment


def test_newly_failing_cases_show_why_both_answers_and_how_they_were_confirmed() -> None:
    """Whoever reads it needs no second page."""
    now = [
        *make_trials("a", "f", response=make_answer("It is 12 EUR."), reason="number: 10 expected, 12 found"),
        *make_trials("a", "ff", stage=Stage.CONFIRM, trial=1),
        *make_trials("b", "f", tags={"smoke", "flaky"}),
    ]
    comment = render_comment(make_report(now, [*make_trials("a", "p"), *make_trials("b", "p")], _failed()))
    assert "### Newly failing (2)" in comment
    assert "<code>a</code> question a</summary>" in comment
    assert "<code>b</code> (flaky, smoke) question b</summary>" in comment
    assert "- number: 10 expected, 12 found" in comment
    assert "- run again: 2 of 2 fresh trials failed" in comment
    assert "now:\n```text\nIt is 12 EUR.\n```" in comment
    assert "before:\n```text\nThe fee is 10 EUR.\n```" in comment


def test_at_most_twenty_cases_are_shown_and_the_rest_is_counted() -> None:
    """A comment may hold 65,536 characters."""
    ids = [f"c{n}" for n in range(NEW_CASES_SHOWN + 5)]
    now = [make_trial(i, "fail", response=make_answer("x" * 5000), prompt="y" * 5000, reason="z" * 5000) for i in ids]
    comment = render_comment(make_report(now, [make_trial(i) for i in ids], _failed()))
    assert comment.count("<details><summary><code>") == NEW_CASES_SHOWN
    assert "and 5 more." in comment
    assert len(comment) < 60_000


def test_other_lists_and_the_literal_verdict_are_told() -> None:
    """What is failing anyway, new, changed or gone does not read as news."""
    now = [
        *make_trials("a", "f"),
        *make_trials("b", "p"),
        *make_trials("c", "p"),
        *make_trials("d", "p", case_hash="n"),
        *make_trials("e", "m"),
    ]
    before = [*make_trials("a", "f"), *make_trials("b", "f"), *make_trials("d", "p")]
    comment = render_comment(make_report(now, before, make_verdict(make_outcome(), extra_calls=4)))
    for line in (
        "Also failing:\n\n- a: it was a fail",
        "Newly passing: b.",
        "Added cases, not compared: c, e.",
        "Changed cases, not compared: d.",
        "Without a valid trial: e: it was a missing.",
        "The literal thresholds alone say: passed. Confirmation took 4 extra calls.",
    ):
        assert line in comment


def test_what_fails_without_a_baseline_is_no_surprise_but_explained() -> None:
    """Twenty with their reasons, the rest by name."""
    now = [trial for number in range(23) for trial in make_trials(f"c{number:02d}", "f")]
    comment = render_comment(make_report(now, None))
    assert "\nFailing:\n\n- c00: " in comment
    assert comment.count("\n- c") == NEW_CASES_SHOWN
    assert "and 3 more: c20, c21, c22." in comment


def test_the_last_line_names_run_commit_set_and_baseline_and_links_the_result() -> None:
    """The address is an attribute: escaped, and its fragment kept."""
    comment = render_comment(make_report(), link='https://x.example/r?a=1&b=2#"c')
    assert 'href="https://x.example/r?a=1&amp;b=2#&quot;c"' in comment
    assert (
        "<code>20251128T101500Z-1a2b3c</code> · commit <code>abc1234def56</code> · golden set v1 · 1 case ·" in comment
    )
    assert "compared with nothing: no baseline" in comment


def test_a_report_without_a_verdict_is_refused() -> None:
    """A recorded baseline has nothing to comment on."""
    with pytest.raises(ValueError, match=r"report\.verdict is None"):
        render_comment(make_report(kind="baseline"))
