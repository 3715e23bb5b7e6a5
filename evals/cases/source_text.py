"""From the bytes of a user's file to text, with the physical line of whatever is wrong."""

from __future__ import annotations

import codecs
from typing import Final

BYTE_ORDER_MARK: Final = codecs.BOM_UTF8

_FOREIGN_MARKS: Final = (
    # The UTF-32 mark begins with the UTF-16 one: the longer comes first.
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)

_SHOWN: Final = 80
"""Characters of a value that a message carries: enough to recognise it, and a 10 MB line stays out."""


class SourceError(ValueError):
    """Text that cannot be read: what is wrong and on which physical line (1-based)."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return self.message


def decode_text(data: bytes) -> str:
    """Decode a whole file as UTF-8, without its byte order mark.

    Raises:
        SourceError: other encodings and invalid bytes, with the line they are on.
    """
    refuse_foreign_encoding(data)
    body = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise SourceError(invalid_utf8(body, error.start), line) from None


def refuse_foreign_encoding(data: bytes) -> None:
    """Refuse files that announce another encoding than UTF-8.

    Raises:
        SourceError: the file begins with the mark of UTF-16 or UTF-32.
    """
    for mark, name in _FOREIGN_MARKS:
        if data.startswith(mark):
            raise SourceError(f"the file must be UTF-8, and it is {name}", 1)


def invalid_utf8(data: bytes, position: int) -> str:
    """Say which byte is not UTF-8; ``position`` is its offset in ``data``."""
    column = position - (data.rfind(b"\n", 0, position) + 1) + 1
    return f"the file must be UTF-8: invalid byte 0x{data[position]:02x} at byte {column} of the line"


def shown(value: object) -> str:
    """Give the value as a message shows it: ``repr``, cut to a readable length."""
    if isinstance(value, str) and len(value) > _SHOWN:
        return f"{value[:_SHOWN]!r}... ({len(value)} characters)"
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
