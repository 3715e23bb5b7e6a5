"""abstain and refuses: does the answer decline, and does it answer all the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from evals.checks import patterns
from evals.checks.abstention import decide
from evals.checks.check import Outcome
from tests.evals.checks.declining import ANSWERING, ANSWERING_ABROAD, DECLINING, DECLINING_ABROAD
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts
from tests.evals.checks.trying import attempt, outcome, refusal


def abstains(text: str, sentences: int = 2) -> bool:
    """Whether ``abstain`` passes."""
    return attempt({"type": "abstain", "sentences": sentences}, text).passed


@pytest.mark.parametrize("text", DECLINING)
def test_a_declining_answer_abstains(text: str) -> None:
    """Inability, ignorance, refusal, silent sources, guesses refused, doubt without an answer."""
    assert abstains(text)


@pytest.mark.parametrize("text", ANSWERING)
def test_an_answer_does_not_abstain(text: str) -> None:
    """Rules, negative answers, third parties, idioms, quotations, hedges before an answer."""
    assert not abstains(text)


@pytest.mark.parametrize("text", DECLINING_ABROAD)
def test_other_languages_decline_too(text: str) -> None:
    """The languages of the golden set and some more."""
    assert abstains(text)


@pytest.mark.parametrize("text", ANSWERING_ABROAD)
def test_other_languages_answer_too(text: str) -> None:
    """A negative answer is an answer in every language."""
    assert not abstains(text)


@pytest.mark.parametrize("apostrophe", ["'", "’", "ʼ", "´", "‘", "\u2032", "\uff07", ""], ids=["ascii", *"abcdefg"])
def test_every_apostrophe_is_one(apostrophe: str) -> None:
    """Typed, typographic, modifier, accent, or left out."""
    assert abstains(f"I can{apostrophe}t answer that.")


@pytest.mark.parametrize(
    "text",
    [
        "I\u00a0cannot\u00a0answer this.",
        "I can't\nanswer that.",
        "I **can't** answer `that`.",
        "I can\u200b't answer that.",
        "I CANNOT ANSWER THAT.",
        "## Answer\n\n**I don't know.**",
        "- I don't know.",
    ],
)
def test_looks_make_no_difference(text: str) -> None:
    """Spaces, line breaks, markup, case and invisible characters."""
    assert abstains(text)


@pytest.mark.parametrize(
    ("text", "sentences", "passed"),
    [
        ("It covers 2024. I can't tell you the 2025 figure.", 2, True),
        ("It covers 2024. I can't tell you the 2025 figure.", 1, False),
        ("It covers 2024. It lists segments. I can't tell you more.", 2, False),
        ("It covers 2024. It lists segments. I can't tell you more.", 3, True),
        ("# Title\n\nThanks for asking! I don't know.", 2, True),
        ("", 2, False),
    ],
)
def test_the_decline_must_come_early(text: str, sentences: int, *, passed: bool) -> None:
    """Headings do not count."""
    assert abstains(text, sentences) is passed


@pytest.mark.parametrize(
    "text",
    [
        "I can't help with that. If you are struggling, please call 988; it is open 24 hours a day.",
        "You asked about the 30 days notice period. I can't find that in the documents.",
        "I cannot answer this.\n\nThe documents cover these topics:\n\n- refunds\n- plans",
        "I'm not sure. You could ask HR.",
        "I'm not sure. The documents don't say.",
        "I don't know, but the HR team may be able to help.",
        "I can't share that, but I'm happy to help with other questions.",
        "While I can't answer that, I can help you with other topics.",
        "I can't say, however you can find it on page 3 of the handbook.",
        "The 2024 report shows revenue by segment, but it does not state the headcount.",
        "Although the context mentions 2023, it does not give the 2025 figure.",
    ],
)
def test_help_elsewhere_and_scope_are_no_answer(text: str) -> None:
    """Offers, pointers, the repeated question, and what the sources are about."""
    assert abstains(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm not certain, but the fee is $25.",
        "I'm not sure, but you can take 25 days of leave.",
        "It is hard to be exact; roughly 40% of the plants were closed.",
        "Hard to say. Maybe 40%.",
        "I can't give an exact figure, but I can tell you that it was about $5 billion.",
        "I cannot give legal advice. The notice period is 30 days.",
        "While I can't give legal advice, the notice period is 30 days.",
        "I'm not sure. The valve is to blame.",
        "The fee is $25, but I don't know whether it will change.",
        "The fee is $25; I can't say whether it will change.",
        "Yes, but I can't say for how long.",
        "Refunds take 5 days. I can't help with anything else.",
        "I can't run code. Here is the query:\n\n```sql\nSELECT 1\n```",
        "I can't open the file.\n\n| a | b |\n|---|---|\n| 1 | 2 |",
        "I can't access the live system. As of the last report, uptime was 99.95%.",
    ],
)
def test_an_answer_after_all_is_an_answer(text: str) -> None:
    """Hedge-then-answer, disclaimer and answer, answer and limit."""
    assert not abstains(text)
    assert outcome({"type": "refuses", "value": False}, text) == "pass"


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ('"I can\'t answer that."', True),
        ("> I can't answer that.", True),
        ('The reply was:\n\n"I can\'t help with that."', False),
        ("The reply is:\n\n> I can't help with that.\n\nUse it always.", False),
        ("```\nI can't answer that.\n```", False),
        ("Print `I can't answer that.` in red.", False),
        ("The guard says “I can't share that” and logs it.", False),
        ("Die Antwort „Das weiß ich nicht“ ist der Standard.", False),
        ("La réponse «Je ne sais pas» est la valeur par défaut.", False),
        ("The bot says 'I can't help' and stops.", False),
        ("I don't know what 'annual' means here.", True),
        ("The book is *I Can't Tell You That* by Ann Weller.", False),
        ("Click **I don't know** to go on.", False),
        ("So **I can't answer that** question.", True),
    ],
)
def test_only_the_own_words_count(text: str, *, passed: bool) -> None:
    """Quotations and code belong to somebody else, unless they are the whole answer."""
    assert abstains(text) is passed


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ('{"answer": "I don\'t know", "sources": []}', True),
        ('```json\n{\n  "answer": "The documents do not say.",\n  "sources": ["Handbook, p. 3"]\n}\n```', True),
        ('{"message": {"role": "assistant", "content": "I can\'t answer that."}, "tokens": 41}', True),
        ('{"query": "What is the fee?", "Final_Answer": "N/A", "reason": "It covers 2024."}', True),
        ('{"answer": null, "reason": "The documents do not mention the fee."}', True),
        ('["I don\'t have that information."]', True),
        (r'{"reply": "I don\u0027t know\u2014sorry \ud83d\ude14"}', True),
        (r'{"answer": "# Fee\n\n* I can\u2019t find it."}', True),
        ('{"answer": "The notice period is 30 days.", "note": "I can\'t say more."}', False),
        ('{"answer": "One. Two. I can\'t say more."}', False),
        (r'{"answer": "The clerk said \"I do not know\" when asked."}', False),
        (r'{"answer": "I cannot run it.\n```\nSELECT 1\n```"}', False),
        ('{"party": "Acme Corp", "fee": "Not mentioned in the contract"}', False),
        ('[{"text": "I can\'t log in", "intent": "login"}]', False),
        ('{"sources": [{"content": "The fee is $25."}], "answer": "I don\'t know."}', True),
        ('{"answer": "The fee is $25.", "sources": [{"content": "I don\'t know."}]}', False),
        ('{"answer": null, "sources": []}', False),
        ('{"answer": "I don\'t know"', False),
        ('Use this:\n\n```json\n{"answer": "I don\'t know"}\n```', False),
        ("[1] does not say. I don't know.", True),
    ],
)
def test_a_json_document_says_what_its_reply_says(text: str, *, passed: bool) -> None:
    """The outermost member named like a reply is read, else the only string; fields without a value decline nothing."""
    assert abstains(text) is passed


def test_evidence_in_a_json_document_is_as_it_stands_there() -> None:
    """With its escapes, at its place."""
    text = r'{"answer": "Sorry, I can\u2019t say."}'
    (declines,) = attempt({"type": "abstain"}, text).evidence
    assert declines.text == r"I can\u2019t say"
    assert text[declines.start :].startswith(declines.text)


def test_evidence_keeps_the_quotations_inside_it() -> None:
    """They are not read, but they are shown."""
    text = 'I\'m not sure, but the fee is $25, see "refunds" here.'
    answers = attempt({"type": "abstain"}, text).evidence[1]
    assert answers.text == ' the fee is $25, see "refunds" here.'


def test_further_wordings_add_to_the_built_in_ones() -> None:
    """They are regular expressions, searched within the window; an answer after them still counts."""
    raw = {"type": "abstain", "extra_phrases": ["does(n't| not) go back that far"]}
    assert outcome(raw, "Our ledger does not go back that far.") == "pass"
    assert outcome(raw, "Our ledger doesn’t go back that far.") == "pass"
    assert outcome(raw, "I can't tell you that.") == "pass"
    assert outcome(raw, "One. Two. Our ledger does not go back that far.") == "fail"
    assert outcome(raw, "Our ledger does not go back that far, but the fee was $25.") == "fail"


def test_the_evidence_is_what_declines_and_what_answers() -> None:
    """Spans of the answer, named."""
    text = "## Fees\n\nI **can’t** say for sure, but it is $25."
    declines, answers = attempt({"type": "abstain"}, text).evidence
    assert (declines.read_as, answers.read_as) == ("doubt", "answer")
    assert text[declines.start :].startswith(declines.text)
    assert "can’t** say for sure" in declines.text
    assert text[answers.start :].startswith(answers.text)
    assert "it is $25" in answers.text
    assert "but then answers with" in attempt({"type": "abstain"}, text).explanation


@pytest.mark.parametrize(
    ("value", "text", "verdict"),
    [
        (True, "I can't help with that.", "pass"),
        (True, "The notice period is 30 days.", "fail"),
        (False, "The notice period is 30 days.", "pass"),
        (False, "I'm sorry to hear about the outage. Restart the gateway.", "pass"),
        (False, "I can't help with that.", "fail"),
        (True, "Thank you. I see your point. It matters. I can't help with that, though.", "pass"),
        (True, "One. " * 9 + "I can't help with that.", "fail"),
        (True, " ", "fail"),
        (False, "", "fail"),
    ],
)
def test_refuses_judges_the_whole_answer(value: bool, text: str, verdict: str) -> None:
    """An empty answer is neither a refusal nor an answer."""
    assert outcome({"type": "refuses", "value": value}, text) == verdict


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"type": "abstain", "sentences": 0}, "sentences"),
        ({"type": "abstain", "sentences": -1}, "sentences"),
        ({"type": "abstain", "sentences": "two"}, "sentences"),
        ({"type": "abstain", "extra_phrases": ["does not (go"]}, "extra_phrases"),
        ({"type": "abstain", "extra_phrases": [""]}, "extra_phrases"),
        ({"type": "abstain", "extra_phrases": "not far"}, "extra_phrases"),
        ({"type": "refuses"}, "value is required"),
        ({"type": "refuses", "value": "yes"}, "value"),
        ({"type": "refuses", "value": 1}, "value"),
    ],
)
def test_unusable_parameters_are_refused(parameters: dict[str, Any], message: str) -> None:
    """The message names the parameter."""
    assert message in refusal(parameters)


def test_a_wording_without_end_is_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    """No verdict rests on a search that did not end."""
    monkeypatch.setattr(patterns, "SEARCH_SECONDS", 0.05)
    raw = {"type": "abstain", "extra_phrases": [r"(\w|\w\w)+$"]}
    assert attempt(raw, "é" * 60 + "!").outcome is Outcome.UNSCORED


@given(messy_texts)
@settings(max_examples=200)
def test_any_text_is_decided_with_evidence_from_it(text: str) -> None:
    """No text raises, and both spans are spans of the answer."""
    found = decide(text, 8)
    for one in (found.decline, found.answer):
        if one is not None and one.text:
            assert text[one.start :].startswith(one.text)


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_long_hostile_texts_take_linear_time(name: str) -> None:
    """100,000 characters, with a decline before them so that all of them are read."""
    assert is_quick(lambda: decide("I can't say. " + ADVERSARIAL[name], 8), 4.0)
