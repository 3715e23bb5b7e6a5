"""``lastgreen store``: look after a store."""

from __future__ import annotations

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, STORE_OPTION, Number

MOST_DAYS = 36_500
"""No run is a hundred years old, and the calendar has a beginning."""


@click.group()
def store() -> None:
    """Look after a store: compact its index, verify it, remove what need not be kept."""


@store.command()
@CONFIG_OPTION
@STORE_OPTION
@JSON_OPTION
def compact(config: str, store: str | None, as_json: bool) -> None:
    """Put the runs written since the last time into the index, which questions about many runs are answered from.

    Nothing else depends on it: runs that are not in the index yet are read one by one.
    """
    from deployments.store_care import compact_store
    from deployments.stored import open_files

    compact_store(open_files(config, store), as_json=as_json)


@store.command()
@CONFIG_OPTION
@STORE_OPTION
@JSON_OPTION
def verify(config: str, store: str | None, as_json: bool) -> int:
    """Read everything and check it: every run whole, every checksum right. Exit code 3 when anything is broken."""
    from deployments.store_care import verify_store
    from deployments.stored import open_files

    return verify_store(open_files(config, store), as_json=as_json)


@store.command()
@CONFIG_OPTION
@STORE_OPTION
@click.option("--keep", type=click.IntRange(min=0), metavar="N", help="Keep the newest N runs.")
@click.option(
    "--older-than", type=Number(min=0, max=MOST_DAYS), metavar="DAYS", help="Remove runs older than so many days."
)
@click.option("--run", "runs", multiple=True, metavar="RUN", help="Remove this run, also a broken one; repeatable.")
@click.option("--apply", is_flag=True, help="Do it; without, only say what would be done.")
@JSON_OPTION
def gc(
    config: str,
    store: str | None,
    keep: int | None,
    older_than: float | None,
    runs: tuple[str, ...],
    apply: bool,
    as_json: bool,
) -> None:
    """Plan and show, and with --apply remove, the runs that need not be kept and the files that nothing names.

    With --keep and --older-than a run goes only when both allow it. A run that is a baseline, an anchor or pinned
    never goes. Files that nothing names, and journals of finished runs, go when they are a day old.
    """
    from deployments.store_care import collect_garbage
    from deployments.stored import open_files
    from tasks.stores.retention import Rule

    rule = Rule(keep, older_than, frozenset(runs))
    collect_garbage(open_files(config, store), rule, apply=apply, as_json=as_json)
