"""Checks of what the answer says, letter by letter: terms, wording, patterns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr, field_validator

from evals.checks.check import Check, CheckResult, Evidence, Subject, register
from evals.checks.normalize import Views, needle, views
from evals.checks.patterns import Pattern, compile_pattern, search, search_any, written
from evals.checks.sentences import lead_span

_SHOWN = 60
"""Characters of an answer or a value that an explanation quotes."""
_NEAR: Final = 75
"""Similarity (0 to 100) from which a passage is shown as what a missing term may have become."""
_NEAR_TEXT = 20_000
_NEAR_TERM = 100
"""Longer texts and terms are not searched for a near passage: it costs their product."""


def listed(value: Any) -> Any:
    """Take a list where a tuple is stored."""
    return tuple(value) if isinstance(value, list) else value


def _usable_terms(terms: tuple[str, ...]) -> tuple[str, ...]:
    if not terms:
        raise ValueError("terms must hold at least one term, got none")
    for term in terms:
        if not needle(term):
            raise ValueError(f"terms must not hold a blank term, got {term!r}")
    return terms


def usable_patterns(patterns: tuple[str, ...]) -> tuple[str, ...]:
    """Validate patterns, see ``compile_pattern``."""
    for pattern in patterns:
        compile_pattern(pattern)
    return patterns


Terms = Annotated[tuple[str, ...], BeforeValidator(listed), AfterValidator(_usable_terms)]
Patterns = Annotated[tuple[str, ...], BeforeValidator(listed), AfterValidator(usable_patterns)]


@dataclass(frozen=True, slots=True)
class _Needle:
    """A term and what is looked for in its place."""

    term: str
    text: str

    def find(self, source: Views, *, case_sensitive: bool) -> Evidence | None:
        for view in source.literal(case_sensitive=case_sensitive):
            # A space at an end of the term is also found at the ends of the answer.
            start = f" {view.text} ".find(self.text)
            if start >= 0:
                end = min(start + len(self.text) - 1, len(view.text))
                return view.evidence(max(start - 1, 0), end, f"term {self.term!r}")
        return None

    def near(self, source: Views) -> Evidence | None:
        """The passage most like the term, when it is like it at all."""
        from rapidfuzz.fuzz import partial_ratio_alignment  # only when a check has failed

        view = source.plain_folded
        if len(view.text) > _NEAR_TEXT or len(self.text) > _NEAR_TERM:
            return None
        best = partial_ratio_alignment(self.text.casefold(), view.text, score_cutoff=_NEAR)
        if best is None or best.dest_end - best.dest_start < len(self.text):
            return None
        return view.evidence(best.dest_start, best.dest_end, f"nearest to {self.term!r}")


class _TermCheck(Check):
    """Terms looked for as literal text."""

    terms: Terms = Field(description="literal texts, at least one; never split, never read as patterns")
    mode: Literal["all", "any"] = Field(default="all", description="whether all terms are needed or one is enough")
    case_sensitive: bool = Field(default=False, description="whether capitals differ from small letters")

    _needles: tuple[_Needle, ...] = PrivateAttr()

    def model_post_init(self, _context: Any, /) -> None:
        self._needles = tuple(_Needle(term, _with_edges(term, self.case_sensitive)) for term in self.terms)

    def _judge(self, text: str, offset: int, where: str) -> CheckResult:
        source = views(text)
        found = [one.find(source, case_sensitive=self.case_sensitive) for one in self._needles]
        missing = [one for one, evidence in zip(self._needles, found, strict=True) if evidence is None]
        passed = not missing if self.mode == "all" else len(missing) < len(found)
        seen = [evidence for evidence in found if evidence is not None]
        if not passed:
            seen += [near for one in missing if (near := one.near(source)) is not None]
        return self.verdict(
            passed=passed,
            explanation=self._explanation([one.term for one in missing], where, passed=passed),
            score=1 - len(missing) / len(found) if self.mode == "all" else float(passed),
            evidence=tuple(_shifted(one, offset) for one in seen),
        )

    def _explanation(self, missing: Sequence[str], where: str, *, passed: bool) -> str:
        if len(self.terms) == 1:
            return f"expected {_shown(self.terms)} {where}: {'found' if passed else 'not found'}"
        wanted = f"expected {self.mode if self.mode == 'all' else 'one'} of {_shown(self.terms)} {where}"
        return f"{wanted}: found" if passed else f"{wanted}: {_shown(missing)} not found"


@register
class Contains(_TermCheck):
    """Terms appear somewhere in the answer."""

    type: ClassVar[str] = "contains"
    summary: ClassVar[str] = "All terms (or one of them) appear in the answer."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "contains", "terms": ["API rate limit", "600"]},
        {"type": "contains", "terms": ["refund", "money back"], "mode": "any"},
        {"type": "contains", "value": "API rate limit"},
    )

    def evaluate(self, subject: Subject) -> CheckResult:
        """Look for every term; the score is the share found."""
        return self._judge(subject.answer.text, 0, "in the answer")


@register
class Lead(_TermCheck):
    """Terms appear at the beginning of the answer."""

    type: ClassVar[str] = "lead"
    summary: ClassVar[str] = "The terms appear in the first sentences: the answer comes first."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "lead", "terms": ["NVIDIA"]},
        {"type": "lead", "terms": ["30 days"], "sentences": 2},
    )

    sentences: int = Field(default=1, ge=1, description="how many sentences count; a heading goes with what follows it")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Look for the terms in the first sentences; a list item or a row of a table is a sentence."""
        text = subject.answer.text
        start, end = lead_span(text, self.sentences)
        where = f"in the first {'sentence' if self.sentences == 1 else f'{self.sentences} sentences'}"
        result = self._judge(text[start:end], start, where)
        if result.passed:
            return result
        window = Evidence(text[start:end], start, where.removeprefix("in "))
        return replace(result, evidence=(*result.evidence, window, *self._later(text, end)))

    def _later(self, text: str, end: int) -> Iterator[Evidence]:
        """Terms that come only after the window."""
        source = Views(text[end:])
        for one in self._needles:
            found = one.find(source, case_sensitive=self.case_sensitive)
            if found is not None:
                yield _shifted(replace(found, read_as=f"{found.read_as}, too late"), end)


