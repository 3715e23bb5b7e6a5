"""Other languages and synonyms."""

from __future__ import annotations

import pytest

from deployments.demo.asking.glossary import detect_language, fold, translate

SAID = {
    "fr": "Combien de jours de congé annuel ai-je ?",
    "de": "Wie viele Urlaubstage habe ich pro Jahr?",
    "pl": "Ile dni urlopu mają pracownicy?",
    "es": "¿Cuántos días de vacaciones tienen los empleados?",
    "it": "Quanti giorni di ferie hanno i dipendenti?",
    "nl": "Hoeveel vakantiedagen hebben medewerkers per jaar?",
    "cy": "Faint o wyliau blynyddol y mae gweithwyr yn ei gael?",
    "br": "Pegement a zevezhioù vakañsoù a vez gant an implijidi?",
    "csb": "Wiele dni ùrlopù mają robòtnicë?",
    "lb": "Wéi vill Deeg Congé hunn d'Mataarbechter?",
    "sw": "Wafanyakazi wana siku ngapi za likizo kwa mwaka?",
    "mt": "Kemm-il jum ta' leave għandhom l-impjegati kull sena?",
}


@pytest.mark.parametrize(("language", "text"), SAID.items())
def test_one_question_in_many_languages(language: str, text: str) -> None:
    """The language is recognised and the leave is found."""
    translation = translate(text)
    assert translation.language == language
    assert "annual leave" in translation.text
    assert "how many" in translation.text


@pytest.mark.parametrize(
    "text",
    [
        "How many days of annual leave do I get?",
        "Who is the CTO?",
        "Team plan price",
        "SSO",
        "",
        "?",
    ],
)
def test_english_stays_as_it_is(text: str) -> None:
    """Short English questions are not taken for another language."""
    assert detect_language(text) == "en"
    assert translate(text).text == text


def test_names_and_figures_survive_translation() -> None:
    """What the glossary does not know stays."""
    assert "Business" in translate("Combien coûte le forfait Business par mois ?").text


@pytest.mark.parametrize(("one", "other"), [("Congé", "CONGE"), ("hasło", "haslo"), ("għajnuna", "ghajnuna")])
def test_accents_are_optional(one: str, other: str) -> None:
    """People leave them out on foreign keyboards."""
    assert fold(one) == fold(other)
