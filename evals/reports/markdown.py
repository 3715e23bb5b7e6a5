"""The verdict as Markdown: the comment on a pull request, the job summary, the artifact in the Prefect UI.

Text of answers is untrusted: it is put into fences longer than any fence it holds, or escaped.
"""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Any

import jinja2

from evals.gate.wording import counted
from evals.reports.numbers import shorten, write_delta, write_value
from evals.reports.report import Report

MARKER = "<!-- lastgreen -->"
"""First line of the comment, by which it is found again and updated in place."""
NEW_CASES_SHOWN = 20
SYMBOLS = {"passed": "✅", "failed": "❌", "inconclusive": "⚠️"}


def render_comment(report: Report, *, link: str = "", marker: str = MARKER) -> str:
    """Render the report as GitHub-flavoured Markdown.

    Raises:
        ValueError: when the report has no verdict.
    """
    if report.verdict is None:
        raise ValueError("a report without a verdict cannot be rendered as a comment: report.verdict is None")
    text = (
        _environment()
        .get_template("comment.md.j2")
        .render(
            marker=marker,
            symbol=SYMBOLS[report.verdict.decision],
            verdict=report.verdict,
            warnings=report.verdict.warnings,
            info=report.info,
            report=report,
            rows=[_cells(row) for row in report.rows if row.now is not None or row.baseline is not None],
            outcomes=report.verdict.outcomes,
            limit=NEW_CASES_SHOWN,
            link=link,
        )
    )
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def _cells(row: Any) -> dict[str, str]:
    return {
        "metric": row.metric,
        "baseline": write_value(row.baseline, row.unit),
        "now": write_value(row.now, row.unit),
        "delta": write_delta(row),
        "status": row.status,
    }


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("evals.reports", "templates"),
        autoescape=False,  # noqa: S701 (Markdown: every untrusted value goes through a filter below)
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        md=escape_markdown, html=escape_html, attribute=html.escape, fence=fence, shorten=shorten, counted=counted
    )
    return environment


def escape_markdown(text: str) -> str:
    """Keep a line of untrusted text from being read as Markdown, HTML, a mention, an issue number or a formula."""
    return _unlink(re.sub(r"([\\`*_{}\[\]<>#|~&$])", r"\\\1", " ".join(text.split())))


def escape_html(text: str) -> str:
    """Keep a line of untrusted text inside an HTML block from being read as HTML, a mention or an issue number."""
    return html.escape(_unlink(" ".join(text.split())))


def _unlink(line: str) -> str:
    """Mentions and issue numbers are found after Markdown is rendered: escaping does not stop them, this does."""
    return re.sub("([@#])", "\\1\u200b", line)


def fence(text: str) -> str:
    """Put untrusted text into a fence longer than any run of backticks inside it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}text\n{text}\n{ticks}"
