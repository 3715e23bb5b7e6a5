"""The report of a run on a terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from deployments.terminal import Terminal
from evals.gate.wording import counted
from evals.reports.numbers import shorten, write_delta, write_value
from evals.reports.report import CaseLine, OutcomeLine, Report, Row, VerdictLine

COLOURS = {"passed": "green", "failed": "red", "inconclusive": "yellow", "skipped": "dim"}
CASES_SHOWN = 10
ANSWER_CHARS = 400
REASON_CHARS = 160


def print_report(report: Report, console: Console | None = None) -> None:
    """Print verdict, reasons, metric table, newly failing cases and where the run is kept."""
    (console or Terminal()).print(Group(*_parts(report)))


def _parts(report: Report) -> list[RenderableType]:
    parts: list[RenderableType] = [_headline(report), _metrics(report), _counts(report)]
    parts += [_case(line, report.baseline) for line in report.newly_failing[:CASES_SHOWN]]
    parts += [_also_failing(report)] if report.still_failing else []
    parts += [Text(line) for line in _lists(report)]
    if report.verdict is not None:
        parts.append(_rules(report.verdict.outcomes))
        parts += [Text(f"warning: {warning}", style="yellow") for warning in report.verdict.warnings]
        parts.append(Text(_footnote(report.verdict), style="dim"))
    return parts


def _footnote(verdict: VerdictLine) -> str:
    parts = [f"The literal thresholds alone say: {verdict.literal}."]
    if verdict.extra_calls:
        parts.append(f"Confirmation took {counted(verdict.extra_calls, 'extra call')}.")
    if verdict.saved_calls:
        parts.append(f"Stopping early saved {counted(verdict.saved_calls, 'call')}.")
    return " ".join(parts)


def _headline(report: Report) -> RenderableType:
    if report.verdict is None:
        return Text(f"Recorded {_size(report, 'trials')} of {_size(report, 'cases')}.", style="bold")
    decision = report.verdict.decision
    return Panel(
        Text(report.verdict.sentence),
        title=f"[bold]{decision.upper()}[/bold]",
        title_align="left",
        border_style=COLOURS[decision],
    )


def _metrics(report: Report) -> Table:
    table = Table(title=None, box=None, pad_edge=False, header_style="bold")
    table.add_column("metric")
    for name in ("baseline", "now", "delta"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("rule")
    for row in report.rows:
        if row.now is not None or row.baseline is not None:
            table.add_row(*_cells(row))
    return table


def _counts(report: Report) -> Text:
    counts = report.counts
    return Text(
        f"{_size(report, 'cases')}, {_size(report, 'trials')}: {counts['passed']} passed, {counts['failed']} failed, "
        f"{counts['missing']} missing; compared with {report.baseline or 'nothing (no baseline)'}",
        style="dim",
    )


def _size(report: Report, of: str) -> str:
    return counted(report.counts[of], of.removesuffix("s"))


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    colour = COLOURS.get(row.status, "")
    status = f"[{colour}]{row.status}[/{colour}]" if colour else row.status
    return (
        row.metric,
        write_value(row.baseline, row.unit),
        write_value(row.now, row.unit),
        write_delta(row),
        status,
    )


def _case(line: CaseLine, baseline: str) -> Panel:
    body = Text()
    body.append(shorten(line.prompt, 200) + "\n", style="italic")
    for reason in line.reasons:
        body.append("✗ ", style="red")
        body.append(shorten(reason, 300) + "\n")
    if line.confirmed:
        body.append(f"run again: {line.confirmed[0]} of {line.confirmed[1]} fresh trials failed\n", style="dim")
    body.append("now:      ", style="bold")
    body.append(shorten(line.answer, ANSWER_CHARS))
    if baseline and line.baseline_answer:
        body.append("\nbaseline: ", style="bold")
        body.append(shorten(line.baseline_answer, ANSWER_CHARS))
    tags = f" [dim]{escape(', '.join(line.tags))}[/dim]" if line.tags else ""
    title = f"newly failing: [bold]{escape(line.case_id)}[/bold] {escape(line.category)}{tags}"
    return Panel(body, title=title, title_align="left", border_style="red")


def _also_failing(report: Report) -> Table:
    """Cases that are no news, or of which nobody knows whether they are: one line each."""
    table = Table(box=None, pad_edge=False, show_header=False, title=_also_title(report), title_justify="left")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for line in report.still_failing[:CASES_SHOWN]:
        table.add_row(line.case_id, Text(shorten("; ".join(line.reasons), REASON_CHARS), style="dim"))
    rest = [line.case_id for line in report.still_failing[CASES_SHOWN:]]
    if rest:
        table.add_row("", Text(f"and {len(rest)} more: {shorten(', '.join(rest), 300)}", style="dim"))
    return table


def _also_title(report: Report) -> Text:
    return Text("also failing" if report.baseline else "failing", style="bold")


def _lists(report: Report) -> list[str]:
    more = len(report.newly_failing) - CASES_SHOWN
    named = {
        "newly passing": report.newly_passing,
        "added, not compared": report.added,
        "changed, not compared": report.changed,
        "removed": report.removed,
        "missing": report.missing,
    }
    lines = [f"... and {more} more newly failing"] if more > 0 else []
    return lines + [f"{name}: {shorten(', '.join(ids), 300)}" for name, ids in named.items() if ids]


def _rules(outcomes: tuple[OutcomeLine, ...]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column()
    table.add_column(overflow="fold")
    for outcome in outcomes:
        table.add_row(outcome.rule, Text(outcome.outcome, style=COLOURS[outcome.outcome]), Text(outcome.sentence))
    return table
