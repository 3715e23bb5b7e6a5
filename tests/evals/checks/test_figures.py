"""What digits in a text are read as."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evals.checks.figures import Figure, Kind, RangeRole, read_figures, reader
from evals.checks.normalize import views
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts

MILLION = 10**6
BILLION = 10**9
OUTPUTS = sorted(
    {json.loads(line)["output"] for line in (Path(__file__).parent / "number_cases.jsonl").read_text().splitlines()}
)
"""The texts of the hand-worked cases of the number check."""


def quantities(text: str) -> list[Figure]:
    """The figures of a text that are quantities."""
    return [figure for figure in read_figures(text) if figure.kind is Kind.FIGURE]


def amounts(text: str) -> list[tuple[float | Decimal, str | None]]:
    """Values and units of the quantities, in the order of the text."""
    return [(figure.value, figure.unit) for figure in quantities(text)]


def kinds(text: str) -> list[str]:
    """The kinds of all figures."""
    return [figure.kind.value for figure in read_figures(text)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("$130.5B", 130_500 * MILLION, "USD"),
        ("130,497 million US dollars", 130_497 * MILLION, "USD"),
        ("EUR 1.2m", 1_200_000, "EUR"),
        ("1.234,56 €", "1234.56", "EUR"),
        ("CHF 1’234’567.50", "1234567.5", "CHF"),
        ("₹12,34,567", 1_234_567, "INR"),
        ("₹1.5 lakh crore", 1_500 * BILLION, "INR"),
        ("1\u202f234,5", "1234.5", None),
        ("2,5 Mrd. Euro", 2_500 * MILLION, "EUR"),
        ("12,5 millions d'euros", 12_500_000, "EUR"),
        ("5 tys. zł", 5_000, "PLN"),
        ("5 mil millones de dólares", 5 * BILLION, "USD"),
        ("1億2000万円", 120 * MILLION, "JPY"),
        ("$(53.2) million", -53_200_000, "USD"),
        ("−5.2%", "-5.2", "percent"),
        ("minus $5", -5, "USD"),
        ("3 percentage points", 3, "percentage_points"),
        ("25 bps", 25, "bps"),
        ("5 ‰", "0.5", "percent"),
        ("1.3 × 10⁹", 1_300 * MILLION, None),
        ("$1.3 \\times 10^{9}$", 1_300 * MILLION, None),
        ("1½ million", 1_500_000, None),
        ("half a million", 500_000, None),
        ("١٢٣٫٥", "123.5", None),
        ("１，２３４", 1234, None),
        ("250ms", 250, None),
        ("\\$5.2M", 5_200_000, "USD"),
        ("**$130.5**\u00a0**billion**", 130_500 * MILLION, "USD"),
    ],
)
def test_a_figure_is_read_with_its_scale_sign_and_unit(text: str, value: int | str, unit: str | None) -> None:
    """One figure, alone in its text."""
    assert amounts(text) == [(Decimal(value), unit)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20-25 million", [(20 * MILLION, None), (25 * MILLION, None)]),
        ("$20–25m", [(20 * MILLION, "USD"), (25 * MILLION, "USD")]),
        ("between 5 and 7 percent", [(5, "percent"), (7, "percent")]),
        ("minus 5-7%", [(-5, "percent"), (-7, "percent")]),
        ("-5 to 7%", [(-5, "percent"), (7, "percent")]),
        ("900,000 to 1.2 million", [(900_000, None), (1_200_000, None)]),
        ("rose 45% to $16.4 billion", [(45, "percent"), (16_400 * MILLION, "USD")]),
        ("rose 12% to 1,200", [(12, "percent"), (1_200, None)]),
        ("2000-2500 users", [(2_000, None), (2_500, None)]),
        ("1,2,3", [(1, None), (2, None), (3, None)]),
        ("1.5,2.5", [(Decimal("1.5"), None), (Decimal("2.5"), None)]),
        ("10 − 5", [(10, None), (5, None)]),
        ("8/10", [(Decimal("0.8"), None), (10, None), (8, None)]),
        ("between 5-10 of them", [(5, None), (10, None)]),
    ],
)
def test_figures_beside_one_another_share_only_what_belongs_to_both(
    text: str, expected: list[tuple[float | Decimal, str | None]]
) -> None:
    """Scale, unit and sign of a range are written once and meant twice."""
    assert amounts(text) == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("in 2024", "year"),
        ("in 1848 the war", "year"),
        ("the 1990s", "year"),
        ("pre-2020 rules", "year"),
        ("on May 5", "date"),
        ("5 mai", "date"),
        ("on 3/14 we met", "date"),
        ("at 14:30", "time"),
        ("by 5 p.m.", "time"),
        ("Q3", "period"),
        ("FY25", "period"),
        ("the 2024-25 season", "period"),
        ("the 3rd", "ordinal"),
        ("im 3. Quartal", "ordinal"),
        ("Section 7", "section"),
        ("p. 45", "section"),
        ("§5", "section"),
        ("Item 7B", "section"),
        ("## 2.1 Growth", "section"),
        ("1. Sales rose.", "list_marker"),
        ("as shown [12].", "reference"),
        ("release 3.5.1", "version"),
        ("v2.1", "version"),
        ("INC-2041", "identifier"),
        ("H100", "identifier"),
        ("GPT-4o", "identifier"),
        ("COVID-19", "identifier"),
        ("iPhone 15", "identifier"),
        ("10.0.0.1", "identifier"),
        ("555-123-4567", "identifier"),
        ("3f2a9c1", "identifier"),
        ("550e8400-e29b-41d4-a716-446655440000", "identifier"),
        ("007", "identifier"),
        ("24/7", "identifier"),
        ("a 401k plan", "identifier"),
        ("#42", "identifier"),
        ("localhost:8080", "identifier"),
    ],
)
def test_digits_that_are_no_quantity_are_told_by_kind(text: str, kind: str) -> None:
    """Assumption N2 of the corpus, kind by kind."""
    assert kinds(text) == [kind]


@pytest.mark.parametrize("text", ["https://x.org/a/42?b=7", "me42@x.org", "[report](/docs/2500)", "&#8364;", "m²"])
def test_addresses_and_raised_notes_hold_no_figures(text: str) -> None:
    """What a link points to is not read at all."""
    assert read_figures(text) == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It sold 2024 units", "figure"),
        ("over 2024 km", "figure"),
        ("more than 2000", "figure"),
        ("2000+ users", "figure"),
        ("The library has 2024 books", "figure"),
        ("In 2024 people left", "year"),
        ("our 2024 results", "year"),
        ("2024 sales", "year"),
        ("in 1200 cases", "figure"),
    ],
)
def test_a_number_like_a_year_counts_when_something_is_counted(text: str, kind: str) -> None:
    """The words around it decide."""
    assert kinds(text) == [kind]


def test_the_year_of_a_date_is_read_beside_the_date() -> None:
    """Whoever asks for the year finds it in a date as well."""
    date, year = read_figures("1998-09-04")
    assert (date.kind, year.kind, str(year.value)) == (Kind.DATE, Kind.YEAR, "1998")


def test_both_ends_of_a_range_know_their_role() -> None:
    """And a single figure has none."""
    assert [figure.role for figure in quantities("20-25 million, 7 more")] == [RangeRole.LOW, RangeRole.HIGH, None]


def test_scale_and_sign_are_told_apart_from_the_value() -> None:
    """An author can see what the digits were multiplied by."""
    (figure,) = read_figures("-$5.2 million")
    assert figure.sign == -1
    assert figure.scale == MILLION
    assert figure.value == -5_200_000


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("It was **-$130.5B** then", "-$130.5B"),
        ("It was (1,234)", "(1,234)"),
        ("a loss of $(53.2) million", "$(53.2) million"),
        ("so 1\u200b2 %, say", "1\u200b2 %"),
        ("on page 45.", "45"),
        ("x e\u0301 5kg", "5kg"),
    ],
)
def test_the_span_is_that_of_the_raw_text(text: str, span: str) -> None:
    """Sign, currency and unit included, whatever was removed to read it."""
    figure = read_figures(text)[-1]
    assert text[figure.start : figure.end] == span


def test_a_figure_under_a_caption_is_read_twice() -> None:
    """As it stands, and scaled by what is written over its column."""
    assert amounts("| Item (EUR thousands) | FY25 |\n|---|---|\n| Revenue | 31,650 |") == [
        (31_650, None),
        (31_650_000, "EUR"),
    ]


def test_a_plain_figure_under_a_percent_sign_is_a_percentage() -> None:
    """It never satisfies a plain value."""
    assert amounts("| Line | Growth (%) |\n|---|---|\n| Cloud | 12.5 |") == [(Decimal("12.5"), "percent")]


@pytest.mark.parametrize(
    ("text", "markers"),
    [
        ("1. a\n2. b\n3. c", [1, 2, 3]),
        ("(1) buy, (2) sell", [1, 2]),
        ("42. That is the answer.", []),
        ("7) x\n8) y", [7, 8]),
        ("**1.** a\n**2.** b", [1, 2]),
        ("The total is\n42.", []),
    ],
)
def test_a_list_marker_needs_its_neighbour(text: str, markers: list[int]) -> None:
    """Number 1 is one by itself."""
    assert [figure.value for figure in read_figures(text) if figure.kind is Kind.LIST_MARKER] == markers


SEPARATORS = [
    (",", "."),
    (".", ","),
    ("\u00a0", ","),
    ("\u202f", ","),
    ("\u2009", "."),
    (" ", ","),
    ("'", "."),
    ("’", "."),
]


def grouped(number: int, separator: str) -> str:
    """Digits in groups of three."""
    return f"{number:,}".replace(",", separator)


@given(
    st.integers(0, 10**15),
    st.integers(0, 99),
    st.sampled_from(SEPARATORS),
    st.sampled_from(["", "-", "−"]),
    st.sampled_from([("", 1), (" million", MILLION), (" Mrd.", BILLION)]),
)
@settings(max_examples=200, deadline=None)
def test_a_number_written_in_any_locale_reads_back_as_itself(
    whole: int, cents: int, separators: tuple[str, str], sign: str, scale: tuple[str, int]
) -> None:
    """Groups, decimal sign, minus and scale word of every supported way of writing."""
    group, point = separators
    text = f"{sign}{grouped(whole, group)}{point}{cents:02}{scale[0]}"
    value = (whole + Decimal(cents) / 100) * scale[1]
    assert [figure.value for figure in read_figures(f"It is {text} now")] == [-value if sign else value]


@given(st.integers(10**5, 10**12))
@settings(max_examples=50, deadline=None)
def test_lakh_groups_read_back_as_themselves(number: int) -> None:
    """The last three digits, then pairs."""
    head, tail = divmod(number, 1000)
    pairs = ""
    while head > 99:
        head, pair = divmod(head, 100)
        pairs = f"{pair:02},{pairs}"
    assert [figure.value for figure in read_figures(f"₹{head},{pairs}{tail:03}")] == [number]


@given(messy_texts)
@settings(max_examples=300, deadline=None)
def test_reading_never_raises_and_spans_lie_in_the_text(text: str) -> None:
    """Any text at all."""
    for figure in read_figures(text):
        assert 0 <= figure.start < figure.end <= len(text)
        assert figure.value.is_finite()


LONG = 100_000
MIDDLING = 20_000
HOSTILE = {
    **{
        name: ADVERSARIAL[name]
        for name in ("brackets", "parentheses", "digits", "combining marks", "emphasis", "spaces")
    },
    "commas": "1," * (LONG // 2),
    "one long word": "1-" + "x" * LONG,
    "one long row": "| (in millions) |\n|---|\n" + "| 12 " * MIDDLING,
    **{
        name: (piece * MIDDLING)[:MIDDLING]
        for name, piece in {
            "groups": "123 ",
            "points": "1.",
            "dashes": "1-",
            "apostrophes": "1'",
            "strokes": "1/",
            "opened": "(1",
            "square": "[1",
            "dollars": "$1",
            "letters": "a1-",
            "exponents": "1×10",
            "telephones": "01 234 ",
            "calls": "+1 ",
            "tags": "<b",
            "mail": "a@",
            "combined digits": "1\u0301",
            "halves": "half ",
            "captions": "(%) 1 ",
            "captioned tables": "|(%)|\n|-|\n|1|\n",
            "captioned rows": "| 5 (EUR thousands) ",
        }.items()
    },
}


@pytest.fixture
def read_closely(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Figure, ...]]:
    """A reader that takes no short way for ordinary numbers."""

    def read(text: str) -> tuple[Figure, ...]:
        with monkeypatch.context() as patch:
            patch.setattr(reader, "read_ordinary", lambda *_place: None)
            return read_figures.__wrapped__(text)

    return read


def test_the_short_way_for_ordinary_numbers_leads_to_the_same_place(
    read_closely: Callable[[str], tuple[Figure, ...]],
) -> None:
    """On every text of the hand-worked cases."""
    different = [text for text in OUTPUTS if read_figures.__wrapped__(text) != read_closely(text)]
    assert different == []


@given(messy_texts)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_short_way_leads_to_the_same_place_on_any_text(
    read_closely: Callable[[str], tuple[Figure, ...]], text: str
) -> None:
    """It is only a matter of speed."""
    assert read_figures.__wrapped__(text) == read_closely(text)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_in_linear_time(name: str) -> None:
    """What belongs to a digit is looked for in a window, and no pattern can backtrack far."""
    text = HOSTILE[name]
    assert is_quick(lambda: read_figures.__wrapped__(text), limit=3.0 * len(text) / LONG)


def test_an_ordinary_answer_is_read_in_a_millisecond_or_so() -> None:
    """2,000 characters with two dozen figures; the limit leaves room for a slow machine."""
    text = (
        "The refund policy covers purchases within 30 days. In 2024 the average response time was 2.5 hours, down 12% "
        "from the year before, and **$1.2 million** was paid back to 3,400 customers, says the report (page 12). "
    ) * 10
    seconds = []
    for _ in range(5):
        views.cache_clear()
        begun = time.process_time()
        read_figures.__wrapped__(text[:2000])
        seconds.append(time.process_time() - begun)
    assert min(seconds) < 0.005
