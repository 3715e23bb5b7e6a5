"""JSON Lines: what ends a line, what is skipped, what is refused and where."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.cases.jsonl import jsonl_records
from evals.cases.load import read_cases
from evals.cases.record import Record
from evals.errors import Problem
from tests.evals.cases.build import jsonl, load, make_fields, problems_of, row_problems

CASE = make_fields()


def test_comments_and_blank_lines_count_as_physical_lines() -> None:
    """A bad line is named by the line an editor shows."""
    (problem,) = row_problems("// one", "", "  // two", "\t", CASE, "{bad}")
    assert (problem.file, problem.line) == ("cases.jsonl", 6)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_line_ends_and_a_byte_order_mark_change_nothing(end: str, mark: str, last: str) -> None:
    """Files from any editor load the same."""
    text = mark + "// set" + end + json.dumps(CASE) + end + json.dumps(make_fields(id="b")) + last
    cases = read_cases({"x.jsonl": text.encode()})
    assert [(case.id, case.origin.line) for case in cases] == [("a", 2), ("b", 3)]


@pytest.mark.parametrize("mark", ["\u0085", "\u2028", "\u2029", "\x0b", "\x0c", "//", "\u00a0"])
def test_what_looks_like_a_line_end_inside_a_string_is_text(mark: str) -> None:
    """Only a line feed ends a line."""
    prompt = f"one{mark}two"
    row = json.dumps(make_fields(prompt=prompt), ensure_ascii=mark < " ")
    assert load(row)[0].prompt == prompt


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (json.dumps(CASE) + " // why", "more text after the document"),
        (json.dumps(CASE) + ",", "more text after the document"),
        (json.dumps(CASE) + "\r" + json.dumps(CASE), "more text after the document"),
        (json.dumps(CASE)[:-4], "one whole object must stand on one line"),
        ("{", "one whole object must stand on one line"),
        ("[" + json.dumps(CASE) + "]", "each line must hold one object"),
        ("null", "each line must hold one object, got None"),
        ("# not a comment here", "not JSON"),
        ("/ not either", "not JSON"),
        ("\f", "not JSON"),
        ("\u00a0", "not JSON"),
        ("\x00", "not JSON"),
        ('{"id": "b", "id": "c"}', "member 'id' occurs twice"),
        ('{"id": NaN}', "NaN is not JSON"),
    ],
)
def test_a_line_that_is_no_object_is_refused(line: Any, said: str) -> None:
    """Nothing is repaired, skipped or read half."""
    problems = row_problems(make_fields(id="ok"), line)
    assert [problem.line for problem in problems] == [2]
    assert said in problems[0].message


def test_every_bad_line_is_reported() -> None:
    """One run of lint is enough to mend a file."""
    assert [problem.line for problem in row_problems("{bad}", CASE, "[]", "{", make_fields(id=3))] == [1, 3, 4, 5]


@pytest.mark.parametrize("wrap", ["{}", "[{}]"])
def test_the_rest_of_an_object_over_several_lines_is_not_reported_again(wrap: str) -> None:
    """A pretty-printed file has one fault, not one a line; the lines behind the object are read."""
    value = json.loads(wrap.replace("{}", json.dumps(CASE)))
    problems = row_problems(json.dumps(value, indent=2), CASE, "[]")
    assert [problem.line for problem in problems] == [1, json.dumps(value, indent=2).count("\n") + 3]
    assert "one whole object must stand on one line" in problems[0].message


def test_invalid_utf8_is_reported_where_it_is() -> None:
    """The line and the byte in it are named, and other lines are still read."""
    bad = json.dumps(make_fields(id="b")).encode().replace(b"fee", b"f\xe9")
    problems = problems_of({"x.jsonl": jsonl(CASE) + bad + b"\n{bad}\n"})
    assert [problem.line for problem in problems] == [2, 3]
    assert "invalid byte 0xe9 at byte" in problems[0].message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-be"])
def test_other_encodings_are_refused_at_once(encoding: str) -> None:
    """Not one problem a line for a file that is simply not UTF-8."""
    text = ("\ufeff" if encoding.endswith("be") else "") + json.dumps(CASE)
    (problem,) = problems_of({"x.jsonl": text.encode(encoding)})
    assert (problem.line, "must be UTF-8" in problem.message) == (1, True)


def test_a_huge_line_does_not_get_into_the_message() -> None:
    """Messages stay readable whatever the file holds."""
    text = '{"id": "big", "prompt": "' + "0123456789" * 200_000
    (problem,) = problems_of({"x.jsonl": text.encode()})
    assert len(str(problem)) < 500


def test_a_huge_value_does_not_get_into_the_message() -> None:
    """The value that a field must not have is cut."""
    problems = row_problems(make_fields(difficulty="x" * 1_000_000, id=["y"] * 100_000))
    assert all(len(str(problem)) < 500 for problem in problems)


@settings(max_examples=200)
@given(st.lists(st.binary(max_size=30) | st.sampled_from([b"{}", b"//x", b"", b'{"id":"a"}']), max_size=6))
def test_any_bytes_give_records_or_problems_in_order(lines: list[bytes]) -> None:
    """No file raises, and each physical line gives at most one entry."""
    entries = list(jsonl_records("x", b"\n".join(lines)))
    places = [entry.line for entry in entries]
    assert all(isinstance(entry, Record | Problem) for entry in entries)
    assert places == sorted({place or 0 for place in places})
