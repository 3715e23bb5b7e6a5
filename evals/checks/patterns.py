"""Regular expressions by other people: validated when a set is loaded, bounded when they run.

Patterns are those of the ``regex`` package, which is the only backtracking engine for Python with a time limit. What
exceeds the limit is decided by RE2, in linear time, when both engines read pattern and text alike; otherwise the
search raises ``TimeoutError`` and the check is unscored.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import regex

from evals.checks.check import Evidence
from evals.checks.normalize import INVISIBLE, View, straighten_text, views

SEARCH_SECONDS: Final = 1.0
"""Processor time that one search of one view may take."""
LARGEST_REPETITION: Final = 100_000
"""Copies of its parts that a pattern may ask for, ``(a{300}){300}`` has 90,000: the engine builds each of them."""

_BLANK: Final = re.compile(rf"[\s{INVISIBLE}]*")
_ATOM: Final = re.compile(
    r"""
    (?P<property>\\[pP](?:\{[^{}]*\})?)
    | (?P<escape>\\.)
    | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
    | (?P<open>\()
    | (?P<close>\))
    | \{(?P<least>\d+)(?:,\d*)?\}
    | (?P<other>[^|])
    """,
    re.VERBOSE | re.DOTALL,
)
# Anything that looks at its place in the text; without one, a pattern that matches nothing matches everywhere.
_ASSERTION: Final = re.compile(r"[\^$]|\\[AZzbBGmM]|\(\?<?[=!]")
# What RE2 reads differently: a count without a minimum, white space, a final line break, and classes beyond ASCII.
_OTHER_SYNTAX: Final = re.compile(r"\{,")
_OTHER_SPACES: Final = re.compile(r"[\x0b\x1c-\x1f]|\n\Z")
_ASCII_CLASSES: Final = re.compile(r"\\[wWdDsSbB]|\[:")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A validated pattern; equal when written equally."""

    source: str
    compiled: regex.Pattern[str] = field(compare=False, repr=False)
    straightened: regex.Pattern[str] = field(compare=False, repr=False)
    """The same with plain quotes and in NFC, for views in which the text is so."""


def written(text: str) -> str:
    """A text in quotes, its backslashes as they are: ``repr`` doubles every one, and patterns are full of them."""
    return repr(text).replace("\\\\", "\\")


def compile_pattern(source: str) -> Pattern:
    """Validate a pattern; letter case is ignored unless the pattern says ``(?-i:...)``.

    Raises:
        ValueError: it is blank, not a regular expression, matches every text, or repeats its parts too often.
    """
    if _BLANK.fullmatch(source):
        raise ValueError(f"pattern must not be blank, got {written(source)}")
    _refuse_expansion(source)
    compiled = _compiled(source)
    if not _ASSERTION.search(source) and compiled.search("", timeout=SEARCH_SECONDS):
        raise ValueError(f"pattern must not match every text, got {written(source)}, which matches the empty one")
    return Pattern(source, compiled, _straightened(source, compiled))


def search(pattern: Pattern, text: str) -> Evidence | None:
    """The first match in the raw text, else in its cleaned views; None when there is none.

    Raises:
        TimeoutError: no match was found, and some search did not end within its limit.
    """
    late: TimeoutError | None = None
    for compiled, view in _attempts(pattern, text):
        try:
            span = _span(compiled, view.text)
        except TimeoutError as error:
            late = error
            continue
        if span is not None:
            return view.evidence(*span, f"matches {written(pattern.source)}")
    if late is not None:
        raise late
    return None


def find_span(pattern: Pattern, text: str) -> tuple[int, int] | None:
    """Span of the first match in a text whose quotes are plain already.

    Raises:
        TimeoutError: the search did not end within its limit.
    """
    return _span(pattern.straightened, text)


def search_any(patterns: Iterable[Pattern], text: str) -> tuple[Evidence, ...]:
    """The first match of each pattern that has one.

    Raises:
        TimeoutError: nothing matched, and some search did not end within its limit; the first such ends the search.
    """
    found: list[Evidence] = []
    for pattern in patterns:
        try:
            match = search(pattern, text)
        except TimeoutError:
            if found:
                break
            raise
        if match is not None:
            found.append(match)
    return tuple(found)


def _attempts(pattern: Pattern, text: str) -> Iterable[tuple[regex.Pattern[str], View]]:
    """The pattern on the raw text, then in plain form on the cleaned views that differ."""
    read = views(text)
    every = ((pattern.compiled, read.raw), (pattern.straightened, read.clean), (pattern.straightened, read.plain))
    seen = set()
    for compiled, view in every:
        if (compiled, view.text) not in seen:
            seen.add((compiled, view.text))
            yield compiled, view


def _span(compiled: regex.Pattern[str], text: str) -> tuple[int, int] | None:
    try:
        match = compiled.search(text, timeout=SEARCH_SECONDS)
    except TimeoutError:
        return _linear_span(compiled.pattern, text)
    return match.span() if match else None


def _linear_span(source: str, text: str) -> tuple[int, int] | None:
    """Search with RE2.

    Raises:
        TimeoutError: the engines may differ on this pattern or text, so that nothing is decided.
    """
    late = TimeoutError(f"the pattern {written(source)} took longer than {SEARCH_SECONDS} s")
    if not _read_alike(source, text):
        raise late
    import re2  # only for the rare pattern that needs it

    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    try:
        match = re2.compile(source, options).search(text)
    except (re2.error, UnicodeEncodeError):
        raise late from None
    return match.span() if match else None


def _read_alike(source: str, text: str) -> bool:
    if _OTHER_SYNTAX.search(source) or _OTHER_SPACES.search(text):
        return False
    return text.isascii() or not _ASCII_CLASSES.search(source)


def _compiled(source: str) -> regex.Pattern[str]:
    try:
        with warnings.catch_warnings():
            # The engine warns of sets that a later version may read differently; the version is locked.
            warnings.simplefilter("ignore")
            return regex.compile(source, regex.IGNORECASE)
    except (regex.error, RecursionError, OverflowError, ValueError) as error:
        raise ValueError(f"pattern must be a regular expression, got {written(source)}: {error}") from None


def _straightened(source: str, compiled: regex.Pattern[str]) -> regex.Pattern[str]:
    plain = straighten_text(unicodedata.normalize("NFC", source))
    if plain == source:
        return compiled
    try:
        return _compiled(plain)
    except ValueError:
        return compiled


def _refuse_expansion(source: str) -> None:
    """Raise when a property is cut off, or nested counts ask for too many copies."""
    sizes, last = [0], 1
    for atom in _ATOM.finditer(source):
        kind = atom.lastgroup
        if kind == "property" and not atom[0].endswith("}"):
            raise ValueError(f"pattern must be a regular expression, got {written(source)}: {atom[0]} needs {{name}}")
        if kind == "open":
            sizes.append(0)
            continue
        if kind == "least":
            added = last * max(int(atom["least"]) - 1, 0)
            last += added
        else:
            last = added = max(sizes.pop(), 1) if kind == "close" and len(sizes) > 1 else 1
        sizes[-1] += added
        if sizes[-1] > LARGEST_REPETITION:
            raise ValueError(
                f"pattern must not repeat its parts over {LARGEST_REPETITION:,} times, got {written(source)}"
            )