@register
class Equals(Check):
    """The answer is one text."""

    type: ClassVar[str] = "equals"
    summary: ClassVar[str] = "The answer equals the value, apart from white space and letter case."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "equals", "value": "Yes"},
        {"type": "equals", "value": "ID-4711", "lowercase": False},
    )

    value: str = Field(description="the whole answer; punctuation counts")
    collapse_whitespace: bool = Field(default=True, description="runs of white space are one space, none at the ends")
    lowercase: bool = Field(default=True, description="capitals equal small letters")

    @field_validator("value")
    @classmethod
    def _not_blank(cls, value: str) -> str:
        if not needle(value):
            raise ValueError(f"value must not be blank, got {value!r}: an empty answer is a fault before any check")
        return value

    def evaluate(self, subject: Subject) -> CheckResult:
        """Compare the whole answer, as written and without inline Markdown."""
        exact = {"case_sensitive": not self.lowercase, "keep_spaces": not self.collapse_whitespace}
        wanted = needle(self.value, **exact)
        read = views(subject.answer.text).literal(**exact)
        if any(view.text == wanted for view in read):
            return self.verdict(passed=True, explanation=f"the answer equals {_excerpt(self.value)}")
        view = read[0]
        place = _difference(wanted, view.text)
        text = f"expected {_excerpt(self.value)}, got {_excerpt(subject.answer.text)}; they part at character {place}"
        end = min(place + _SHOWN, len(view.text))
        return self.verdict(passed=False, explanation=text, evidence=(view.evidence(place, end, "differs from here"),))


@register
class Regex(Check):
    """A pattern matches."""

    type: ClassVar[str] = "regex"
    summary: ClassVar[str] = "The pattern matches somewhere in the answer."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "regex", "pattern": r"\bORD-\d{6}\b"},
        {"type": "regex_match", "value": "^(approved|rejected)$"},
    )

    pattern: str = Field(description="regular expression of the `regex` package; letter case is ignored")
    _compiled: Pattern = PrivateAttr()

    @field_validator("pattern")
    @classmethod
    def _usable(cls, pattern: str) -> str:
        return usable_patterns((pattern,))[0]

    def model_post_init(self, _context: Any, /) -> None:
        """Compile once."""
        self._compiled = compile_pattern(self.pattern)

    def evaluate(self, subject: Subject) -> CheckResult:
        """Search the answer as it is, then its cleaned form; a search without end is unscored."""
        try:
            found = search(self._compiled, subject.answer.text)
        except TimeoutError as error:
            return self.unscored(str(error))
        if found is None:
            return self.verdict(passed=False, explanation=f"expected a match of {written(self.pattern)}: there is none")
        return self.verdict(
            passed=True, explanation=f"{written(self.pattern)} matches {_excerpt(found.text)}", evidence=(found,)
        )


@register
class Forbidden(Check):
    """No pattern matches."""

    type: ClassVar[str] = "forbidden"
    summary: ClassVar[str] = "None of the patterns matches anywhere in the answer."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "forbidden", "patterns": ["guaranteed", r"\bfree\b"]},
        {"type": "forbidden_content", "value": "password"},
    )

    patterns: Patterns = Field(description="regular expressions, at least one; letter case is ignored")
    _compiled: tuple[Pattern, ...] = PrivateAttr()

    @field_validator("patterns")
    @classmethod
    def _some(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        if not patterns:
            raise ValueError("patterns must hold at least one pattern, got none")
        return patterns

    def model_post_init(self, _context: Any, /) -> None:
        """Compile once."""
        self._compiled = tuple(compile_pattern(pattern) for pattern in self.patterns)

    def evaluate(self, subject: Subject) -> CheckResult:
        """Search the answer as it is, then its cleaned form; a search without end is unscored."""
        try:
            found = search_any(self._compiled, subject.answer.text)
        except TimeoutError as error:
            return self.unscored(str(error))
        if not found:
            return self.verdict(passed=True, explanation=f"no match of {_shown(self.patterns)}")
        text = f"expected no match of {_shown(self.patterns)}: found {_shown([one.text for one in found])}"
        return self.verdict(passed=False, explanation=text, evidence=found)


def _with_edges(term: str, case_sensitive: bool) -> str:
    """What is looked for; a space typed at an end of the term counts, a line break that slipped in does not."""
    before = term[: len(term) - len(term.lstrip())]
    after = term[len(term.rstrip()) :]
    edges = [" " if edge.strip(" ") == "" and edge else "" for edge in (before, after)]
    return edges[0] + needle(term, case_sensitive=case_sensitive) + edges[1]


def _shifted(evidence: Evidence, offset: int) -> Evidence:
    return replace(evidence, start=(evidence.start or 0) + offset) if offset else evidence


def _difference(one: str, other: str) -> int:
    """Index of the first difference."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _excerpt(text: str) -> str:
    return written(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def _shown(texts: Sequence[str]) -> str:
    return ", ".join(_excerpt(text) for text in texts)
