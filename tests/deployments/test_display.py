"""The report on a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from deployments.display import CASES_SHOWN, print_report
from evals.reports.report import Report
from evals.results.run import Stage
from tests.builders import (
    make_answer,
    make_case,
    make_judgement,
    make_outcome,
    make_report,
    make_trial,
    make_trials,
    make_verdict,
)


def _shown(report: Report, *, colours: bool = False, width: int = 120) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=colours, color_system="standard" if colours else None)
    print_report(report, console)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("kind", "word"), [("passed", "PASSED"), ("failed", "FAILED"), ("inconclusive", "INCONCLUSIVE")]
)
def test_the_verdict_stands_first_in_a_word_and_a_sentence(kind: str, word: str) -> None:
    """Colour alone is lost in logs and on some eyes."""
    shown = _shown(make_report(verdict=make_verdict(make_outcome(kind, sentence="The pass rate fell."))))
    assert word in shown.splitlines()[0]
    assert "The pass rate fell." in shown or kind == "passed"


def test_the_table_holds_the_metrics_that_are_known_and_the_counts() -> None:
    """A metric without a value on either side has no row; the baseline is named."""
    now = [*make_trials("a", "f"), *make_trials("b", "p"), *make_trials("c", "m")]
    before = [*make_trials("a", "p"), *make_trials("b", "p")]
    shown = _shown(make_report(now, before, make_verdict(make_outcome("failed", "pass_rate"))))
    row = next(line for line in shown.splitlines() if line.startswith("pass rate "))
    assert row.split()[2:] == ["100.0", "%", "50.0", "%", "-50.0", "pt", "failed"]
    assert "schema compliance" not in shown
    assert "3 cases, 3 trials: 1 passed, 1 failed, 1 missing; compared with main abc0000" in shown


def test_without_a_baseline_that_is_said() -> None:
    """A dash alone could be an error."""
    assert "compared with nothing (no baseline)" in _shown(make_report())


def test_newly_failing_cases_show_reason_and_both_answers() -> None:
    """What a person looks at first."""
    now = [
        *make_trials("a", "f", tags={"critical"}, reason="number: 10 expected", response=make_answer("It is 12.")),
        *make_trials("a", "ff", stage=Stage.CONFIRM, trial=1),
    ]
    shown = _shown(make_report(now, make_trials("a", "p"), make_verdict(make_outcome("failed"))))
    for part in (
        "newly failing: a billing critical",
        "question a",
        "✗ number: 10 expected",
        "run again: 2 of 2 fresh trials failed",
        "now:      It is 12.",
        "baseline: The fee is 10 EUR.",
    ):
        assert part in shown


def test_ten_cases_are_shown_and_the_rest_is_counted() -> None:
    """A thousand panels would hide the verdict."""
    ids = [f"c{n}" for n in range(CASES_SHOWN + 3)]
    report = make_report([make_trial(i, "fail") for i in ids], [make_trial(i) for i in ids])
    shown = _shown(report)
    assert shown.count("newly failing: ") == CASES_SHOWN
    assert "... and 3 more newly failing" in shown


def test_what_else_is_known_of_cases_is_listed_by_name() -> None:
    """Failing anyway, passing again, added, changed and missing."""
    now = [
        *make_trials("a", "f"),
        *make_trials("b", "p"),
        *make_trials("c", "p"),
        *make_trials("d", "p", case_hash="new"),
        *make_trials("e", "m", reason="rate_limited"),
    ]
    before = [*make_trials("a", "f"), *make_trials("b", "f"), *make_trials("d", "p")]
    shown = _shown(make_report(now, before))
    for line in (
        "also failing",
        "a  it was a fail",
        "newly passing: b",
        "added, not compared: c, e",
        "changed, not compared: d",
        "missing: e: rate_limited",
    ):
        assert line in shown


def test_what_fails_without_a_baseline_is_explained_and_not_called_news() -> None:
    """Ten with their reasons, the rest by name."""
    now = [trial for number in range(13) for trial in make_trials(f"c{number:02d}", "f")]
    shown = _shown(make_report(now, None))
    assert "also failing" not in shown
    assert shown.count("it was a fail") == CASES_SHOWN
    assert "and 3 more: c10, c11, c12" in shown


def test_every_rule_says_what_it_found_and_warnings_and_the_literal_verdict_follow() -> None:
    """Skipped rules too: what nobody looked at must be seen."""
    outcomes = [make_outcome("failed", "pass_rate"), make_outcome("skipped", "critical", "No critical case.")]
    shown = _shown(make_report(verdict=make_verdict(*outcomes, warnings=["Creep: 3 points since the release."])))
    words = " ".join(shown.split())
    assert "critical skipped No critical case." in words
    assert "warning: Creep: 3 points since the release." in words
    assert "The literal thresholds alone say: passed." in words


def test_a_recorded_baseline_says_what_was_recorded() -> None:
    """There is no verdict to show."""
    shown = _shown(make_report(make_trials("a", "ppp"), kind="baseline"))
    assert shown.startswith("Recorded 3 trials of 1 case.")


@pytest.mark.parametrize(
    "text",
    ["[bold red]x[/bold red]", "[/]", "\x1b[2J\x1b[31mred", "\x07\x9b31m", "a\r\nb", "half \ud800", "[link=http://x]y"],
)
def test_an_answer_can_neither_format_nor_steer_the_terminal(text: str) -> None:
    """Untrusted text is shown as text: no markup, no escape sequence, no error."""
    now = make_trials("a", "f", prompt=text, reason=text, response=make_answer(text))
    plain = _shown(make_report(now, make_trials("a", "p", response=make_answer(text))))
    assert not any(ord(one) < 32 and one != "\n" for one in plain)
    assert "\x9b" not in plain
    assert "[link=http://x]y" in plain or "link" not in text
    plain.encode()


def test_ids_tags_and_dimensions_are_text_too() -> None:
    """They come from files that somebody wrote."""
    case = make_case("[red]a[/red]")
    now = [make_trial(case.id, "fail", tags={"[b]t[/b]"}, judgement=make_judgement(4))]
    shown = _shown(make_report(now, [make_trial(case.id)]))
    assert "newly failing: [red]a[/red] billing [b]t[/b]" in shown


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_it_prints_on_narrow_and_wide_terminals(width: int) -> None:
    """Logs of CI systems have any width."""
    now = make_trials("a", "f", response=make_answer("word " * 300))
    assert "FAILED" in _shown(
        make_report(now, make_trials("a", "p"), make_verdict(make_outcome("failed"))), width=width
    )


def test_on_a_terminal_the_verdict_has_its_colour() -> None:
    """Red for failed; without a terminal there are no colour codes at all."""
    report = make_report(verdict=make_verdict(make_outcome("failed")))
    assert "\x1b[31m" in _shown(report, colours=True)
    assert "\x1b[" not in _shown(report)


def test_calls_spent_on_confirmation_and_calls_saved_are_told() -> None:
    """Both cost or save money."""
    shown = " ".join(_shown(make_report(verdict=make_verdict(extra_calls=2, saved_calls=78))).split())
    assert "Confirmation took 2 extra calls. Stopping early saved 78 calls." in shown
    assert "extra call" not in _shown(make_report())
