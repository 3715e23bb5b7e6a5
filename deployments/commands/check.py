"""``lastgreen check``: try checks on outputs, without a target."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evals.errors import InputError

if TYPE_CHECKING:
    from evals.checks.check import CheckResult, Evidence
    from evals.checks.probes import Probe

EXIT_FAILED = 1
EXIT_UNSCORED = 2
_COLOURS = {"pass": "green", "fail": "red", "unscored": "yellow"}
_SHOWN_SPAN = 100


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a check, with all its evidence.")
def check(file: str, as_json: bool) -> int:
    r"""Try checks on outputs: what passes, what fails, and why.

    FILE (- for standard input) holds one object a line; lines that begin with // are comments:

    \b
    {"id": "fee", "check": {"type": "contains", "terms": ["25"]}, "output": "It is 25 dollars."}

    `check` is one check in any spelling, a list, or a pack's rules. `output` is text, null for no answer, or an
    object with text, citations, retrieved, latency, cost, model_version. `prompt`, `context` and
    `reference_answer` may stand beside them.

    Exit code: 0 all passed, 1 one failed, 2 none failed but one could not be scored, 3 the file is wrong.
    """
    from evals.checks.probes import read_probes

    probes = read_probes(file, _bytes_of(file))
    results = [(probe, result) for probe in probes for result in probe.evaluate()]
    for line in _as_json(results) if as_json else _as_text(results):
        click.echo(line)
    return _exit_code([result for _, result in results])


def _bytes_of(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise InputError(f"FILE must be readable, got {file!r}: {error.strerror}") from None


def _exit_code(results: list[CheckResult]) -> int:
    outcomes = {result.outcome.value for result in results}
    return EXIT_FAILED if "fail" in outcomes else EXIT_UNSCORED if "unscored" in outcomes else 0


def _as_json(results: list[tuple[Probe, CheckResult]]) -> Iterator[str]:
    for probe, result in results:
        yield json.dumps({"id": probe.id, "line": probe.line, **_plain(result)}, ensure_ascii=False)


def _plain(result: CheckResult) -> dict[str, Any]:
    return {**asdict(result), "outcome": result.outcome.value}


def _as_text(results: list[tuple[Probe, CheckResult]]) -> Iterator[str]:
    """A block for each line of the file, and the count at the end."""
    before = None
    for probe, result in results:
        if probe is not before:
            yield probe.id
            before = probe
        yield _headline(result)
        yield from map(_span, result.evidence)
    counts = {name: sum(result.outcome.value == name for _, result in results) for name in _COLOURS}
    yield ", ".join(f"{count} {name}" for name, count in counts.items())


def _headline(result: CheckResult) -> str:
    outcome = result.outcome.value
    mark = click.style(f"{outcome.upper():<8}", fg=_COLOURS[outcome], bold=True)
    score = "    -" if result.score is None else f"{result.score:5.2f}"
    return f"  {mark} {score}  {result.label}: {result.explanation}"


def _span(evidence: Evidence) -> str:
    text = evidence.text if len(evidence.text) <= _SHOWN_SPAN else evidence.text[: _SHOWN_SPAN - 1] + "…"
    place = "" if evidence.start is None else f" at {evidence.start}"
    read_as = f"  read as {evidence.read_as}" if evidence.read_as else ""
    return f"             {text!r}{place}{read_as}"
