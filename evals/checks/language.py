"""Which language the answer is in.

Identified by py3langid 0.4 (BSD-3-Clause): 139 languages in a 4.5 MB model that comes with the package, only numpy
beside it, 0.2 ms for 2,000 characters, probabilities that can be compared between short and long texts, and a class of
its own for what is no language. Looked at as well: fastText's small model (share-alike licence) and lingua (no Breton,
no Maltese). Kashubian, which none of them knows, is told from Polish by its letters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Annotated, Any, ClassVar, Final

from pydantic import BeforeValidator, Field, field_validator

from evals.checks.blocks import BlockKind, blocks
from evals.checks.check import Check, CheckResult, Subject, register
from evals.checks.inline import inline_edits
from evals.checks.normalize import View, rewrite
from evals.checks.text import listed
from evals.checks.wordings.form import words

UNDETERMINED: Final = 0.25
"""Probability of the likeliest language below which nothing is said: a word or two, figures, names."""
CLOSE: Final = 0.5
"""A language at least so probable, as a share of the likeliest one, is accepted: Danish and Bokmål differ little."""
NOT_A_LANGUAGE: Final = "zxx"
KNOWN: Final = words("""
    ace af am an ar ary arz as az ba bcl be bg bn br bs ca crh cs cy da de dz el en eo es et eu ext fa fi fo fr fuv fy
    ga gcf gcr gd gl gom grc gu gug guw ha hbo he hi hr ht hu hy id ig is it ja jv ka kab kik kk km kn ko ku ky la lb lg
    lij ln lo lt ltg lv mg mk ml mn mr ms mt my ne nl nn no nso oc om or pa pcm pl ps pt qu ro ru rw sa sdh se si sk sl
    sn so sq sr st sv sw ta te tg th tk tl tr tt ug uk ur uz uzs vec vi vo wa wuu xh yo yue zh zu csb
""")
"""ISO 639 codes that can be asked for."""
_SAME: Final[Mapping[str, frozenset[str]]] = {
    "no": words("no nn"),
    "zh": words("zh wuu yue"),
    "ar": words("ar ary arz"),
    "el": words("el grc"),
    "he": words("he hbo"),
    "en": words("en pcm"),
    "uz": words("uz uzs"),
    "lv": words("lv ltg"),
}
"""A language with the varieties that count as it."""
_ALIASES: Final[Mapping[str, str]] = {"nb": "no", "iw": "he", "in": "id", "jw": "jv", "fil": "tl", "ki": "kik"}
_KASHUBIAN: Final = re.compile(r"[ãëòôù]")
_KASHUBIAN_SHARE = 0.1
"""Share of words with a letter that Polish does not have, from which the text is Kashubian."""
_ADDRESS_MARKS: Final = ("://", "@", "www.")
_HEAD, _TAIL = 600, 300
"""Characters that are read of a long text: an answer that changes its language does so on the way."""


def _as_codes(value: Any) -> Any:
    return (value,) if isinstance(value, str) else listed(value)


_Codes = Annotated[tuple[str, ...], BeforeValidator(_as_codes)]


def identify(text: str) -> tuple[tuple[str, float], ...]:
    """The likeliest languages with their probabilities, best first, without code, addresses and markup.

    Empty when there is no prose.
    """
    return _ranked(_prose(text))


@register
class Language(Check):
    """The answer is in a certain language."""

    type: ClassVar[str] = "language"
    summary: ClassVar[str] = "The answer is written in the wanted language."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "language", "value": "en"},
        {"type": "language", "value": ["fr", "br"]},
    )

    value: _Codes = Field(min_length=1, description="ISO 639 code, or several of which one is enough")

    @field_validator("value")
    @classmethod
    def _known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_code(one) for one in value)

    def evaluate(self, subject: Subject) -> CheckResult:
        """Identify the language of the prose; too little of it is unscored."""
        ranked = identify(subject.answer.text)
        if not ranked:
            return self.unscored("the answer holds no prose whose language could be told")
        best, probability = ranked[0]
        wanted = frozenset().union(*(_SAME.get(code, frozenset({code})) for code in self.value))
        share = max(chance for code, chance in (*ranked, ("", 0.0)) if code in wanted or not code)
        text = f"expected {' or '.join(self.value)}, the answer reads as {best} ({probability:.2f})"
        if best not in wanted and probability < UNDETERMINED:
            return self.unscored(f"{text}: too little to tell")
        return self.verdict(passed=best in wanted or share >= CLOSE * probability, explanation=text)


def _code(code: str) -> str:
    """The code as the model knows it."""
    folded = code.strip().casefold().split("-")[0].split("_")[0]
    known = _ALIASES.get(folded, folded)
    if known not in KNOWN:
        near = get_close_matches(folded, KNOWN, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"value must be an ISO 639 code of a known language, got {code!r}{hint}")
    return known


def _prose(text: str) -> str:
    """Beginning and end of the text without code, markup and addresses."""
    if "```" in text or "~~~" in text:
        text = "\n\n".join(text[one.start : one.end] for one in blocks(text) if one.kind is not BlockKind.CODE)
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]}\n\n{text[-_TAIL:]}"
    plain = rewrite(View(text), inline_edits(text)).text
    if not any(mark in plain for mark in _ADDRESS_MARKS):
        return plain
    return " ".join(word for word in plain.split() if not any(mark in word for mark in _ADDRESS_MARKS))


@lru_cache(maxsize=64)
def _ranked(prose: str) -> tuple[tuple[str, float], ...]:
    if not any(character.isalpha() for character in prose):
        return ()
    ranked = [(str(code), float(chance)) for code, chance in _model().rank(prose)[:6]]
    if ranked[0][0] == NOT_A_LANGUAGE:
        return ()
    found = prose.casefold().split()
    marked = sum(bool(_KASHUBIAN.search(word)) for word in found)
    if ranked[0][0] == "pl" and marked >= max(1, _KASHUBIAN_SHARE * len(found)):
        ranked[0] = ("csb", ranked[0][1])
    return tuple(ranked)


@cache
def _model() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # half a second, only for those who ask

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
