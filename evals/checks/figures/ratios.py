"""Two whole numbers with a stroke between them: a fraction, a score, or a day."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from evals.checks.figures.context import context_of, label_before
from evals.checks.figures.figure import Kind, Reading
from evals.checks.figures.suffix import Suffix, read_suffix

_RATIO = re.compile(r"(?P<over>[1-9][0-9]{0,2})/(?P<under>[1-9][0-9]{0,2})(?![0-9/.,][0-9]|[0-9/A-Za-z%])")
_LATEX = re.compile(r"(?P<over>[1-9][0-9]{0,2})\}\{(?P<under>[1-9][0-9]{0,2})\}")
_LATEX_LEAD: Final = "frac{"
_DATED: Final = frozenset(("on", "by", "until", "since", "due", "dated", "before", "after", "from"))
_ONE: Final = Decimal(1)
_MOST_MONTHS: Final = 12
_MOST_DAYS: Final = 31


def read_ratio(text: str, at: int) -> list[Reading]:
    r"""The readings of ``a/b`` at ``at``, the one that ends last first; empty when there is none.

    ``on 3/14`` is a day. ``1/2 million`` is a fraction. Else, and in ``\frac{1}{2}``, it may be a score or a
    fraction: a, b, and for a < b the quotient.
    """
    is_latex = text.endswith(_LATEX_LEAD, max(0, at - len(_LATEX_LEAD)), at)
    match = (_LATEX if is_latex else _RATIO).match(text, at)
    if not match:
        return []
    over, under = Decimal(match["over"]), Decimal(match["under"])
    context = context_of(text, at, match.end())
    if context.before and (kind := label_before(context)):
        return [Reading(over, at, match.end(), kind)]
    if context.before.lower() in _DATED and over <= _MOST_MONTHS and under <= _MOST_DAYS:
        return [Reading(over, at, match.end(), Kind.DATE)]
    suffix = read_suffix(text, at, match.end(), None) or Suffix(_ONE, None, match.end())
    quotient = Reading(over / under, at, suffix.end, unit=suffix.unit, scale=suffix.scale)
    if suffix.scale != 1:
        return [quotient]
    parts = [Reading(under, match.start("under"), suffix.end, unit=suffix.unit), Reading(over, at, match.end("over"))]
    return [quotient, *parts] if over < under else parts
