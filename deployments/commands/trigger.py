"""``lastgreen trigger``: gate a change from CI, on a Prefect server somewhere else."""

from __future__ import annotations

from typing import Any

import click

from deployments.options import COMMIT_OPTION, JSON_OPTION, NewFile, Number, with_options

REQUEST_OPTIONS = (
    COMMIT_OPTION,
    click.option("--branch", help="Branch of the commit.  [default: from CI or git]"),
    click.option("--pr", type=click.IntRange(min=1), help="Number of the pull request.  [default: from CI]"),
    click.option(
        "--tier",
        type=click.Choice(["smoke", "full", "extended"]),
        help="How much of the set to run.  [default: the deployment's]",
    ),
    click.option("--target", help="Target of the worker's configuration to ask."),
    click.option(
        "--model-endpoint", "endpoint", help="A target of that configuration, or an address to ask instead of its own."
    ),
    click.option("--judge", help="Judge of that configuration; none for no judge."),
    click.option("--tags", help="Run the cases with any of these comma-separated tags, instead of a tier."),
    click.option("--trials", type=click.IntRange(1, 100), help="Trials a case.  [default: the tier's]"),
    click.option("--shards", type=click.IntRange(1, 256), help="Split the set over so many runs."),
    click.option("--baseline", help="A run to compare with; none for no comparison.  [default: the last green main]"),
)


@click.command()
@click.argument("deployment", default="smoke")
@with_options(REQUEST_OPTIONS)
@click.option("--param", "parameters", multiple=True, metavar="NAME=VALUE", help="Any other parameter of the flow.")
@click.option("--api-url", help="Prefect API.  [default: PREFECT_API_URL, the Prefect profile, or `lastgreen up`]")
@click.option(
    "--timeout",
    "timeout_min",
    type=Number(min=0.05),
    default=60,
    show_default=True,
    help="Minutes to wait; then the run is cancelled.",
)
@click.option("--poll", "poll_s", type=Number(0.2, 60), default=3, show_default=True, help="Seconds between two looks.")
@click.option("--no-wait", is_flag=True, help="Start it, print its id, and leave.")
@click.option("--again", is_flag=True, help="Start a new run even when this commit has one.")
@click.option("--store", help="Where the worker keeps results, to read the verdict from.  [default: --config's]")
@click.option(
    "--config",
    default="evals/gate.yaml",
    show_default=True,
    envvar="LASTGREEN_CONFIG",
    help="Configuration that names the store; used only when it exists here.",
)
@click.option("--comment", type=NewFile(), help="Write the verdict to this file as Markdown.")
@JSON_OPTION
def trigger(  # noqa: PLR0913, PLR0917 (one for each option)
    deployment: str,
    parameters: tuple[str, ...],
    api_url: str | None,
    timeout_min: float,
    poll_s: float,
    no_wait: bool,
    again: bool,
    store: str | None,
    config: str,
    comment: str | None,
    as_json: bool,
    **request: Any,
) -> int:
    """Start DEPLOYMENT over the Prefect API, wait for its verdict, and exit with the gate's code.

    The same words for the same commit are the same run, so that a repeated job waits instead of paying twice. Older
    runs of the same pull request are cancelled. Interrupted, it cancels the run that it started. Credentials come
    from PREFECT_API_KEY or PREFECT_API_AUTH_STRING. In GitHub Actions it writes the job summary.

    Exit codes: 0 passed, 1 gate failed, 2 inconclusive where the policy blocks it, 3 input, 4 everything else.
    """
    from deployments.change import detect_change
    from deployments.trigger import Wanted, parse_parameters
    from deployments.triggering import Answering, Session

    change = detect_change()
    known = {"commit_sha": change.commit_sha, "branch": change.branch, "pr": change.pr}
    wanted = Wanted(deployment, _given(request), _given(known), parse_parameters(parameters), again=again)
    answering = Answering(config, store, comment, as_json=as_json)
    with Session(api_url, answering, timeout_s=60 * timeout_min, poll_s=poll_s) as session:
        return session.start_only(wanted) if no_wait else session.run(wanted)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value not in {None, ""}}
