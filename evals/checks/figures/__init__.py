"""Figures in text: what every run of digits is, and what it is worth.

``read_figures`` gives all of them in the order of the text. The decisions that a reader of the code may wonder about:

- Words of direction are no sign: ``down 5%`` and ``a loss of $5m`` are 5; ``minus 5%`` and ``negative 5%`` are -5.
- ``1.234`` alone is a decimal and ``1,234`` a grouped thousand, unless the text elsewhere, a scale word (``Mio.``) or
  a euro sign behind the figure shows the continental way of writing. No-break and thin spaces group digits always, a
  plain space only before three digits.
- Brackets are a loss where they fill a cell or the value behind a label, where the unit stands outside of them, and
  where prose tells the figure itself (``was (1,234) in 2024``); elsewhere they are an aside.
- ``$`` is USD unless a country goes with it; ``¥`` and ``kr`` belong to no single currency.
- ``5m`` is five million, unless it is a length or a time; ``5mm`` is one only after a currency, ``5MM`` always.
- A bare whole number from 1900 to 2099 is a year, unless something is counted (``2024 units``) or measured.
- ``a/b`` with a < b is read three ways: as a, as b and as the quotient. Permille become percent.
- A figure under ``(EUR thousands)``, over its column, beside its row or in its label, is read as it stands and scaled;
  what is told per share is not scaled.
- The numbers of ports, errors and status codes, and ``from day 75 on``, are quantities; ``Day 1``, ``level 3`` are not.
- ``42. That is all.`` is a list item only when its neighbour in the list is there too, or when it is number 1.
"""

from evals.checks.figures.figure import BASIS_POINTS, PERCENT, PERCENTAGE_POINTS, Figure, Kind, RangeRole
from evals.checks.figures.reader import read_figures

__all__ = ["BASIS_POINTS", "PERCENT", "PERCENTAGE_POINTS", "Figure", "Kind", "RangeRole", "read_figures"]
