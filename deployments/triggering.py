"""One ``lastgreen trigger`` from its address to its exit code: signals, waiting, and what is said of the verdict."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import click

from deployments import trigger
from deployments.prefect_api import Access, FlowRun, PrefectApi
from deployments.server import configured_api_url, reach_directly, running
from deployments.trigger import Started, Waiting, Wanted
from evals.errors import InputError, LastgreenError
from evals.reports.report import Report
from tasks.home import home
from tasks.run_ids import new_run_id

SUMMARY_LIMIT = 1_000_000
"""GitHub drops a job summary of more than 1 MiB as a whole."""


@dataclass(frozen=True, slots=True)
class Answering:
    """Where the verdict is read from and written to."""

    config: str
    store: str | None
    comment: str | None
    as_json: bool

    def report(self, run_id: str) -> Report | None:
        """The report of a run from the store; None when it cannot be read from here, or is not there yet."""
        if not run_id or not (self.store or Path(self.config).exists()):
            return None
        from deployments.stored import open_files
        from tasks.stores.results import Results

        try:
            results = Results(open_files(self.config, self.store))
            return results.read(run_id).report if results.exists(run_id) else None
        except Exception:  # noqa: BLE001 (whatever keeps us from the store, the run's artifact has the verdict too)
            return None


class Session:
    """A connection to the API, and the promise that an interrupted command leaves no run behind."""

    def __init__(self, api_url: str | None, answering: Answering, *, timeout_s: float, poll_s: float) -> None:
        self._api = PrefectApi(Access.from_environment(find_api_url(api_url)))
        self._answering = answering
        self._timeout_s = timeout_s
        self._poll_s = poll_s

    def __enter__(self) -> Self:
        # CI systems end a job by SIGTERM or SIGHUP, which must cancel the run as Ctrl-C does; nohup wants neither.
        for sign in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(sign) is not signal.SIG_IGN:
                signal.signal(sign, _interrupt)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._api.close()

    def start_only(self, wanted: Wanted) -> int:
        """Start, say what was started, and leave."""
        started = self._start(wanted)
        click.echo(json.dumps({"flow_run": started.run.id, "run_id": started.run_id, "new": started.is_new}))
        self._supersede(started)
        return 0

    def run(self, wanted: Wanted) -> int:
        """Start, wait, tell the verdict, and return the gate's code."""
        started = self._start(wanted)
        waiting = Waiting(
            timeout_s=self._timeout_s,
            poll_s=self._poll_s,
            say=_say,
            finished_in_store=lambda: self._answering.report(started.run_id) is not None,
        )
        try:
            started = self._supersede(started)
            run = trigger.wait(self._api, started, waiting)
        except (KeyboardInterrupt, LastgreenError) as error:
            self._give_up(
                started, "the waiting job was interrupted" if isinstance(error, KeyboardInterrupt) else str(error)
            )
            raise
        return self._tell(started, run)

    def _start(self, wanted: Wanted) -> Started:
        started = trigger.start(self._api, wanted, _identity)
        _say(f"{'started' if started.is_new else 'found'} {started.run.name}: {self._page(started)}")
        return started

    def _supersede(self, started: Started) -> Started:
        started = trigger.supersede(self._api, started)
        for name in started.superseded:
            _say(f"cancelled {name}: superseded")
        return started

    def _give_up(self, started: Started, why: str) -> None:
        with contextlib.suppress(LastgreenError):
            trigger.end(self._api, started, why, _say)

    def _page(self, started: Started) -> str:
        return f"{self._api.access.url.removesuffix('/api')}/runs/flow-run/{started.run.id}"

    def _tell(self, started: Started, run: FlowRun) -> int:
        report = self._answering.report(started.run_id)
        code = trigger.exit_code(run, is_gate=started.is_gate)
        if report is not None and report.verdict is not None:
            code = report.verdict.exit_code
        text = self._markdown(run, report) + f"\n[Run in Prefect]({self._page(started)})\n"
        write_summary(text, {"exit-code": str(code), "run-id": started.run_id, "state": run.state_name})
        if self._answering.comment:
            Path(self._answering.comment).write_text(text, "utf-8")
        self._print(started, run, report, code, text)
        return code

    def _markdown(self, run: FlowRun, report: Report | None) -> str:
        if report is not None and report.verdict is not None:
            from evals.reports.markdown import render_comment

            return render_comment(report)
        with contextlib.suppress(LastgreenError):
            found = self._api.artifact(run.id, trigger.VERDICT_KEY)
            if found:
                return found
        return f"**{run.state_name}** {run.message}\n"

    def _print(self, started: Started, run: FlowRun, report: Report | None, code: int, text: str) -> None:
        if self._answering.as_json:
            click.echo(json.dumps(_document(started, run, report, code), indent=1))
        elif report is not None:
            from deployments.display import print_report

            print_report(report)
        else:
            click.echo(text)
        _say(f"{run.name}: {run.state_name} (exit code {code}) {run.message.strip()}")


def find_api_url(given: str | None) -> str:
    """The API to use: as given, as configured, or the local installation's.

    Raises:
        InputError: there is none.
    """
    url = given or configured_api_url()
    if url:
        return url
    server = running(home())
    if server is None:
        raise InputError("no Prefect API is configured: set PREFECT_API_URL, give --api-url, or start 'lastgreen up'")
    reach_directly("127.0.0.1")
    return server.api_url


def write_summary(text: str, outputs: dict[str, str]) -> None:
    """Append to the job summary and outputs of GitHub Actions, when this is a job there."""
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with Path(summary).open("a", encoding="utf-8") as handle:
            handle.write(text.encode()[:SUMMARY_LIMIT].decode("utf-8", "ignore"))
    output = os.environ.get("GITHUB_OUTPUT")
    if output:
        with Path(output).open("a", encoding="utf-8") as handle:
            handle.writelines(f"{name}={value}\n" for name, value in outputs.items())


def _document(started: Started, run: FlowRun, report: Report | None, code: int) -> dict[str, Any]:
    return {
        "flow_run": run.id,
        "run_id": started.run_id,
        "state": run.state_name,
        "message": run.message,
        "exit_code": code,
        "superseded": list(started.superseded),
        "report": report.to_dict() if report else None,
    }


def _identity() -> tuple[str, str]:
    now = dt.datetime.now(dt.UTC)
    return new_run_id(now), now.isoformat(timespec="seconds")


def _say(message: str) -> None:
    click.echo(message, err=True)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
