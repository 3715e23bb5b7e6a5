"""What stands behind a figure and belongs to it: scale words, percent signs, currencies."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, NamedTuple

from evals.checks.figures.figure import PERCENT, PERCENTAGE_POINTS
from evals.checks.figures.units import (
    ABBREVIATIONS,
    CONTINENTAL_SCALES,
    EAST_ASIAN_SCALES,
    GLUED_SCALES,
    ISO_CODES,
    LOWER_CODES,
    MONEY_SCALES,
    PHRASE_STARTS,
    PHRASES,
    SCALES,
    SIGNS,
)

LETTER: Final = "A-Za-zªµºÀ-ÖØ-öø-ʯͰ-ԯḀ-῿"
"""Body of a character class: letters of scripts that put spaces between words."""

# A line may break inside "5 million"; a capital on the new line begins something else.
_WORD = re.compile(rf"(?P<gap>[ \u00a0-]|[ ]?\n(?=[a-z]))?(?P<word>[pP]\.[pP]\.|U\.S\.|[{LETTER}]++\.?)(?![0-9_])")
# "15.- €": an even amount.
_EVEN = re.compile(r"[.,][-–—](?=[ \u00a0]?(?:€|EUR|[Ee]uro|CHF|S?Fr\.|kr))")
_BEGINS = re.compile(r"[ \u00a0-]?[%‰$€£¥₹₩₽₺₴₪₫₱฿₦₿₸円元원千천万萬만億亿억兆조]")
_NEXT_WORD = re.compile(rf"[ \u00a0-](?P<word>[{LETTER}]++)")
_PARTICLE = re.compile(r"[ \u00a0](?:de |di |d')")
_SIGN = re.compile(r"[ \u00a0]?(?P<sign>%|[‰$€£¥₹₩₽₺₴₪₫₱฿₦₿₸](?![0-9])|[円元원])")
_POINTS = re.compile(r"p\b(?!\.)|[ \u00a0-]?(?:points?|pts?|pkt|punkte?n?)\b(?! (?:to|at|out|toward))", re.IGNORECASE)
_COUNTED = re.compile(r"[ \u00a0][a-z]{3,}s\b")
_WEIGHED = re.compile(r" of\b")
_LENGTH_AFTER = re.compile(
    r"[ \u00a0-](?:tall|long|wide|deep|high|thick|away|above|below|apart|across|sprint|race|dash|freestyle|hurdles"
    r"|x|×|by|radius|diameter|cable|rope|wall|fence|pool|tower|depth|height|altitude|from|[0-9]+ ?s\b)|[²³/×]"
)
_LENGTH_BEFORE = re.compile(
    r"\b(?:height|length|width|depth|distance|diameter|radius|altitude|elevation|measur\w*|tall|wide|deep|jump\w*|dived?"
    r"|dove|swam|ran|every|timeout|interval|ttl|duration|latency|cooldown|expir\w*|[0-9]+h)\b[^.!?\n]{0,12}$",
    re.IGNORECASE,
)
MEANINGFUL: Final = frozenset((*SCALES, *PHRASE_STARTS, *map(str.lower, (*MONEY_SCALES, *ISO_CODES)), "de", "di", "d"))
"""All words, small, that can begin what belongs to a figure."""
_TENS: Final = {power: Decimal(10) ** power for power in (0, 3, 6, 9, 12)}
_HIGHEST: Final = 6
"""Scale words may follow one another up to ``lakh crore`` and ``thousand million``; after a million none does."""
_WINDOW: Final = 40


class Suffix(NamedTuple):
    """What was read behind the digits."""

    scale: Decimal
    unit: str | None
    end: int
    """Offset after the last character that was read."""
    continental: bool = False
    """Whether the words are of a language that writes a decimal comma."""


def read_suffix(text: str, start: int, at: int, money: str | None) -> Suffix | None:
    """Read on from ``at``, where digits that began at ``start`` end; ``money`` is the currency before them.

    None when nothing behind the digits belongs to them.
    """
    begin, at = at, at + (text[at : at + 1] == "+")
    if (even := _EVEN.match(text, at)) and money is None:
        at = even.end()
    word = _WORD.match(text, at)
    if not _goes_on(text, at, word):
        return None
    power, end, continental, word = _scales(text, start, at, word, money)
    unit, end, permille = _unit(text, end, word, scaled=power > 0) if _goes_on(text, end, word) else (None, end, 0)
    if end in (begin, at):
        return None
    return Suffix(_TENS.get(power - permille) or Decimal(10) ** (power - permille), unit, end, continental)


def _goes_on(text: str, at: int, word: re.Match[str] | None) -> bool:
    """Whether a sign, or the word that stands at ``at``, can belong to a figure."""
    return word["word"].rstrip(".").lower() in MEANINGFUL if word else _BEGINS.match(text, at) is not None


def _scales(
    text: str, start: int, at: int, found: re.Match[str] | None, money: str | None
) -> tuple[int, int, bool, re.Match[str] | None]:
    """The power of ten of up to two scale words, where they end, whether they are continental, and the word behind."""
    if text[at : at + 1] in EAST_ASIAN_SCALES:
        power, at = _east_asian(text, at)
        return power, at, False, _WORD.match(text, at)
    power, continental = 0, False
    while found and power < _HIGHEST:
        word = found["word"].rstrip(".")
        more = _power(text, start, found, word, money)
        if not more:
            break
        power, continental = power + more, continental or word.lower() in CONTINENTAL_SCALES
        at = found.end() - (found["word"][-1] == "." and word.lower() not in ABBREVIATIONS)
        found = _WORD.match(text, at)
    return power, at, continental, found


def _east_asian(text: str, at: int) -> tuple[int, int]:
    power = 0
    while text[at : at + 1] in EAST_ASIAN_SCALES:
        power += EAST_ASIAN_SCALES[text[at]]
        at += 1
    return power, at


def _power(text: str, start: int, match: re.Match[str], word: str, money: str | None) -> int:
    gap = match["gap"]
    if word in MONEY_SCALES and gap != "-" and (money is not None or _is_money(text, match.end())):
        return MONEY_SCALES[word]
    power = SCALES.get(word.lower())
    if power is not None:
        return power
    if word not in GLUED_SCALES or gap == "-" or (gap and not _COUNTED.match(text, match.end())):
        return 0
    return 0 if word == "m" and (gap or _is_length(text, start, match.end())) else GLUED_SCALES[word]


def _is_money(text: str, at: int) -> bool:
    sign = _SIGN.match(text, at)
    if sign:
        return sign["sign"] not in "%‰"
    word = _NEXT_WORD.match(text, at)
    return word is not None and (word["word"] in ISO_CODES or word["word"] in ("euros", "euro", "dollars"))


def _is_length(text: str, start: int, end: int) -> bool:
    """Whether the ``m`` that ends at ``end`` is metres or minutes."""
    before = text[max(0, start - _WINDOW) : start]
    return _LENGTH_AFTER.match(text, end) is not None or _LENGTH_BEFORE.search(before) is not None


def _unit(text: str, at: int, word: re.Match[str] | None, *, scaled: bool) -> tuple[str | None, int, int]:
    """The unit, where it ends, and 1 when a permille must become a percentage."""
    particle = _PARTICLE.match(text, at) if scaled and word else None
    sign = _SIGN.match(text, at) if word is None else None
    unit: str | None
    if sign:
        unit, end = _signed_unit(text, sign)
    elif particle:
        # The last character of the particle serves as the gap before the word.
        behind = particle.end() - (text[particle.end() - 1] == " ")
        unit, end = _written_unit(text, behind, _WORD.match(text, behind))
        end = end if unit else at
    else:
        unit, end = _written_unit(text, at, word)
    return (PERCENT, end, 1) if unit == "permille" else (unit, end, 0)


def _signed_unit(text: str, match: re.Match[str]) -> tuple[str, int]:
    if match["sign"] == "%" and (points := _POINTS.match(text, match.end())):
        return PERCENTAGE_POINTS, points.end()
    return SIGNS[match["sign"]], match.end()


def _written_unit(text: str, at: int, match: re.Match[str] | None) -> tuple[str | None, int]:
    if not match:
        return None, at
    word = match["word"].rstrip(".")
    if word in ISO_CODES or (word in LOWER_CODES and word not in PHRASES):
        return word.upper(), match.start("word") + len(word)
    return _phrase(text, match) if word.lower() in PHRASE_STARTS else (None, at)


def _phrase(text: str, first: re.Match[str]) -> tuple[str | None, int]:
    """The longest phrase of up to three words that names a unit."""
    words, ends = [first["word"].rstrip(".").lower()], [first.start("word") + len(first["word"].rstrip("."))]
    at = first.end()
    while len(words) < 3 and (match := _NEXT_WORD.match(text, at)):
        words.append(match["word"].lower())
        ends.append(at := match.end())
    for count in range(len(words), 0, -1):
        unit = PHRASES.get(" ".join(words[:count]))
        if unit and not (words[0] == "pounds" and _WEIGHED.match(text, ends[count - 1])):
            return unit, ends[count - 1]
    return None, first.start()
