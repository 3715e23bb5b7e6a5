"""SQL by people over the catalogue of a store: one statement that reads."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

import duckdb

from evals.errors import InputError
from tasks.stores.catalogue import Found, explained, open_catalogue
from tasks.stores.files import Files

_COMMENT = re.compile(r"\s+|--[^\n]*(?:\n|\Z)|/\*.*?\*/", re.DOTALL)


@contextlib.contextmanager
def query(files: Files, sql: str) -> Iterator[Found]:
    """Answer one SELECT over ``runs``, ``results``, ``checks`` and ``judgements``; its rows come while it is open.

    Raises:
        InputError: it is not one statement that reads, it has an error, or the store cannot be read.
    """
    require_reading(sql)
    with open_catalogue(files, with_trials=_reads_trials(sql)) as catalogue:
        yield catalogue.find(sql)


def require_reading(sql: str) -> None:
    """Let only one statement through that cannot change anything.

    Raises:
        InputError: it is another kind of statement, several, none, or no SQL.
    """
    try:
        # IMPORT DATABASE reads files while it is parsed.
        with _nothing() as connection:
            statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise explained(error) from None
    if len(statements) != 1:
        raise InputError(f"SQL: give one statement, not {len(statements)}")
    word = _first_word(sql)
    if statements[0].type.name != "SELECT" or word in {"pragma", "call"}:
        raise InputError(
            f"SQL: only statements that read are allowed (SELECT, WITH, FROM, DESCRIBE, SUMMARIZE), not {word.upper()}"
        )


def _first_word(sql: str) -> str:
    position = 0
    while found := _COMMENT.match(sql, position):
        position = found.end()
    word = re.match(r"\w+", sql[position:])
    return word[0].lower() if word else ""


def _reads_trials(sql: str) -> bool:
    """Whether more than ``runs`` is needed; DESCRIBE and its like do not say, and get everything."""
    with _nothing() as connection:
        try:
            names = connection.get_table_names(sql)
        except duckdb.Error:
            return True
    return not names or not names <= {"runs"}


def _nothing() -> duckdb.DuckDBPyConnection:
    """A connection that sees no data and no file: it parses."""
    return duckdb.connect(":memory:", config={"enable_external_access": False})
