"""What is known of a judge, in words and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evals.judging.calibration import Agreement, Calibration, Drift


def standing(calibration: Calibration | None) -> str:
    """What a judge may do in the gate, in a line."""
    if calibration is None:
        return "never calibrated: advises; 'lastgreen judge calibrate' holds it against labelled answers"
    if calibration.drifted:
        return f"has drifted since {calibration.reference_at[:10]}: its rule is inconclusive"
    may = ", ".join(sorted(calibration.reliable)) or "nothing"
    return f"calibrated {calibration.created_at[:10]} on {calibration.answers} answers: may block by {may}"


def reasons(calibration: Calibration) -> str:
    """Why answers were left unscored, in brackets; empty when none was."""
    told = ", ".join(f"{reason} {count}" for reason, count in calibration.unscored_for.items())
    return f" ({told})" if told else ""


def calibrations_markdown(found: Mapping[str, Calibration]) -> str:
    """A section for each judge: how it stands, and a table of its dimensions."""
    return "\n\n".join("\n".join(_section(name, calibration)) for name, calibration in found.items())


def _section(name: str, calibration: Calibration) -> Iterator[str]:
    yield f"## {name}: {'DRIFTED' if calibration.drifted else 'calibrated'}"
    yield ""
    yield f"`{calibration.judge}` {standing(calibration)}."
    scored = calibration.answers - calibration.unscored
    labelled = "; ".join(calibration.labelled_by)
    yield f"{scored} of {calibration.answers} answers scored{reasons(calibration)}; labelled by {labelled}."
    yield ""
    yield "| dimension | answers | kappa | alpha | mean error | drift | may block |"
    yield "| --- | ---: | ---: | ---: | ---: | --- | --- |"
    drifts = {drift.dimension: drift for drift in calibration.drifts}
    dimensions = {one.dimension: one for one in calibration.dimensions}
    for dimension in dict.fromkeys([*dimensions, *drifts]):
        yield _row(dimension, dimensions.get(dimension), drifts.get(dimension), calibration)


def _row(dimension: str, one: Agreement | None, drift: Drift | None, calibration: Calibration) -> str:
    moved = "-" if drift is None else f"{drift.shift:+.2f} (p = {drift.p:.2g}){' DRIFTED' * drift.has_drifted}"
    if one is None:
        return f"| {dimension} | - | - | - | - | {moved} | - |"
    may = "yes" if dimension in calibration.reliable and not calibration.drifted else "no"
    return (
        f"| {dimension} | {one.answers} | {_interval(one.kappa, one.kappa_interval)} "
        f"| {_interval(one.alpha, one.alpha_interval)} | {one.mean_error:+.2f} | {moved} | {may} |"
    )


def _interval(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.2f} ({interval[0]:.2f} to {interval[1]:.2f})"
