"""Progress: counts, cost and time left on a terminal, a line now and then elsewhere, nothing when quiet."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from deployments import watch
from deployments.watch import Bar, Counter, Lines, Quiet, watching
from tasks.progress import Silent, listening, progress
from tests.builders import make_trial


def _run(counter: Counter, *statuses: str, cost: float | None = 0.01) -> Counter:
    for status in statuses:
        counter.answered()
        counter.scored(make_trial(status=status, cost=cost))
    return counter


@pytest.mark.parametrize(
    ("expected", "statuses", "cost", "text"),
    [
        (2, ["pass", "pass"], 0.01, "2/2 trials, 0 failed, cost 0.0200"),
        (2, ["pass", "fail"], 0.01, "2/2 trials, 1 failed, cost 0.0200"),
        (3, ["fail", "missing", "missing"], None, "3/3 trials, 1 failed, 2 missing"),
        (1, ["pass"], None, "1/1 trials, 0 failed"),
        (1, ["pass"], 0.0, "1/1 trials, 0 failed, cost 0.0000"),
        (0, [], None, "0/0 trials, 0 failed"),
    ],
)
def test_the_summary_counts_trials_failures_missing_and_known_cost(
    expected: int, statuses: list[str], cost: float | None, text: str
) -> None:
    """An unknown cost is not shown as nothing."""
    counter = Quiet()
    counter.expect(expected)
    assert _run(counter, *statuses, cost=cost).summary() == text


@pytest.mark.parametrize(
    ("answers", "scored", "left"),
    [
        (5, 5, "10 s left"),  # 5 of 10 done in 10 s
        (10, 0, "10 s left"),  # an answer is half a trial: 10 halves of 20 in 10 s
        (10, 5, "3 s left"),  # 7.5 of 10 in 10 s: 2.5 x 10/7.5 = 3.3
        (0, 0, None),
        (10, 10, None),
    ],
)
def test_the_time_left_is_extrapolated_from_answers_and_scores(answers: int, scored: int, left: str | None) -> None:
    """After ten seconds; before the first answer and at the end nothing is said."""
    counter = Quiet()
    counter.expect(10)
    for _ in range(answers):
        counter.answered()
    _score(counter, scored)
    counter.began = time.monotonic() - 10
    assert (left in counter.summary()) if left else ("left" not in counter.summary())


def test_trials_run_to_confirm_are_expected_on_top() -> None:
    """The total grows while the run goes on."""
    counter = Quiet()
    counter.expect(10)
    counter.expect(4)
    assert counter.summary() == "0/14 trials, 0 failed"


def test_a_second_run_of_the_same_command_counts_anew() -> None:
    """A baseline is recorded first; its trials are not those of the gate."""
    counter = Quiet()
    counter.expect(1)
    _run(counter, "fail")
    counter.reset()
    assert counter.summary() == "0/0 trials, 0 failed"


def test_lines_come_when_it_is_time_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log of thousands of lines helps nobody."""
    stream = io.StringIO()
    lines = Lines(stream)
    lines.expect(3)
    _run(lines, "pass", "fail")
    assert stream.getvalue() == ""
    monkeypatch.setattr(watch, "PLAIN_INTERVAL_S", 0.0)
    lines.answered()
    assert stream.getvalue().startswith("2/3 trials, 1 failed, cost 0.0200, 0 s left\n")
    monkeypatch.setattr(watch, "PLAIN_INTERVAL_S", 99.0)
    lines.scored(make_trial())
    assert stream.getvalue().splitlines()[-1] == "3/3 trials, 1 failed, cost 0.0300"


def test_news_is_a_line_of_its_own() -> None:
    """Told at once."""
    stream = io.StringIO()
    Lines(stream).say("starting a server ...")
    assert stream.getvalue() == "starting a server ...\n"


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Not on standard error either."""
    with watching(quiet=True) as counter:
        counter.expect(1)
        counter.say("news")
        _run(counter, "pass")
    assert capsys.readouterr() == ("", "")


def test_without_a_terminal_progress_is_lines_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output holds the result alone."""
    with watching(quiet=False) as counter:
        assert isinstance(counter, Lines)
        counter.expect(1)
        _run(counter, "pass")
    assert capsys.readouterr() == ("", "1/1 trials, 0 failed, cost 0.0100\n")


def test_on_a_terminal_progress_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer moves it by half a trial, its score by the other half."""
    monkeypatch.setattr("sys.stderr", _Terminal())
    with watching(quiet=False) as counter:
        assert isinstance(counter, Bar)
        counter.expect(2)
        _run(counter, "pass")
        counter.answered()
        task = counter._progress.tasks[0]
        assert (task.completed, task.total) == (3, 4)
        assert task.description.startswith("1/2 trials, 0 failed, cost 0.0100")


def test_the_bar_is_removed_even_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message of the error must not be drawn over."""
    monkeypatch.setattr("sys.stderr", _Terminal())
    watched = watching(quiet=False)
    bar = watched.__enter__()
    assert isinstance(bar, Bar)
    assert bar._progress.live.is_started
    assert not watched.__exit__(ZeroDivisionError, ZeroDivisionError(), None)
    assert not bar._progress.live.is_started


def test_news_above_the_bar_is_text_and_not_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path may hold brackets."""
    bar = Bar()
    stream = io.StringIO()
    monkeypatch.setattr(bar, "_console", Console(file=stream, width=80))
    bar.say("results: /tmp/[red]x[/red]")
    assert stream.getvalue() == "results: /tmp/[red]x[/red]\n"


def test_tasks_tell_the_listener_of_their_run_and_nobody_otherwise() -> None:
    """The flow does not know who watches it."""
    counter = Quiet()
    with listening(counter):
        progress().expect(3)
        assert progress() is counter
    assert isinstance(progress(), Silent)
    assert counter.expected == 3


def _score(counter: Counter, number: int) -> None:
    for _ in range(number):
        counter.scored(make_trial(cost=None))


class _Terminal(io.StringIO):
    """Says that it is one."""

    def isatty(self) -> bool:
        """Always."""
        return True
