"""What a bare number stands for, from the words around it: a quantity, a year, a page, part of a name."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from evals.checks.figures.figure import Kind
from evals.checks.figures.suffix import LETTER
from evals.checks.figures.units import MEASURES
from evals.checks.figures.words import (
    COLON_LABELS,
    COMMON_LABELS,
    COUNT_CUES,
    COUNTED,
    DETERMINERS,
    DOTTED_LABELS,
    LABELLING_VERBS,
    LABELS,
    MODEL_SUFFIXES,
    MONTHS,
    PLAIN_YEAR_CUES,
    PRODUCTS,
    SHORTENED_LABELS,
    SMALL_PRODUCTS,
    STRONG_YEAR_CUES,
    UNCOUNTED,
    WORDS_TOO,
    YEAR_CUES,
)

_WINDOW: Final = 28
_SPACES: Final = " \u00a0"
_GROUPERS: Final = frozenset(", \u00a0'")
_OPENERS: Final = "([{\"'<|¿¡«„“"
_NEXT_WORD = re.compile(rf"[ \u00a0\n](?:of |de |d')?(?P<word>[{LETTER}]++)")
_GERMAN_ORDINAL = re.compile(r"\. ?(?:Quartal|Platz|Jahrhundert|Stock|Etage|Tag|Mal|Auflage|Halbjahr|Geschäftsjahr)\b")
_GERMAN_GOES_ON = re.compile(r"\.(?:[ \u00a0][a-zäöü(]|[,)])")
_GERMAN_DAY_CUES: Final = frozenset(("am", "vom", "zum", "bis", "ab", "dem"))
_ERA = re.compile(r" (?:BCE?|AD|CE|v\. ?Chr)\b")
_NAMING: Final = frozenset((*LABELS, *PRODUCTS, *SMALL_PRODUCTS, "number", "numbers"))
"""Words, small and without punctuation, that may make a name or a section of the number behind them."""
_ERAS: Final = ("AD", "BC")
_NUMBER_SIGNS: Final = ("#", "№")
_DATING: Final = MONTHS | {"of", "de", "d", "bc", "bce", "ad", "ce", "v"}
"""Words, small, that make a date or a year of the number before them, or begin what does."""
_MARKER_END = re.compile(r"[.)](?=[ \t\u00a0]+\S)|\u20e3")
_LEADS: Final = " \t>#*+-(|\u00a0"
_LONGEST_LEAD: Final = 32
_LONGEST_BRACKET: Final = 80
_LONGEST_TITLE: Final = 160
# "By Eq. (4)": brackets part the number from its label.
_LABEL_OF_BRACKETS = re.compile(
    r"\b(?:eqs?\.?|eqn\.?|equations?|(?:sub)?sections?|paragraphs?|clauses?)[ \u00a0]\($", re.IGNORECASE
)
_LONGEST_LABEL: Final = 16
_REQUIRED = re.compile(
    r"(?<![\w.-])(?P<name>[A-Za-z][\w.+-]*)[ \u00a0]?(?:[<>=!~]=?[ ]?[0-9][0-9.]*(?:,[ ]?| and | or ))?"
    r"(?:[<>=!~]=|[<>≥≤])[ \u00a0]?$"
)
"""A name before a comparison, or before two: ``Python >=3.9,<``."""
_COMPARING: Final = frozenset("<>=≥≤")
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})")
_TITLE = re.compile(r"[ \u00a0][A-ZÄÖÜÉ]")
_NUMBER_OF: Final = frozenset(("number", "numbers", "number:"))
_CLOSING: Final = ("]", ")", "】")
_FEW: Final = 20


class Context(NamedTuple):
    """A bare number among its neighbours."""

    text: str
    """The surface."""
    at: int
    """Offset of its first digit."""
    end: int
    """Offset after its last digit."""
    run: str
    """The number as written."""
    before: str
    """The word before the number, punctuation behind it included; empty at the start of a line."""

    @property
    def is_whole(self) -> bool:
        """Whether there are digits only."""
        return self.run.isdigit()

    @property
    def is_grouped(self) -> bool:
        """Whether there are separators other than a point; such numbers name nothing."""
        return not _GROUPERS.isdisjoint(self.run)

    @property
    def after(self) -> str:
        """The word after the number; empty when punctuation follows."""
        match = _NEXT_WORD.match(self.text, self.end)
        return match["word"] if match else ""

    @property
    def counts(self) -> bool:
        """Whether what follows is something that one counts."""
        word = self.after
        if word in COUNTED:
            return True
        return len(word) > 3 and word[-1] == "s" and word[-2] not in "su" and word.islower() and word not in UNCOUNTED

    @property
    def word_before_that(self) -> str:
        """The word before the word before, small."""
        words = self.text[max(0, self.at - 2 * _WINDOW) : self.at].split()
        return words[-2].lower() if len(words) > 1 else ""


def context_of(text: str, at: int, end: int) -> Context:
    """The number ``text[at:end]`` and the word before it."""
    return Context(text, at, end, text[at:end], word_before(text, at))


def word_before(text: str, at: int) -> str:
    """The word before ``at``, punctuation behind it included; empty at the start of a line."""
    window = text[at - _WINDOW if at > _WINDOW else 0 : at].rstrip(_SPACES)
    return "" if not window or window[-1].isspace() else window.rsplit(None, 1)[-1].lstrip(_OPENERS)


def plain_kind(run: str, before: str, after: str) -> Kind | None:
    """A quantity or a year where the words around a bare number leave no doubt, as they mostly do; else None.

    Args:
        run: the number as written.
        before: the word before, or none.
        after: the word after, small; empty when punctuation other than a full stop or a bracket follows.
    """
    if not before[:1].isalpha() or before[-1] in _NUMBER_SIGNS or before.lower().rstrip(".:") in _NAMING:
        return None
    if before[0].isupper() and (after or len(run) <= len("31") or before in _ERAS):
        return None
    if len(run) != len("2024") or not run.isdigit():
        return None if after in _DATING else Kind.FIGURE
    return Kind.YEAR if before in PLAIN_YEAR_CUES and "1900" <= run <= "2099" else None


def kind_of(context: Context) -> Kind:
    """What a number without unit, scale and sign stands for."""
    if context.before and (kind := _named(context)):
        return kind
    if not context.before and _is_bracketed_label(context):
        return Kind.SECTION
    if not context.is_whole or len(context.run) > len("2024"):
        return Kind.DATE if _is_german_day(context) else Kind.FIGURE
    return _date(context) or _ordinal(context) or _year(context) or Kind.FIGURE


def _named(context: Context) -> Kind | None:
    """What the word before makes of the number, when it is one of those that say so."""
    word = context.before
    if word[-1] in _COMPARING:
        return _required(context)
    if word.lower().rstrip(".:") in _NAMING or word[-1] in _NUMBER_SIGNS:
        return _label(context) or _product(context)
    return Kind.IDENTIFIER if word[0].isupper() and _is_model(context) else None


def _is_bracketed_label(context: Context) -> bool:
    """Whether the number stands in brackets after a label: ``Eq. (4)``."""
    text, at = context.text, context.at
    if text[at - 1 : at] != "(" or text[context.end : context.end + 1] != ")":
        return False
    return _LABEL_OF_BRACKETS.search(text, max(0, at - _LONGEST_LABEL), at) is not None


def label_before(context: Context) -> Kind | None:
    """What the word before makes of the number: ``page`` makes it a section, ``version`` a version."""
    word = context.before
    key = word.lower()
    if key[-1:] == ".":
        key = key[:-1] if key[:-1] in SHORTENED_LABELS else ""
    elif key[-1:] == ":":
        is_cited = LABELS.get(key[:-1]) is Kind.REFERENCE and context.text[context.end : context.end + 1] in _CLOSING
        key = key[:-1] if key[:-1] in COLON_LABELS or key in _NUMBER_OF or is_cited else ""
    elif key[-1:] in "#№" and key and context.text[context.at - 1] == key[-1]:
        return Kind.IDENTIFIER
    elif key in ("no", "p", "v", "q", "art", "ch", "sec", "ext") and not word.isupper() and key == word:
        # Words and letters of their own when no full stop follows.
        return None
    if key in _NUMBER_OF:
        return Kind.IDENTIFIER if context.word_before_that in COLON_LABELS else None
    return LABELS.get(key)


def _label(context: Context) -> Kind | None:
    kind = label_before(context)
    if kind is None or context.is_grouped:
        return None
    key = context.before.lower().rstrip(".:")
    if "." in context.run and key not in DOTTED_LABELS:
        return None
    if context.before == "day":
        # From day 75 on: a count of days; Day 1 is a name.
        return None
    if context.before.islower() and context.counts:
        is_verb = key in COMMON_LABELS or context.after in COUNTED or context.word_before_that in LABELLING_VERBS
        return None if is_verb else kind
    return kind


def _product(context: Context) -> Kind | None:
    word, key = context.before, context.before.lower()
    is_name = key in SMALL_PRODUCTS or (key in PRODUCTS and word != key)
    return Kind.IDENTIFIER if is_name and not context.is_grouped else None


def _required(context: Context) -> Kind | None:
    """Whether the number is the version that something must have: ``Python >= 3.9``; not ``Redis < 5 ms``."""
    match = _REQUIRED.search(context.text, max(0, context.at - _WINDOW), context.at)
    name = match["name"] if match else ""
    is_versioned = (
        name.lower() in SMALL_PRODUCTS
        or LABELS.get(name.lower()) is Kind.VERSION
        or (name.lower() in PRODUCTS and name[0].isupper())
    )
    is_measure = context.is_grouped or context.counts or context.after.lower() in MEASURES
    return Kind.VERSION if is_versioned and not is_measure else None


def _is_model(context: Context) -> bool:
    """Whether the name of a product goes on behind the number: ``Pro``, ``Max``."""
    return context.after in MODEL_SUFFIXES and not context.is_grouped


def _date(context: Context) -> Kind | None:
    run = context.run
    if len(run) > 2 or not 1 <= int(run) <= 31:
        return None
    before = context.before.rstrip(".")
    month_first = before[:1].isupper() and before.lower() in MONTHS and context.after not in COUNTED
    return Kind.DATE if month_first or is_month(_month_after(context)) else None


def _is_german_day(context: Context) -> bool:
    """Whether this is a day and its month, as in ``am 5.3. begann``."""
    if context.before.lower() not in _GERMAN_DAY_CUES or not _GERMAN_GOES_ON.match(context.text, context.end):
        return False
    day, _, month = context.run.partition(".")
    return day.isdigit() and month.isdigit() and 1 <= int(day) <= 31 and 1 <= int(month) <= 12


def _month_after(context: Context) -> str:
    """The word after the number, or after the full stop of a German ordinal."""
    dotted = context.text[context.end : context.end + 2] == ". "
    return context._replace(end=context.end + 1).after if dotted else context.after


def is_month(word: str) -> bool:
    """Whether a word names a month; ``may`` and ``march`` only when capitalised."""
    return word.lower() in MONTHS and word not in WORDS_TOO


def _ordinal(context: Context) -> Kind | None:
    if context.text[context.end : context.end + 1] != ".":
        return None
    return Kind.ORDINAL if _GERMAN_ORDINAL.match(context.text, context.end) else None


def _year(context: Context) -> Kind | None:
    run = context.run
    if _ERA.match(context.text, context.end) or context.before in _ERAS:
        return Kind.YEAR
    if len(run) != 4 or not 1000 <= int(run) <= 2199:
        return None
    before = context.before.lower()
    if 1900 <= int(run) <= 2099:
        return None if _is_count(context, before) else Kind.YEAR
    strong = before in STRONG_YEAR_CUES or is_month(context.before.rstrip(",."))
    return Kind.YEAR if strong and not context.counts else None


def _is_count(context: Context, before: str) -> bool:
    """Whether a number between 1900 and 2099 counts something."""
    if (
        context.text[context.at - 1 : context.at] in tuple("~≈≥≤<>")
        or context.text[context.end : context.end + 1] == "+"
    ):
        return True
    if before in COUNT_CUES or (before == "of" and context.word_before_that in COUNT_CUES):
        return True
    if not context.counts or before in PLAIN_YEAR_CUES:
        return False
    if context.after in COUNTED:
        return True
    return before != "" and before not in YEAR_CUES and before not in DETERMINERS and before[-1] not in ".!?:,;|"


def marker_number(context: Context) -> int | None:
    """The number in a list that this may be: at the start of a line, or in brackets within it."""
    run = context.run
    if len(run) > 3 or not context.is_whole or not _MARKER_END.match(context.text, context.end):
        return None
    return int(run) if starts_line(context) or (int(run) <= _FEW and _enumerates(context)) else None


def starts_line(context: Context) -> bool:
    """Whether only marks of lists, quotes and headings stand before the number on its line."""
    return _lead(context) is not None


def _lead(context: Context) -> str | None:
    begin = max(0, context.at - _LONGEST_LEAD)
    newline = context.text.rfind("\n", begin, context.at)
    if newline < 0 < begin:
        return None
    lead = context.text[newline + 1 if newline >= 0 else 0 : context.at]
    return None if lead.strip(_LEADS) else lead


def _enumerates(context: Context) -> bool:
    """Whether this is ``(2)`` or ``2)`` in the middle of a line, not the end of something in brackets."""
    text, at = context.text, context.at
    if text[context.end] != ")":
        return False
    begin = max(0, at - _LONGEST_BRACKET)
    return text[at - 1] == "(" or (text[at - 1] == " " and text.rfind("(", begin, at) <= text.rfind(")", begin, at))


def heads_section(context: Context) -> bool:
    """Whether the number is that of a heading: ``## 5. Results``, ``### 2.1 Growth``, ``1.1. Scope``."""
    follows = context.text[context.end : context.end + 2]
    is_dotted = "." in context.run
    lead = _lead(context) if is_dotted or follows[:1] in (".", ")") else None
    if lead is None:
        return False
    if "#" in lead:
        return is_dotted or follows in (". ", ") ")
    if not is_dotted or lead.strip():
        return False
    return follows == ". " or (_TITLE.match(follows) is not None and _has_sibling(context))


def _has_sibling(context: Context) -> bool:
    """Whether a line beside this one begins with the section beside it: ``2.1 Scope`` over ``2.2 Terms``."""
    parts = _DOTTED.fullmatch(context.run)
    if not parts:
        return False
    text, chapter, number = context.text, parts[1], int(parts[2])
    own = text.rfind("\n", max(0, context.at - _LONGEST_LEAD), context.at)
    before = text.rfind("\n", max(0, own - _LONGEST_TITLE), max(0, own)) + 1
    after = text.find("\n", context.end, context.end + _LONGEST_TITLE) + 1
    follows = after > 0 and text.startswith(f"{chapter}.{number + 1} ", after)
    return follows or (own > 0 and text.startswith(f"{chapter}.{number - 1} ", before))
