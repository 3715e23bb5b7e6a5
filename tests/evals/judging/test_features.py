"""What the local judge compares texts by."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.judging.features import features_of


def agrees(one: str, other: str) -> bool:
    """Whether the first figure of one text is in the other."""
    return features_of(other).has(features_of(one).quantities[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("refunded in full", "Refunds"),
        ("the company's document", "documents of companies"),
        ("l'abonnement annuel", "abonnements"),
        ("Größe", "GRÖSSE"),
        ("ﬁnance", "finance"),
    ],
)
def test_forms_of_a_word_have_a_stem_in_common(one: str, other: str) -> None:
    """In any language written with letters."""
    assert features_of(one).words & features_of(other).words


def test_function_words_and_digits_are_no_content() -> None:
    """What every text has tells nothing."""
    assert features_of("It isn't what you'd pay, the docs say: 25 a b").words == {"pay"}


def test_a_script_without_spaces_is_read_in_pairs() -> None:
    """Two neighbouring characters stand for a word."""
    assert features_of("年次休暇").words == {"年次", "次休", "休暇"}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("within 5 days", "in 5 days", True),
        ("within 5 days", "after 6 days", False),
        ("within 5 days", "give 5 points", False),
        ("5", "give 5 points", True),
        ("costs €69", "69 EUR", True),
        ("costs €69 a month", "$69 a month", False),
        ("€31.65 million revenue", "revenue of EUR 31,650,000", True),
        ("12 % of the fee", "fee: 12 percent", True),
        ("released on 9 September", "September 9, released", True),
        ("version 6.1 runs", "version 6.0 runs", False),
    ],
)
def test_figures_agree_by_value_unit_and_surroundings(one: str, other: str, same: bool) -> None:
    """A lone digit somewhere else is not the figure that was asked for."""
    assert agrees(one, other) is same
    assert agrees(other, one) is same


def test_markers_of_lists_and_sources_claim_nothing() -> None:
    """Only quantities are compared."""
    assert features_of("1. Open the page.\n2. Save it [3].").quantities == ()


def test_sentences_end_at_marks_and_lines() -> None:
    """A decimal point is no end, and a line without content is no sentence."""
    read = features_of("Alpha is 1.5 long. Beta?\n- \n- gamma; delta 四。五")
    assert [sentence.words for sentence in read.sentences] == [
        {"alpha", "long"},
        {"beta"},
        {"gamma", "delta", "四"},
        {"五"},
    ]
    assert [len(sentence.quantities) for sentence in read.sentences] == [1, 0, 0, 0]


@settings(max_examples=150)
@given(st.text(max_size=120))
def test_any_text_has_features(text: str) -> None:
    """And each of its figures is in it."""
    read = features_of(text)
    assert all(read.has(quantity) for quantity in read.quantities)


@pytest.mark.parametrize("part", ["5 ", "5 days ", "word ", "1,2,3 ", "年", "\u0301", "'"])
def test_a_long_text_takes_linear_time(part: str) -> None:
    """Fifty thousand characters in well under the time of a call, on a busy machine too."""
    started = time.perf_counter()
    features_of(part * (50_000 // len(part)))
    assert time.perf_counter() - started < 5
