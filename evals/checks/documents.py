"""Whether a text is a document of a named format."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from typing import Final

from evals.checks.markdown_blocks import has_markdown
from evals.json_text import WHITE_SPACE, NotJsonError, parse_json, unfence


class NotFormattedError(ValueError):
    """The text is not of the format.

    Attributes:
        reason: why, in a few words.
        offset: where, in characters of the text that was given; None when unknown or it is the whole.
    """

    def __init__(self, reason: str, offset: int | None = None) -> None:
        self.reason = reason
        self.offset = offset
        super().__init__(reason)


def verify_format(text: str, name: str, *, strict: bool) -> None:
    """Check that a whole text is a document of the format ``name`` (a key of ``FORMATS``).

    Args:
        text: the answer.
        name: the format.
        strict: nothing but the document; otherwise one fenced block with the format's tag, or none, may hold it.

    Raises:
        NotFormattedError: it is not.
    """
    body = text if strict or name in {"markdown", "plain"} else unfence(text, ("", name))
    try:
        FORMATS[name](body)
    except NotFormattedError as error:
        if body is text or error.offset is None:
            raise
        raise NotFormattedError(error.reason, error.offset + max(0, text.find(body))) from None


def _verify_json(text: str) -> None:
    try:
        parse_json(text)
    except NotJsonError as error:
        raise NotFormattedError(error.reason, error.offset) from None


def _verify_jsonl(text: str) -> None:
    start = documents = 0
    for line in text.split("\n"):
        if line.strip(WHITE_SPACE):
            documents += 1
            _verify_line(line, start)
        start += len(line) + 1
    if not documents:
        raise NotFormattedError("no document")


def _verify_line(line: str, start: int) -> None:
    try:
        parse_json(line)
    except NotJsonError as error:
        raise NotFormattedError(error.reason, start + (error.offset or 0)) from None


def _verify_csv(text: str) -> None:
    """Comma-separated rows of one length, at least two columns (RFC 4180)."""
    try:
        widths = [len(row) for row in csv.reader(text.strip().splitlines(keepends=True), strict=True)]
    except csv.Error as error:
        raise NotFormattedError(str(error)) from None
    if not widths or widths[0] < 2:
        raise NotFormattedError("no columns")
    odd = next((number for number, width in enumerate(widths, 1) if width != widths[0]), None)
    if odd is not None:
        raise NotFormattedError(f"row {odd} has {widths[odd - 1]} columns where the first has {widths[0]}")


def _verify_xml(text: str) -> None:
    """Well-formed XML 1.0 without a document type: entities that expand have no place in an answer."""
    from xml.parsers import expat

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(text.strip().encode(), True)  # noqa: FBT003 (its only parameter is positional)
    except expat.ExpatError as error:
        raise NotFormattedError(expat.ErrorString(error.code)) from None
    except UnicodeEncodeError:
        raise NotFormattedError("half a surrogate pair, which UTF-8 cannot carry") from None


def _refuse_doctype(*_: object) -> None:
    raise NotFormattedError("a document type declaration")


def _verify_markdown(text: str) -> None:
    if not has_markdown(text):
        raise NotFormattedError("no Markdown structure, only paragraphs of text")


def _verify_plain(text: str) -> None:
    if not text.strip():
        raise NotFormattedError("no text")
    if has_markdown(text):
        raise NotFormattedError("Markdown structure in it")


FORMATS: Final[Mapping[str, Callable[[str], None]]] = {
    "json": _verify_json,
    "jsonl": _verify_jsonl,
    "csv": _verify_csv,
    "xml": _verify_xml,
    "markdown": _verify_markdown,
    "plain": _verify_plain,
}
"""Verifiers by format; each raises ``NotFormattedError``."""
