"""Which language the answer is in."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from evals.checks.check import Outcome
from evals.checks.language import KNOWN, NOT_A_LANGUAGE, _model, identify
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts
from tests.evals.checks.trying import attempt, outcome, refusal

TEXTS = {
    "en": "You get 25 days of leave per calendar year.",
    "de": "Sie haben Anspruch auf 25 Urlaubstage im Jahr.",
    "fr": "Vous avez droit à 25 jours de congé par an.",
    "es": "Tiene derecho a 25 días de vacaciones al año.",
    "pt": "Você tem direito a 25 dias de férias por ano.",
    "it": "Ha diritto a 25 giorni di ferie all'anno.",
    "nl": "U heeft recht op 25 vakantiedagen per jaar.",
    "pl": "Masz prawo do 25 dni urlopu w roku.",
    "csb": "Môsz prawò do 25 dniów urlopù w rokù.",
    "cy": "Mae gennych hawl i 25 diwrnod o wyliau bob blwyddyn.",
    "br": "25 devezh vakañsoù a zo ganeoc'h bep bloaz.",
    "sw": "Una haki ya siku 25 za likizo kila mwaka.",
    "mt": "Għandek dritt għal 25 jum ta' leave kull sena.",
    "fi": "Sinulla on oikeus 25 lomapäivään vuodessa.",
    "tr": "Yılda 25 gün izin hakkınız var.",
    "uk": "Ви маєте право на 25 днів відпустки на рік.",
    "lb": "Dir hutt Recht op 25 Deeg Congé am Joer.",
    "ja": "有給休暇は年に25日あります。",
    "zh": "您每年有25天的年假。",
}


@pytest.mark.parametrize("code", TEXTS)
def test_one_sentence_is_enough(code: str) -> None:
    """The languages of the golden set, and some more."""
    assert outcome({"type": "language", "value": code}, TEXTS[code]) == "pass"


@pytest.mark.parametrize("code", TEXTS)
def test_another_language_fails(code: str) -> None:
    """English is wanted and something else comes, or the other way round."""
    wanted = "en" if code != "en" else "de"
    result = attempt({"type": "language", "value": wanted}, TEXTS[code])
    assert result.outcome is Outcome.FAIL
    assert result.explanation.startswith(f"expected {wanted}, the answer reads as ")


def test_one_of_several_languages_is_enough() -> None:
    """A list of codes; regions and old codes are read as their language."""
    assert outcome({"type": "language", "value": ["fr", "br"]}, TEXTS["br"]) == "pass"
    assert outcome({"type": "language", "value": "pt-BR"}, TEXTS["pt"]) == "pass"
    assert outcome({"type": "language", "value": "nb"}, "Du har rett til 25 dager ferie i året.") == "pass"


def test_close_languages_are_both_accepted() -> None:
    """What the model can hardly tell apart is not held against the answer."""
    assert outcome({"type": "language", "value": "da"}, "Du har ret til 25 dages ferie.") == "pass"


@pytest.mark.parametrize("text", ["", "42", "Yes.", "```\nreturn None\n```", "https://example.com/fr/deutsch", "{}"])
def test_too_little_prose_is_unscored(text: str) -> None:
    """Figures, code, addresses and single words show no language."""
    assert attempt({"type": "language", "value": "en"}, text).outcome is Outcome.UNSCORED


def test_code_and_addresses_do_not_count() -> None:
    """Only the prose is read."""
    text = f"{TEXTS['fr']}\n\n```python\n# this is an English comment in the code, which is rather long\n```"
    assert outcome({"type": "language", "value": "fr"}, text) == "pass"
    assert identify(text)[0][0] == "fr"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("english", "value must be an ISO 639 code"),
        ("xx", "value must be an ISO 639 code of a known language, got 'xx'"),
        ("", "value"),
        ([], "value"),
        (["en", 5], "value"),
        (5, "value"),
    ],
)
def test_an_unknown_language_is_refused(value: Any, message: str) -> None:
    """Before anything runs, and without loading the model."""
    assert message in refusal({"type": "language", "value": value})


def test_the_known_codes_are_those_of_the_model() -> None:
    """And Kashubian, which is told by its letters."""
    assert set(_model().labels) - {NOT_A_LANGUAGE} == KNOWN - {"csb"}


@given(messy_texts)
@settings(max_examples=100)
def test_any_text_is_identified_or_not(text: str) -> None:
    """No text raises; probabilities are ordered."""
    ranked = identify(text)
    assert [chance for _, chance in ranked] == sorted((chance for _, chance in ranked), reverse=True)


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_long_hostile_texts_take_linear_time(name: str) -> None:
    """100,000 characters in about a second at most."""
    assert is_quick(lambda: identify(ADVERSARIAL[name]))
