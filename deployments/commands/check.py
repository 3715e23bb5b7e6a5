"""``lastgreen check``: try checks on outputs, without a target."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evals.errors import InputError

if TYPE_CHECKING:
    from evals.checks.check import Check, CheckResult, Evidence
    from evals.checks.probes import Probe

    Tried = tuple[Probe, Check, CheckResult]

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
    tried = [
        (probe, one, result) for probe in probes for one, result in zip(probe.checks, probe.evaluate(), strict=True)
    ]
    for line in _as_json(tried) if as_json else _as_text(tried):
        click.echo(line)
    return _exit_code({result.outcome.value for _, _, result in tried})


def _bytes_of(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise InputError(f"FILE must be readable, got {file!r}: {error.strerror}") from None


def _exit_code(outcomes: set[str]) -> int:
    return EXIT_FAILED if "fail" in outcomes else EXIT_UNSCORED if "unscored" in outcomes else 0


def _as_json(tried: Sequence[Tried]) -> Iterator[str]:
    """One object a check: how its parameters were read, and what came out."""
    from evals.checks.registry import to_raw

    for probe, one, result in tried:
        yield json.dumps(
            {"id": probe.id, "line": probe.line, "check": to_raw(one), **asdict(result)}, ensure_ascii=False
        )


def _as_text(tried: Sequence[Tried]) -> Iterator[str]:
    """A block for each line of the file, and the count at the end."""
    before = None
    for probe, _, result in tried:
        if probe is not before:
            yield probe.id
            before = probe
        yield _headline(result)
        yield from map(_span, result.evidence)
    counts = {name: sum(result.outcome.value == name for _, _, result in tried) for name in _COLOURS}
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
