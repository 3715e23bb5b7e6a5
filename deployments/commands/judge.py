"""``lastgreen judge``: what judges score by, and how far they can be trusted."""

from __future__ import annotations

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, STORE_OPTION


@click.group()
def judge() -> None:
    """Show what judges score by, and hold them against answers that people have labelled."""


@judge.command("list")
@CONFIG_OPTION
@STORE_OPTION
@JSON_OPTION
def list_judges(config: str, store: str | None, as_json: bool) -> None:
    """List the configured judges with what is known of them, and the rubrics."""
    from deployments.judging import list_judges as show

    show(config, store, as_json=as_json)


@judge.command()
@click.argument("rubric", required=False)
@CONFIG_OPTION
@JSON_OPTION
def show(rubric: str | None, config: str, as_json: bool) -> None:
    """Show a rubric: what every level of every dimension means.

    RUBRIC is the name of one that comes with lastgreen, or the path of a YAML file; without it that of the configured
    judge is shown.
    """
    from deployments.judging import show_rubric

    show_rubric(rubric, config, as_json=as_json)


@judge.command()
@click.option("--judge", "name", help="Judge of the configuration.  [default: the configuration's]")
@click.option("--anchors", help="JSONL file of labelled answers.  [default: the configuration's, beside the cases]")
@click.option(
    "--passages", help="Folder of the pages that cases name in metadata.source, for anchors without passages."
)
@click.option("--pairs/--no-pairs", default=True, show_default=True, help="Also compare answers in both orders.")
@click.option("--accept", is_flag=True, help="Hold later scores against today's, whatever has drifted.")
@CONFIG_OPTION
@STORE_OPTION
@JSON_OPTION
def calibrate(
    name: str | None,
    anchors: str | None,
    passages: str | None,
    pairs: bool,
    accept: bool,
    config: str,
    store: str | None,
    as_json: bool,
) -> int:
    """Hold a judge against labelled answers: agreement, bias, drift; the result is kept for the gate.

    A dimension on which the judge does not agree with people well enough advises in the gate and does not block. Bring
    your own anchors: the shipped ones were labelled by the authors of lastgreen, by the rubric.

    Exit code: 0, or 2 when the judge no longer scores as it did.
    """
    from deployments.judging import calibrate_judge
    from tasks.calibrating import Calibrating

    wanted = Calibrating(config, store, name, anchors, passages, pairs=pairs, accept=accept)
    return calibrate_judge(wanted, as_json=as_json)
