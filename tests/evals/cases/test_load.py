"""Files of any format, all problems at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.cases.case import Case
from evals.cases.load import FORMATS, read_cases
from evals.errors import GoldenSetError, InputError, Problem
from tests.evals.cases.build import jsonl, make_fields, problems_of

LIST = b"- id: y1\n  input: What?\n  checks:\n    - {type: max_length, value: 9}\n"
PACK = b"name: p\ndescription: d\ncases:\n  - {name: p1, dimension: cost, weight: 1, input: x, maxOutputChars: 9}\n"


def test_formats_are_told_apart_by_suffix_and_content() -> None:
    """A set may mix them; the order of files is kept."""
    files = {
        "a.yml": LIST,
        "b.jsonl": jsonl(make_fields(id="j1")),
        "c.yaml": PACK,
        "d.ndjson": jsonl(make_fields(id="n1")),
    }
    assert [case.id for case in read_cases(files)] == ["y1", "j1", "p1", "n1"]


@pytest.mark.parametrize(("kind", "data"), [("jsonl", jsonl(make_fields())), ("yaml-cases", LIST), ("yaml-pack", PACK)])
def test_a_named_format_needs_no_suffix(kind: str, data: bytes) -> None:
    """The caller may know better."""
    assert len(read_cases({"cases.txt": data}, kind)) == 1


def test_an_unknown_format_is_an_input_error() -> None:
    """The known ones are listed."""
    with pytest.raises(InputError, match=f"format must be one of {', '.join(FORMATS)}, got 'csv'"):
        read_cases({"x": b""}, "csv")


def test_a_yaml_list_of_cases_reports_each_problem_at_its_line() -> None:
    """Field, check and id each point into the block."""
    text = (
        LIST
        + b"- id: y2\n  input: What?\n  tag: [x]\n  checks:\n    - type: max_lenght\n      value: 9\n- id: y1\n- text\n"
    )
    problems = problems_of({"x.yaml": text})
    assert [(problem.line, problem.case_id) for problem in problems] == [
        (7, "y2"),
        (9, "y2"),
        (11, "y1"),
        (11, "y1"),
        (12, None),
    ]


def test_a_duplicate_is_found_although_the_case_is_broken() -> None:
    """Mending one problem must not uncover the next."""
    problems = problems_of({"x.jsonl": jsonl(make_fields(), make_fields(tag=[]))})
    assert {problem.message.split(";")[0].split(",")[0] for problem in problems} == {
        "unknown field 'tag'",
        "id 'a' is used twice",
    }


def test_ids_are_unique_over_all_files() -> None:
    """The second file's line is named, and the first one's."""
    (problem,) = problems_of({"a.jsonl": jsonl(make_fields()), "b.jsonl": jsonl("// c", make_fields())})
    assert str(problem).startswith("b.jsonl:2: case 'a': id 'a' is used twice, first at a.jsonl:1")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"// only comments\n"])
def test_a_set_without_cases_is_refused_file_by_file(data: bytes) -> None:
    """An empty file has no line to name."""
    problems = problems_of({"a.jsonl": data, "b.yaml": b"# nothing\n"})
    assert [str(problem) for problem in problems] == [
        "a.jsonl: the file holds no cases",
        "b.yaml: the file holds no cases",
    ]


def test_no_files_are_no_cases() -> None:
    """Absence is never a pass."""
    (problem,) = problems_of({})
    assert problem.message == "the set holds no files"


def test_a_file_of_another_kind_is_refused() -> None:
    """Nothing is read that might be something else."""
    (problem,) = problems_of({"cases.csv": b"id,input"})
    assert "the name must end in one of" in problem.message


def test_a_yaml_file_that_is_neither_list_nor_pack_is_refused() -> None:
    """A scalar holds no cases."""
    (problem,) = problems_of({"x.yaml": b"just text\n"})
    assert "must be a list of cases, got 'just text'" in problem.message


def test_problems_of_several_files_come_together() -> None:
    """Sorted by line within each file."""
    problems = problems_of({"a.jsonl": jsonl("{", make_fields(id="")), "b.yaml": b"- *x\n"})
    assert [(problem.file, problem.line) for problem in problems] == [("a.jsonl", 1), ("a.jsonl", 2), ("b.yaml", 1)]


FIELDS = """
id name input prompt turns category difficulty context reference_answer assertions checks min_judge_score tags metadata
dimension weight threshold expectedContains candidateOutput execution expected_output metrics thresholds
cases description type value terms role content documents
"""
NAMES = st.sampled_from(FIELDS.split())
NUMBERS = st.integers(-5, 200) | st.floats(allow_nan=False, allow_infinity=False)
WORDS = st.text() | st.sampled_from(["a", "max_length", "format", "json", "quality", "user", "easy"])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=10,
)
VALID: dict[str, dict[str, Any]] = {
    "jsonl": make_fields(),
    "yaml-cases": make_fields(),
    "yaml-pack": {"name": "p1", "dimension": "cost", "weight": 1, "input": "x", "maxOutputChars": 9},
    "regtrace": {"id": "r1", "input": "x", "expected_output": "{}", "metrics": ["format"]},
}


def outcome(kind: str, changes: dict[str, Any]) -> tuple[Case, ...] | tuple[Problem, ...]:
    """What comes of a valid case with changes."""
    row = VALID[kind] | changes
    body: Any = {"name": "p", "description": "d", "cases": [row]} if kind == "yaml-pack" else [row]
    data = jsonl(row) if kind == "jsonl" else json.dumps(body).encode()
    try:
        return read_cases({"x": data}, kind)
    except GoldenSetError as error:
        return error.problems


@settings(max_examples=200)
@given(st.sampled_from(FORMATS), st.dictionaries(NAMES, VALUES, max_size=3))
def test_whatever_a_case_holds_it_is_read_or_refused_with_its_place(kind: str, changes: dict[str, Any]) -> None:
    """No layout raises anything else, every problem has a line, and what is read checks something."""
    for found in outcome(kind, changes):
        if isinstance(found, Problem):
            assert found.line == 1
        else:
            assert found.content_hash
            assert found.checks or found.min_judge_score


@pytest.mark.parametrize(
    ("text", "line", "case_id", "check"),
    [
        (b"- id: a\n  input: x\n  checks:\n  - {type: number, name: fee, value: .nan, abs_tol: 0}\n", 4, "a", "fee"),
        (b"- id: a\n  input: x\n  metadata:\n    share: .inf\n", 4, "a", None),
        (b"- id: a\n  input: {at: [0, .nan]}\n", 2, "a", None),
        (b"- input: x\n  metadata: .nan\n", 2, None, None),
        (b"- .nan\n", 1, None, None),
        (b".nan\n", 1, None, None),
        (b"name: p\ndescription: d\ncases:\n- name: p1\n  weight: .nan\n", 5, "p1", None),
        (b"name: .nan\ncases: []\n", 1, None, None),
        (b"name: p\ncases: .nan\n", 2, None, None),
    ],
)
def test_a_number_that_cannot_be_used_names_its_case_and_check(
    text: bytes, line: int, case_id: str | None, check: str | None
) -> None:
    """As far as there are a case and a check around it."""
    problems = problems_of({"a.yaml": text})
    assert (line, case_id, check) in [(problem.line, problem.case_id, problem.check) for problem in problems]


def test_a_number_that_cannot_be_used_hides_no_other_problem() -> None:
    """It is named by its field, and the rest of the file is read."""
    text = "- id: a\n  input: x\n  metadata: {share: 1e999}\n- id: b\n  input: 5\n  min_judge_score: .nan\n"
    assert [str(problem) for problem in problems_of({"a.yaml": text.encode()})] == [
        "a.yaml:3: case 'a': field 'metadata.share' must be a finite number, got {'share': inf}",
        "a.yaml:5: case 'b': field 'input' must be text or an object, got 5",
        "a.yaml:6: case 'b': field 'min_judge_score' must be a finite number, got nan",
    ]
