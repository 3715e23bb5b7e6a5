"""The list of ids that are never used again."""

from __future__ import annotations

import pytest

from evals.cases.retired import read_retired
from evals.errors import GoldenSetError


def test_ids_come_with_their_reasons() -> None:
    """Comments are skipped; the date is for people."""
    data = b'// gone\n{"id": "a", "retired": "2026-01-31", "reason": "page removed"}\n{"id": "b", "reason": "twice"}\n'
    assert read_retired("retired.jsonl", data) == {"a": "page removed", "b": "twice"}


@pytest.mark.parametrize("data", [b"", b"// nothing yet\n"])
def test_an_empty_list_retires_nothing(data: bytes) -> None:
    """A new set has no retired ids."""
    assert read_retired("retired.jsonl", data) == {}


def test_every_bad_line_is_reported() -> None:
    """A missing reason, a wrong date, an id listed twice, and text that is not JSON."""
    data = (
        b'{"id": "a", "reason": "x"}\n{"id": "b"}\n{bad}\n{"id": "a", "reason": "y"}\n'
        b'{"id": "c", "reason": "z", "retired": "31.1.2026"}\n'
    )
    with pytest.raises(GoldenSetError) as caught:
        read_retired("retired.jsonl", data)
    assert [problem.line for problem in caught.value.problems] == [2, 3, 4, 5]
