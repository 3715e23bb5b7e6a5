"""Judges, rubrics and calibrations as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from evals.judging.calibration import DRIFT, ENOUGH, TRUSTED, TRUSTED_LOW, Agreement, Calibration, Order
from evals.judging.calibration_text import reasons, standing
from evals.judging.rubric import Dimension, Rubric

WIDTH = 100
OWN_LABELS = "authors, by the rubric"
"""How the shipped anchors were labelled."""
BRING_YOUR_OWN = (
    "These labels are the shipped ones: one person, an author of lastgreen, gave them by the rubric. They are not "
    "independent of it and know nothing of your app. Label answers of your own (two people, then compare), and name "
    "the file with --anchors."
)


def rubric_text(rubric: Rubric) -> str:
    """All dimensions with the meaning of every level, the best one first."""
    head = [f"{rubric.name}, version {rubric.version} ({rubric.key})", _wrapped(rubric.description, "")]
    return "\n".join([*head, *(line for part in rubric.dimensions for line in _dimension(part))])


def _dimension(part: Dimension) -> Iterator[str]:
    yield f"\n{part.name} (weight {part.weight:g})"
    yield _wrapped(part.question, "  ")
    for level in reversed(part.levels):
        yield _wrapped(f"{level.label:>3}  {level.meaning}", "  ", "       ")


def judges_text(
    default: str | None, keys: Mapping[str, str], known: Mapping[str, Calibration | None], rubrics: Sequence[Rubric]
) -> str:
    """Each judge with its key and what is known of it; then the rubrics."""
    lines = [line for name, key in keys.items() for line in _judge(name, key, known[name], is_default=name == default)]
    shipped = [f"  {rubric.name}-v{rubric.version}: {', '.join(rubric.scales)}" for rubric in rubrics]
    return "\n".join([*(lines or ["no judge is configured"]), "", "rubrics that come with lastgreen:", *shipped])


def _judge(name: str, key: str, calibration: Calibration | None, *, is_default: bool) -> Iterator[str]:
    yield f"{name}{' (default)' if is_default else ''}"
    yield f"  {key}"
    yield f"  {standing(calibration)}"


def calibration_text(calibration: Calibration) -> str:
    """The whole result: agreement, confusion, order, drift, and what it means for the gate."""
    scored = calibration.answers - calibration.unscored
    labelled = f"{calibration.answers} answers labelled by {'; '.join(calibration.labelled_by)}"
    blocks = [
        f"{calibration.judge}\n{labelled}; {scored} scored, {calibration.unscored} unscored{reasons(calibration)}",
        "\n".join(_agreements(calibration)),
        *(_confusion(one) for one in calibration.dimensions),
        _order(calibration.order),
        "\n".join(_drifts(calibration)),
        _meaning(calibration),
    ]
    if OWN_LABELS in calibration.labelled_by:
        blocks.append(_wrapped(BRING_YOUR_OWN, ""))
    return "\n\n".join(block for block in blocks if block)


def _agreements(calibration: Calibration) -> Iterator[str]:
    yield f"{'dimension':<20}{'answers':>8}  {'kappa':<20}{'alpha':<20}{'error':>6}{'length':>8}  may block"
    for one in calibration.dimensions:
        length = "-" if one.length_correlation is None else f"{one.length_correlation:+.2f}"
        blocks = "yes" if one.dimension in calibration.reliable else "no"
        yield (
            f"{one.dimension:<20}{one.answers:>8}  {_with_interval(one.kappa, one.kappa_interval):<20}"
            f"{_with_interval(one.alpha, one.alpha_interval):<20}{one.mean_error:>+6.2f}{length:>8}  {blocks}"
        )
    yield "error: mean of score - label; length: rank correlation of that error with the length of the answer"


def _with_interval(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.2f} ({interval[0]:.2f}-{interval[1]:.2f})"


def _confusion(one: Agreement) -> str:
    rows = [f"{one.dimension}: labels 1 to 5 down, scores 1 to 5 across"]
    rows += [f"  {level} {''.join(f'{count:>5}' for count in row)}" for level, row in enumerate(one.confusion, 1)]
    return "\n".join(rows)


def _order(order: Order | None) -> str:
    if order is None or not order.pairs:
        return ""
    return (
        f"pairs: {order.pairs} compared in both orders, {order.consistent} with the same verdict; the answer shown "
        f"first was chosen {order.first} times, the second {order.second} times; settled for the better label "
        f"{order.right} times, for the worse {order.wrong} times"
    )


def _drifts(calibration: Calibration) -> Iterator[str]:
    if calibration.drifts:
        yield f"against the scores of {calibration.reference_at}:"
    for drift in calibration.drifts:
        mark = "  DRIFTED" if drift.has_drifted else ""
        yield f"  {drift.dimension:<20}{drift.shift:+.2f} on {drift.answers} answers (p = {drift.p:.3g}){mark}"


def _meaning(calibration: Calibration) -> str:
    if calibration.drifted:
        return _wrapped(
            f"The judge does not score as it did (by more than {DRIFT:g}): the judge rule is inconclusive. Find out "
            "what changed, judge the baseline again, and take today's scores as the new measure with --accept.",
            "",
        )
    may = ", ".join(sorted(calibration.reliable)) or "no dimension"
    return _wrapped(
        f"In the gate the judge may block by {may}; by all others it advises. It takes kappa or alpha of at least "
        f"{TRUSTED:g} with a lower bound of {TRUSTED_LOW:g}, on {ENOUGH} labelled answers.",
        "",
    )


def _wrapped(text: str, indent: str, following: str | None = None) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent if following is None else following
    )
