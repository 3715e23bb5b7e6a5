"""Looking at a stream while it comes."""

from __future__ import annotations

from tasks.transport.call import Failed
from tasks.wire.completion import WireError
from tasks.wire.fields import data_of
from tasks.wire.openai_chat import END
from tasks.wire.sse import events_of

_BLANK_LINE = b"\n\n"


class StreamWatch:
    """Ends an attempt at the first damaged event: what a provider goes on to generate would only cost money."""

    def __init__(self) -> None:
        self._rest = b""

    def __call__(self, piece: bytes) -> Failed | None:
        """Look at one more piece."""
        whole, blank, self._rest = (self._rest + piece).replace(b"\r\n", b"\n").rpartition(_BLANK_LINE)
        for event in events_of((whole + blank).decode(errors="replace")):
            if event.data.strip() == END:
                continue
            try:
                data_of(event)
            except WireError as error:
                return Failed(error.reason, str(error), transient=True)
        return None
