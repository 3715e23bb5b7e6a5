"""Streams, looked at while they come."""

from __future__ import annotations

import pytest

from tasks.wire.watch import StreamWatch

GOOD = b'data: {"a": "\xc3\xbc"}\r\n\r\nevent: x\ndata: {"b": 2}\n\ndata: \n\ndata: [DONE]\n\n'


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_a_good_stream_is_let_through_however_it_is_cut(size: int) -> None:
    """Pieces may end anywhere, within characters and line ends too."""
    watch = StreamWatch()
    assert [watch(GOOD[start : start + size]) for start in range(0, len(GOOD), size)].count(None) == -(
        -len(GOOD) // size
    )


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_a_damaged_event_ends_it(size: int) -> None:
    """As soon as the event is there."""
    watch, stream = StreamWatch(), b'data: {"a": 1}\n\ndata: {"a":\n\n'
    objections = [watch(stream[start : start + size]) for start in range(0, len(stream), size)]
    assert objections[-1] is not None
    assert (objections[-1].reason, objections[-1].transient) == ("malformed", True)
    assert objections[:-1].count(None) == len(objections) - 1


def test_an_unfinished_event_is_waited_for() -> None:
    """It may still become whole."""
    assert StreamWatch()(b'data: {"a":') is None
