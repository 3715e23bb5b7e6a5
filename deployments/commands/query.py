"""``lastgreen query``: SQL over a store."""

from __future__ import annotations

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, STORE_OPTION
from deployments.tables import CSV_OPTION


@click.command()
@click.argument("sql")
@CONFIG_OPTION
@STORE_OPTION
@JSON_OPTION
@CSV_OPTION
def query(sql: str, config: str, store: str | None, as_json: bool, as_csv: bool) -> None:
    r"""Answer one SELECT (DuckDB's SQL) over the views runs, results, checks and judgements; nothing can be written.

    \b
    lastgreen query "SELECT date, branch, pass_rate FROM runs WHERE tier = 'full' ORDER BY date"
    lastgreen query "SELECT case_id, avg((status = 'fail')::INT) FROM results GROUP BY ALL ORDER BY 2 DESC LIMIT 10"
    lastgreen query "DESCRIBE checks"
    """
    from deployments.stored import open_files
    from deployments.tables import Column, form_of, write_csv, write_json, write_table
    from tasks.stores.sql import query as answer

    form = form_of(as_json=as_json, as_csv=as_csv)
    with answer(open_files(config, store), sql) as found:
        match form:
            case "json":
                write_json(found.dicts())
            case "csv":
                write_csv(found.columns, found.rows)
            case _:
                write_table([Column(name, name) for name in found.columns], found.dicts())
