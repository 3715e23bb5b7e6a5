"""Server-sent events."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.wire.sse import Event, events_of


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("", []),
        ("data: a\n\n", [Event("a")]),
        ("data:a\n\ndata:  b\n\n", [Event("a"), Event(" b")]),
        ("data: a\ndata: b\n\n", [Event("a\nb")]),
        ("event: end\ndata: x\n\ndata: y\n\n", [Event("x", "end"), Event("y")]),
        (": comment\n\nid: 7\nretry: 5\ndata: a\n\n", [Event("a")]),
        ("data: a\r\n\r\ndata: b\r\rdata: c\n\n", [Event("a"), Event("b"), Event("c")]),
        ("\ufeffdata: a\n\n", [Event("a")]),
        ("event: only\n\n", []),
        ("data\n\n", [Event("")]),
        ("data: a\n", []),
        ("data: a\n\ndata: b\n", [Event("a")]),
        ("data: a\n\ndata: b", [Event("a")]),
    ],
)
def test_events_are_what_a_blank_line_ends(text: str, events: list[Event]) -> None:
    """All line ends, comments and field forms of the standard; an unfinished event does not count."""
    assert list(events_of(text)) == events


@given(st.lists(st.text(st.characters(exclude_characters="\r\n", codec="utf-8"), max_size=20), max_size=6))
@settings(max_examples=100)
def test_what_is_sent_is_read(data: list[str]) -> None:
    """Each datum comes back as it was."""
    text = "".join(f"data: {datum}\n\n" for datum in data)
    assert [event.data for event in events_of(text)] == data
