"""Things that begin with a digit and are no quantity, known by their shape alone: dates, times, codes."""

from __future__ import annotations

import re
from typing import Final

from evals.checks.figures.figure import Kind

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[a-z]*"
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?![0-9])"
_SHAPES: Final = re.compile(
    rf"""
    (?P<date>
        [12][0-9]{{3}}-[01][0-9]-[0-3][0-9]
        (?:[T ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?(?:\ ?Z|\ ?UTC|[+-][0-9]{{2}}:?[0-9]{{2}})?)?
      | [12][0-9]{{3}}[/.][01]?[0-9][/.][0-3]?[0-9]
      | [0-3]?[0-9]/[0-3]?[0-9]/(?:[12][0-9]{{3}}|[0-9]{{2}})
      | [0-3]?[0-9](?:\.\ ?[01]?[0-9]\.\ ?|-[01]?[0-9]-)[12][0-9]{{3}}
      | [0-3][0-9]\.[01][0-9]\.[0-9]{{2}}(?!\.)
      | [0-3]?[0-9]-{_MONTH}-(?:[12][0-9]{{3}}|[0-9]{{2}})
      | (?:19|20)[0-9]{{2}}-(?:0[1-9]|1[0-2])(?!-)
      | (?:0?[1-9]|1[0-2])/(?:19|20)[0-9]{{2}}(?!/)
      | (?:[12][0-9]{{3}}[年년]\ ?)?[0-9]{{1,2}}[月월](?:\ ?[0-9]{{1,2}}[日일号])?
    )(?![0-9])
  | (?P<time>
        (?:[01]?[0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?(?![0-9:])
        (?:[ \u00a0]?(?:[ap]m\b|[AP]M\b|[ap]\.m\.))?
      | (?:0?[1-9]|1[0-2])(?:[.][0-5][0-9])?[ \u00a0]?(?:[ap]m\b|[AP]M\b|[aApP]\.[mM]\.|o'clock\b)
      | (?:[01]?[0-9]|2[0-4])(?:[.:][0-5][0-9])?[ \u00a0]Uhr\b
      | (?:[01]?[0-9]|2[0-4])h[0-5][0-9](?![0-9A-Za-z])
      | [0-9]{{1,2}}[時点시]
    )
  | (?P<period>
        (?:19|20)[0-9]{{2}}(?:[/–-][0-9]{{2}}|-?[QH][1-4]|-?W[0-5][0-9])(?![0-9/-])
      | [1-4][QH](?:\ ?'?[0-9]{{2,4}})?(?![0-9A-Za-z])
    )
  | (?P<section>
        [0-9]{{1,2}}\ (?:C\.?F\.?R|U\.?S\.?C)\.?\ (?:§§?\ ?|[Pp]art\ )?[0-9]+[0-9A-Za-z().-]*
    )
  | (?P<identifier>
        {_OCTET}(?:\.{_OCTET}){{3}}(?:/[0-9]{{1,2}}|:[0-9]{{2,5}})?(?!\.?[0-9])
      | [0-9]{{3}}[). -]{{1,2}}[0-9]{{3}}[. -][0-9]{{4}}(?![0-9])
      | [0-9]{{4}}[ \u00a0][0-9]{{4}}[ \u00a0][0-9]{{4}}(?:[ \u00a0][0-9]{{1,4}})?(?![0-9])
      | 0[0-9]{{1,4}}[ /-][0-9]{{3,8}}(?:[ -][0-9]{{2,4}}){{0,5}}+(?![0-9])
      | [0-9]++(?:-[0-9]++){{2,}}+(?:-?[0-9]*[Xx]\b)?
      | [0-9]{{3}}-0[0-9]{{3}}(?![0-9])
      | 10\.[0-9]{{4,9}}/[^\s,;)\]]{{1,80}}
      | [0-9A-Fa-f]{{2}}(?::[0-9A-Fa-f]{{2}}){{5}}\b
      | (?=[0-9a-f:]{{0,39}}(?:::|[a-f]))[0-9a-f]{{1,4}}(?::[0-9a-f]{{0,4}}){{2,7}}(?![0-9A-Za-z])
      | 24/7\b | 9/11\b
      | 0[xX][0-9a-fA-F]+\b
      | [0-9]{{1,2}}-[A-Z]\b | 7-Eleven\b | 3M(?='s|\ Compan|\ Co\b|\ (?:said|reported|announced|makes|sells)\b)
      | (?<=[Ss]hares\ of\ )3M\b
      | (?:401|403|457)\ ?\(?[kb]\)?
      | [2-6]G\b
      | [234]D\b
      | (?:4|5|8|16)K\b(?=[\ -](?:video|display|resolution|monitor|tv|TV|UHD|HDR|screen|camera|footage|stream))
      | (?:144|240|360|480|720|1080|1440|2160|4320)[pi]\b
    )
    """,
    re.VERBOSE,
)
# What follows the first digits of all shapes; most numbers are followed by something else.
_MAY_BE_SHAPED = re.compile(
    r"[0-9]++(?:[-–/:()年년月월時点시A-Za-z]|[ \u00a0][0-9(aApPoCU]"
    r"|\.[ ]?(?:[0-9]{1,3}\.|[0-9]{2}[ \u00a0]?[aApPU]|[0-9]{4,9}/))"
)
_TELEPHONE = re.compile(
    r"[0-9]{1,3}[ .(-]{1,2}[0-9]{1,4}(?:[) ./-]{1,2}[0-9]{2,8}){1,4}+(?:-[0-9]{1,4})?|[0-9]{9,15}(?![0-9])"
)
_YEAR_IN_DATE = re.compile(r"(?<![0-9])(?:1[0-9]|20)[0-9]{2}(?![0-9])")


def read_shape(text: str, at: int) -> tuple[Kind, int] | None:
    """What begins with the digit at ``at``, and where it ends; None when its shape does not tell."""
    if text[at - 1 : at] == "+" and (match := _TELEPHONE.match(text, at)):
        return Kind.IDENTIFIER, match.end()
    match = _SHAPES.match(text, at) if _MAY_BE_SHAPED.match(text, at) else None
    if not match or (match.lastgroup == "period" and not _is_period(match[0])):
        return None
    return Kind(match.lastgroup or Kind.IDENTIFIER), match.end()


def _is_period(shape: str) -> bool:
    """``2024/25`` is a period when the second year follows the first closely; other shapes leave no doubt."""
    first, second = shape[2:4], shape[5:]
    return not (first + second).isdigit() or len(shape) != len("2024/25") or 0 < int(second) - int(first) <= 10


def year_in(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span of the year within a date."""
    match = _YEAR_IN_DATE.search(text, start, end)
    return match.span() if match else None
