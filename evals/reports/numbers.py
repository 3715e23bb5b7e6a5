"""How figures are written for people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evals.reports.report import Row

_UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""Control characters that are no white space, and halves of surrogate pairs: they steer terminals or break writing."""
_CURRENCY = re.compile(r"[A-Z]{3}")
NONE = "–"
"""Shown for what is unknown: never a zero."""


def write_value(value: float | None, unit: str) -> str:
    """Write one figure in its unit.

    Args:
        value: None when it is unknown.
        unit: ``rate`` (0 to 1), ``score``, ``seconds``, ``count``, a currency's code (ISO 4217), or ``money`` where
            the currency is not known.
    """
    if value is None:
        return NONE
    match unit:
        case "rate":
            return f"{value * 100:.1f} %"
        case "score":
            return f"{value:.2f}"
        case "seconds":
            return f"{value * 1000:.0f} ms" if value < 10 else f"{value:.1f} s"
    return _write_money(value, unit) if unit == "money" or _CURRENCY.fullmatch(unit) else f"{value:g}"


def _write_money(value: float, currency: str) -> str:
    amount = f"{value:.6f}" if value < 0.01 else f"{value:.4f}"
    written = {"money": amount, "USD": f"${amount}"}
    return written.get(currency, f"{amount} {currency}")


def write_delta(row: Row) -> str:
    """Write the change of a row: points for rates, percent for latency and cost."""
    if row.delta is None:
        return NONE
    match row.unit:
        case "rate":
            return f"{row.delta * 100:+z.1f} pt"
        case "score":
            return f"{row.delta:+z.2f}"
    return f"{row.delta / row.baseline * 100:+z.0f} %" if row.baseline else NONE


def printable(text: str) -> str:
    """Replace characters that would steer a terminal, or that cannot be written, by U+FFFD; lines stay."""
    return _UNPRINTABLE.sub("\ufffd", text)


def shorten(text: str, limit: int) -> str:
    """Put a text on one line of at most ``limit`` characters (>= 1), with an ellipsis where it was cut.

    Characters that would steer a terminal, or that cannot be written, become U+FFFD.
    """
    line = printable(" ".join(text.split()))
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
