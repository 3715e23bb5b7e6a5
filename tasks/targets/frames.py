"""How a worker process and its owner talk: a length of four bytes, most significant first, then so much JSON."""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

_LENGTH = struct.Struct(">I")
HEADER = _LENGTH.size
"""Bytes before each message."""


def pack(value: Any) -> bytes:
    """Make a frame of a JSON value.

    Raises:
        ValueError: It holds NaN, an infinity or half of a surrogate pair.
        TypeError: It is no JSON value.
    """
    body = json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    return _LENGTH.pack(len(body)) + body


def length_of(header: bytes) -> int:
    """Bytes that follow a header."""
    length: int = _LENGTH.unpack(header)[0]
    return length


def read_frame(stream: BinaryIO) -> Any | None:
    """Read the next frame; None at the end of the stream."""
    header = stream.read(HEADER)
    return None if len(header) < HEADER else json.loads(stream.read(length_of(header)))
