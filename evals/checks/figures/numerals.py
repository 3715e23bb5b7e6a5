"""Written numbers: groups, decimal signs, exponents and fractions, read exactly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

_MOST_DIGITS: Final = 30
"""Longer runs of digits are keys, hashes and card numbers."""

SPACED: Final = re.compile(
    r"[1-9][0-9]{0,2}(?:(?:\u00a0[0-9]{3}){1,9}+|(?: [0-9]{3}){1,9}+)(?![0-9]|[ \u00a0][0-9])(?:[.,][0-9]+)?"
)
"""A number grouped by spaces, all of one kind."""
RUN: Final = re.compile(r"[0-9]++(?:[.,'_][0-9]++){0,12}+")
"""Digits with separators, whatever they mean; bounded, so that a list of a thousand is not read a thousand times."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the writer writes numbers."""

    groups_by_dot: bool = False
    """Whether ``1.234`` is 1234."""
    decimal_comma: bool = False
    """Whether ``1,234`` is 1.234."""


ENGLISH: Final = Manner()
CONTINENTAL: Final = Manner(groups_by_dot=True, decimal_comma=True)

_BY_COMMA = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_BY_LAKH = re.compile(r"[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?")
_BY_DOT = re.compile(r"[1-9][0-9]{0,2}(?:(?:\.[0-9]{3}){2,}(?:,[0-9]+)?|\.[0-9]{3},[0-9]+)")
_BY_ONE_DOT = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")
_BY_OTHER = re.compile(r"[1-9][0-9]{0,2}(?:(?:'[0-9]{3})+|(?:_[0-9]{3})+)(?:[.,][0-9]+)?")
_BY_MYRIAD = re.compile(r"[1-9][0-9]{0,3}(?:,[0-9]{4})+")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]*)[.,][0-9]+")
# Begins with a literal comma, which is quick to look for.
_CONTINENTAL_SIGN = re.compile(
    r",(?<=[0-9],)[0-9](?:[0-9]?[ \u00a0]?[€%]|[ \u00a0](?!(?:and|are)\b)[A-Za-zÄÖÜäöü]{3}"
    r"|(?<=[0-9]\.[0-9]{3},[0-9])|(?<=[0-9]\u00a0[0-9]{3},[0-9]))"
)
_ENGLISH_SIGN = re.compile(r"[0-9],[0-9]{3}\.[0-9]|[0-9]\.[0-9]{1,2}(?![0-9.,])")
_OCTETS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")

_EXPONENT = re.compile(
    r"[eE](?P<letter>[+−-]?[0-9]{1,3})(?![0-9A-Za-z_])"
    r"|[ \u00a0]?(?:[x×*·]|\\times|\\cdot)[ \u00a0]?10"
    r"(?:(?:\^|\*\*)\{?(?P<caret>[+−-]?[0-9]{1,3})\}?|(?P<raised>[⁺⁻]?[⁰¹²³⁴-⁹]{1,3})"
    # Plain text loses what is raised. A range does not fall.
    r"|(?P<sunk>−[0-9]{1,3}|[-–][1-9])(?![-–.,]?[0-9]))"
)
_POWER = re.compile(r"(?:\^|\*\*)\{?(?P<caret>[+−-]?[0-9]{1,3})\}?|(?P<raised>[⁺⁻]?[⁰¹²³⁴-⁹]{1,3})")
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻−–", "0123456789+---")
VULGAR: Final = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10), "↉": (0, 3),
}  # fmt: skip
"""Vulgar fractions as numerator and denominator."""


def manner_of(text: str) -> Manner:
    """Continental when the text shows that way of writing and nowhere the English one."""
    if "," not in text or not _CONTINENTAL_SIGN.search(text):
        return ENGLISH
    return ENGLISH if _ENGLISH_SIGN.search(text) else CONTINENTAL


def read_numeral(run: str, manner: Manner = ENGLISH) -> Decimal | None:
    """The number that a run of digits and separators is; None when it is none, or more than one."""
    if len(run) > 2 * _MOST_DIGITS:
        return None
    if run.isdigit():
        return Decimal(run) if len(run) <= _MOST_DIGITS and (run[0] != "0" or run == "0") else None
    whole, _, decimals = run.partition(".")
    if decimals.isdigit() and whole.isdigit() and not manner.groups_by_dot:
        return Decimal(run) if whole[0] != "0" or whole == "0" else None
    plain = _without_groups(run, manner)
    return Decimal(plain) if plain else None


def _without_groups(run: str, manner: Manner) -> str:
    """The run with a decimal point and no other separator; empty when it is no number."""
    if "," in run and not manner.decimal_comma and (_BY_COMMA.fullmatch(run) or _BY_LAKH.fullmatch(run)):
        return run.replace(",", "")
    if (_BY_DOT.fullmatch(run) and not is_address(run)) or (manner.groups_by_dot and _BY_ONE_DOT.fullmatch(run)):
        return run.replace(".", "").replace(",", ".")
    if _DECIMAL.fullmatch(run):
        return run.replace(",", ".")
    if _BY_COMMA.fullmatch(run) or _BY_LAKH.fullmatch(run) or _BY_MYRIAD.fullmatch(run):
        return run.replace(",", "")
    if SPACED.fullmatch(run) or _BY_OTHER.fullmatch(run):
        return re.sub(r"[ \u00a0'_]", "", run).replace(",", ".")
    return ""


def is_address(run: str) -> bool:
    """Whether the run is an IPv4 address."""
    return _OCTETS.fullmatch(run) is not None and all(int(part) <= 255 for part in run.split("."))


def read_exponent(text: str, at: int) -> tuple[Decimal, int] | None:
    """The power of ten that follows a number (``e9``, ``× 10^9``, ``·10⁹``), and where it ends."""
    match = _EXPONENT.match(text, at)
    return (_power(10, match), match.end()) if match else None


def read_power(text: str, at: int, base: Decimal) -> tuple[Decimal, int] | None:
    """What 2 or 10 is raised to (``10^9``, ``10⁹``), and where that ends; other raised figures are notes."""
    match = _POWER.match(text, at) if base in (2, 10) else None
    return (_power(int(base), match), match.end()) if match else None


def _power(base: int, match: re.Match[str]) -> Decimal:
    written = next(group for group in match.groups() if group)
    return Decimal(base) ** int(written.translate(_RAISED))


def read_vulgar(sign: str) -> Decimal:
    """The worth of a vulgar fraction, to 28 digits."""
    over, under = VULGAR[sign]
    return Decimal(over) / Decimal(under)
