"""Views of a text in which equal-looking things are equal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evals.checks.normalize import (
    View,
    Views,
    collapse,
    compose,
    fold,
    needle,
    plain_folded,
    remove_invisible,
    rewrite,
    views,
)
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts

ALL_VIEWS = ("exact", "clean", "unmarked", "plain", "exact_folded", "unmarked_folded", "clean_folded", "plain_folded")


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("Zu\u0308rich", "Zürich"),
        ("\u1112\u1161\u11ab", "한"),
        ("K\u212b", "KÅ"),
        ("guar\u200banteed", "guaranteed"),
        ("soft\u00adhyphen", "softhyphen"),
        ("left\u200eto\u2066right", "lefttoright"),
        ("✔\ufe0f", "✔"),
        ("can’t", "can't"),
        ("canʼt", "can't"),
        ("can´t", "can't"),
        ("“gold”", '"gold"'),
        ("«gold»", '"gold"'),
        ("„gold‟", '"gold"'),
        ("re\u2011use", "re-use"),
        ("re\u2010use", "re-use"),
        ("a\u00a0b", "a b"),
        ("a \t\r\n b", "a b"),
        ("\n a b \u3000", "a b"),
    ],
)
def test_what_looks_the_same_is_the_same(written: str, same: str) -> None:
    """Composition, invisible characters, quotes, hyphens and white space make no difference."""
    assert Views(written).clean.text == same


@pytest.mark.parametrize(("one", "other"), [("résumé", "resume"), ("5–7", "5-7"), ("−5", "-5"), ("a—b", "a-b")])
def test_what_differs_stays_different(one: str, other: str) -> None:
    """Accents, dashes and the minus sign carry meaning."""
    assert Views(one).clean_folded.text != Views(other).clean_folded.text


@pytest.mark.parametrize(
    ("one", "other"), [("STRASSE", "Straße"), ("ΣΟΦΟΣ", "σοφος"), ("\u0390", "\u0399\u0308\u0301"), ("ﬁx", "FIX")]
)
def test_full_case_folding_makes_case_variants_equal(one: str, other: str) -> None:
    """Folding is the full one, with composition after it."""
    assert Views(one).clean_folded.text == Views(other).clean_folded.text


@given(messy_texts)
@settings(max_examples=150)
def test_composition_in_pieces_is_nfc(text: str) -> None:
    """Cluster by cluster gives what the whole text gives."""
    assert compose(View(text)).text == unicodedata.normalize("NFC", text)


@given(messy_texts)
@settings(max_examples=150)
@example("a" + "\u0344" * 20 + "\u0323" * 20)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    """Every view without Markdown removal is idempotent."""
    for name in ("exact", "clean", "clean_folded"):
        once = getattr(Views(text), name).text
        assert getattr(Views(once), name).text == once


def test_a_needle_is_found_in_its_own_text() -> None:
    """A term is normalized as the answer is, but never read as Markdown."""
    assert needle(" **Kwargs ") == "**kwargs"
    assert needle("É", case_sensitive=True) == "É"
    assert needle("a  b", keep_spaces=True) == "a  b"


@given(messy_texts, st.data())
@settings(max_examples=150)
def test_spans_lead_back_to_what_was_read(text: str, data: st.DataObject) -> None:
    """The raw span of a part of a view lies in the text, and grows with the part."""
    for name in ALL_VIEWS:
        view = getattr(Views(text), name)
        if not view.text:
            continue
        start = data.draw(st.integers(0, len(view.text) - 1))
        end = data.draw(st.integers(start + 1, len(view.text)))
        first, last = view.span(start, end)
        assert 0 <= first < last <= len(text)
        assert (first, last) >= (view.span(0, end)[0], view.span(start, start + 1)[1])


@given(messy_texts)
@settings(max_examples=150)
def test_the_span_of_a_character_reads_as_that_character(text: str) -> None:
    """Normalizing the raw span of one visible character gives the character back."""
    view = Views(text).clean
    for index, character in enumerate(view.text):
        if not character.isspace() and not unicodedata.combining(character):
            evidence = view.evidence(index, index + 1)
            assert text[evidence.start :].startswith(evidence.text)
            assert character in Views(evidence.text).clean.text


@pytest.mark.parametrize(
    ("text", "found", "raw"),
    [
        ("\u0130\u0130 Ankara", "ankara", "Ankara"),
        ("  The  API\nrate", "api rate", "API\nrate"),
        ("The **API** rate", "api rate", "API** rate"),
        ("Stra\u00dfe", "ss", "ß"),
        ("e\u0301cole", "é", "e\u0301"),
        ("guar\u200bantee", "guarantee", "guar\u200bantee"),
    ],
)
def test_evidence_is_the_raw_text(text: str, found: str, raw: str) -> None:
    """What is found in a view is shown as it stands in the answer."""
    view = Views(text).plain_folded
    start = view.text.index(found)
    assert view.evidence(start, start + len(found)).text == raw


def test_an_empty_span_has_a_place() -> None:
    """A match of nothing lies before the next character, or at the end."""
    view = Views(" a ").clean
    assert view.span(0, 0) == (1, 1)
    assert view.span(1, 1) == (3, 3)


def test_a_view_without_edits_is_the_same_view() -> None:
    """Nothing is copied when nothing changes."""
    view = View("plain words")
    assert rewrite(view, ()) is view
    assert collapse(remove_invisible(compose(fold(view)))) is view


def test_a_literal_is_looked_for_once_when_there_is_no_markdown() -> None:
    """The second view is there only when it differs."""
    assert len(Views("plain").literal()) == 1
    assert len(Views("*plain*").literal()) == 2


def test_checks_of_one_answer_share_its_views() -> None:
    """The same text gives the same object."""
    assert views("some answer") is views("some answer")


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_long_hostile_texts_take_linear_time(name: str) -> None:
    """All views of 100,000 characters take well under the second that a quadratic step would take many times."""
    text = ADVERSARIAL[name]

    def read() -> None:
        every = Views(text)
        assert every.clean_folded is not None
        assert every.plain_folded is not None

    assert is_quick(read)


@given(messy_texts)
@example("I can\u2019t.")
@example("a  b\n*c*")
@settings(max_examples=150)
def test_the_quick_way_to_a_plain_folded_text_gives_the_same(text: str) -> None:
    """It only leaves out the way back."""
    assert plain_folded(text) == Views(text).plain_folded.text


@given(messy_texts)
@example("so\u00adft \u201cquotes\u201d")
@settings(max_examples=150)
def test_a_place_in_the_raw_text_is_found_in_every_view(text: str) -> None:
    """The way there and the way back agree: what is at the place comes from there, or from before what was removed."""
    for name in ALL_VIEWS:
        view: View = getattr(Views(text), name)
        places = [view.offset(raw) for raw in range(len(text) + 1)]
        assert places == sorted(places)
        assert places[-1] == len(view.text)
        if view.is_level:
            assert places == [*range(len(text) + 1)]
