"""Reading pages into statements."""

from __future__ import annotations

from pathlib import Path

import pytest

from deployments.demo.corpus.pages import FRONT_MATTER, parse_page, parse_statements, read_pages, sentences
from evals.errors import InputError
from tests.deployments.demo.builders import LEAVE_2023, PLANS, make_page


def test_front_matter_gives_the_facts_of_a_page() -> None:
    """Owner, date and successor are read, quotes removed."""
    page = parse_page(LEAVE_2023, "leave-2023")
    assert (page.id, page.title, page.owner, page.updated) == (
        "leave-2023",
        "Annual leave (2023)",
        "People team",
        "2023-01-09",
    )
    assert page.superseded
    assert page.superseded_by == "leave"


def test_front_matter_can_be_asked_about() -> None:
    """Owner, date and successor are statements as well."""
    about = [s.text for s in parse_page(LEAVE_2023, "leave-2023").statements if s.section == (FRONT_MATTER,)]
    assert about == [
        "The page 'Annual leave (2023)' is owned by People team and was last updated on 2023-01-09.",
        "The page 'Annual leave (2023)' is superseded by leave.",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# No front matter\n", "must begin with front matter"),
        ("---\nowner: X\n---\n\n# T\n", "must have a title"),
    ],
)
def test_page_without_usable_front_matter_is_an_input_error(text: str, message: str) -> None:
    """The message names the page and the rule."""
    with pytest.raises(InputError, match=message):
        parse_page(text, "broken")


def test_folder_without_pages_is_an_input_error(tmp_path: Path) -> None:
    """A wrong folder is named."""
    with pytest.raises(InputError, match="no Markdown page"):
        read_pages(tmp_path)


def test_rows_carry_their_header_and_the_sentence_before() -> None:
    """A row can be read alone."""
    page = make_page("## Limits\n\nThe limits per plan:\n\n| Plan | Users |\n| --- | --- |\n| Team | 50 |")
    row = next(s for s in page.statements if s.kind == "row")
    assert (row.header, row.cells, row.lead, row.section) == (
        ("Plan", "Users"),
        ("Team", "50"),
        "The limits per plan:",
        ("Limits",),
    )


def test_headings_are_a_path() -> None:
    """A heading of level 3 stands below the one of level 2, and a new level 2 leaves it."""
    page = make_page("## A\n\nOne.\n\n### B\n\nTwo.\n\n## C\n\nThree.")
    assert [s.section for s in page.statements] == [("A",), ("A", "B"), ("C",)]


def test_inline_marks_are_removed_and_code_is_kept() -> None:
    """What is quoted is plain text."""
    (statement,) = parse_statements("Use **bold** [links](http://x.example) and `code_words`.")
    assert statement.text == "Use bold links and code_words."


def test_block_quotes_are_somebody_elses_words() -> None:
    """Each paragraph of a quote is a block of its own, marked as quoted."""
    said = parse_statements("> One.\n>\n> Two.\n\nThree.")
    assert [(s.text, s.quoted, s.block) for s in said] == [("One.", True, 0), ("Two.", True, 1), ("Three.", False, 2)]


def test_first_statement_of_a_section_is_marked() -> None:
    """Of a paragraph the first sentence, of a list or table all of it."""
    page = make_page("## A\n\nOne. Two.\n\n- x y\n- z w\n\n## B\n\n1. First step.\n2. Second step.")
    assert [s.first for s in page.statements] == [True, False, False, False, True, True]
    assert [s.ordered for s in page.statements][-2:] == [True, True]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two!", ["One.", "Two!"]),
        ("It costs €2.50 a unit. No more.", ["It costs €2.50 a unit.", "No more."]),
        ("Use e.g. Redis. Fine.", ["Use e.g. Redis.", "Fine."]),
        ("Version 6.1 is out.", ["Version 6.1 is out."]),
        ("Is it? It is.", ["Is it?", "It is."]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_would_say(text: str, parts: list[str]) -> None:
    """Decimals, versions and abbreviations do not end a sentence."""
    assert sentences(text) == parts


def test_every_shipped_page_is_read() -> None:
    """The company's docs parse, have unique titles, and successors exist."""
    pages = read_pages()
    ids = {page.id for page in pages}
    assert len(pages) >= 30
    assert all(page.statements and page.owner and page.updated for page in pages)
    assert all(page.superseded_by in ids for page in pages if page.superseded)


def test_table_text_is_the_row_as_written() -> None:
    """The cells of a row are joined as in the source."""
    texts = [s.text for s in parse_page(PLANS, "plans").statements if s.kind == "row"]
    assert "Team | €39 | €46 | 3 to 50" in texts
