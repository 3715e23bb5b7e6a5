"""Where a sentence ends."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from evals.checks.sentences import first_sentences, lead_span, prose_sentences, sentences
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts


def read(text: str) -> list[str]:
    """The units of a text."""
    return [text[one.start : one.end] for one in sentences(text)]


def lead(text: str, count: int = 1) -> str:
    """The first units."""
    start, end = lead_span(text, count)
    return text[start:end]


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Smith leads the team.",
        "Mr. and Mrs. Lee met Prof. Braun.",
        "See Fig. 2 and Sec. 4 for details.",
        "In Fig. A the curve grows.",
        "Vol. IX was lost.",
        "Plant No. 5 was the largest.",
        "It rose (see p. 12) to 40%.",
        "On Jan. 5 the team met.",
        "It fell vs. 2023 by approx. 5%.",
        "In Acme v. Globex the court ruled.",
        "Use a queue, e.g. Kafka, i.e. a log.",
        "Acme Inc. and Globex Corp. merged.",
        "Apples, pears, etc. are sold.",
        "George W. Bush met J. K. Rowling.",
        "Written by J. Smith in 2020.",
        "The U.S. Treasury sold bonds.",
        "The U.S. Government agreed.",
        "At 5 p.m. Eastern time it closes.",
        "She holds a Ph.D. in law.",
        "He lives in St. Louis with two cats.",
        "The cause was… a faulty valve.",
        "It was... fine.",
        "He asked “why?” and left.",
        "Version 1.2.3 costs $4.50 at example.com today.",
        "Am 5. Mai begann das 3. Quartal.",
        "Das gilt z. B. Montag und d. h. immer.",
        "Die Frist beträgt ca. 30 Tage nach Abs. 2.",
        "M. Dupont et Mme. Roy sont venus, p. 12.",
        "El Sr. García vive en la pág. 5.",
        "Zgodnie z art. 5 ust. 2 to ok. 30 dni.",
        "iOS 5.2 came first",
        "**1. NVIDIA led**",
        "A. NVIDIA led the field.",
        "The U.S. market grew.",
        "Yahoo! reported more.",
        "At 9 a.m. NVIDIA reported.",
        "In the U.K. NVIDIA leads.",
        "The St. Louis office closed.",
        "Meyer GmbH & Co. KG supplies parts.",
        "Max. 5 cards fit.",
        "Node.JS is slower than Go.",
        "Open config.YAML is what it says.",
    ],
)
def test_a_full_stop_inside_a_sentence_does_not_end_it(text: str) -> None:
    """Abbreviations, initials, numbers and small letters after the stop go on."""
    assert read(text) == [text]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("AMD came second.", "NVIDIA led."),
        ("Really?!", "AMD fell."),
        ("It sold well.", "iPhone sales rose."),
        ("The firm operates only in the U.S.", "Margins rose to 40% last year."),
        ("Born in Washington D.C.", "He moved away."),
        ("We sell in the U.K.", "The rest follows."),
        ("The correct option is B.", "NVIDIA was excluded from the list."),
        ("We chose Plan B.", "Everyone agreed."),
        ("He read Henry V.", "The play is long."),
        ("The answer: **B.**", "NVIDIA was out."),
        ("The only vendor is ACME.", "Globex has none."),
        ("The margin was 75.3.", "AMD was lower."),
        ("The meeting ended at 5 p.m.", "The team left."),
        ("Sold by Acme Inc.", "The firm grew."),
        ("Apples, pears, etc.", "They are sold."),
        ("No.", "The warranty ended."),
        ("On Main St.", "The shop closed."),
        ("He wrote “costs rose.”", "NVIDIA was silent."),
        ("(It rose.)", "AMD fell."),
        ("It rose.[1]", "AMD fell."),
        ("It rose.[^2]", "**AMD** fell."),
        ("It was 2024.", "40% left."),
        ("It rose…", "Then it fell."),
        ("¿Por qué?", "¡Porque sí!"),
        ("यह है।", "दूसरा।"),
        ("هل هذا صحيح؟", "نعم."),
        ("one is small.", "two as well."),
        ("$25.", "The fee is new."),
        ("Yes!", "It is."),
        ("It rose.¹", "AMD fell."),
        ("It rose.^2", "AMD fell."),
        ("It rose.<sup>3</sup>", "AMD fell."),
        ("It rose.【4†source】", "AMD fell."),
        ("It rose.[Source 5]", "AMD fell."),
        ("It rose.\u200b", "AMD fell."),
    ],
)
def test_a_sentence_ends(first: str, second: str) -> None:
    """A new clause, a capital, or a text without capitals."""
    assert read(f"{first} {second}") == [first, second]


@pytest.mark.parametrize(
    "text", ["AMD came second.NVIDIA led the field.", "It was late.The shop closed.", "It fell.<br>AMD rose."]
)
def test_a_forgotten_space_joins_no_sentences(text: str) -> None:
    """A plain word, a stop, and a capitalised clause are two sentences; so are those that a tag parts."""
    assert len(read(text)) == 2


def test_an_ideographic_stop_needs_no_space() -> None:
    """Japanese and Chinese put none."""
    assert read("NVIDIAが最高。AMDは二位です。") == ["NVIDIAが最高。", "AMDは二位です。"]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("1. NVIDIA (75%)\n2. AMD (50%)", ["NVIDIA (75%)", "AMD (50%)"]),
        ("- a\n- b. C", ["a", "b.", "C"]),
        ("no stop\n\nnext", ["no stop", "next"]),
        ("wrapped\nline. Next", ["wrapped\nline.", "Next"]),
        ("| A |\n|---|\n| 1. Two |", ["| A |", "| 1. Two |"]),
        ("```\na. B\n```", ["a. B"]),
        ("> Quoted one. Quoted two.", ["Quoted one.", "Quoted two."]),
    ],
)
def test_blocks_end_sentences_and_line_breaks_do_not(text: str, units: list[str]) -> None:
    """Items, paragraphs and rows are units; markers belong to none."""
    assert read(text) == units


@pytest.mark.parametrize(
    ("text", "count", "window"),
    [
        ("# Margins\n\nNVIDIA had 75%. AMD had 50%.", 1, "Margins\n\nNVIDIA had 75%."),
        ("### 1. NVIDIA led\n\nAMD second.", 1, "1. NVIDIA led\n\nAMD second."),
        ("One. Two. Three.", 2, "One. Two."),
        ("One.", 5, "One."),
        ("# Only a heading", 1, "Only a heading"),
        ("", 1, ""),
    ],
)
def test_a_heading_belongs_to_what_follows(text: str, count: int, window: str) -> None:
    """The window holds so many units, and the headings above them."""
    assert lead(text, count) == window


def test_prose_is_what_paragraphs_and_items_say() -> None:
    """Headings, tables and code are not counted as sentences."""
    text = "# H\n\nOne. Two.\n\n- three\n\n| a |\n|---|\n| b |\n\n```\ncode\n```"
    assert [text[one.start : one.end] for one in prose_sentences(text)] == ["One.", "Two.", "three"]


def test_only_the_beginning_is_read() -> None:
    """A window costs what the window is long."""
    text = "One. Two.\n\n" + "more text. " * 200_000
    assert is_quick(lambda: first_sentences(text, 2), 0.05)


@given(messy_texts)
@settings(max_examples=200)
def test_sentences_are_ordered_and_apart(text: str) -> None:
    """Any text splits into spans that are ordered, not empty and do not overlap."""
    last = 0
    for one in sentences(text):
        assert last <= one.start < one.end <= len(text)
        last = one.end


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_long_hostile_texts_take_linear_time(name: str) -> None:
    """100,000 characters in about a second at most."""
    assert is_quick(lambda: list(sentences(ADVERSARIAL[name])))
