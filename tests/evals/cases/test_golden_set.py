"""The rules that concern several cases of a set."""

from __future__ import annotations

import pytest

from evals.cases.case import Case, Origin
from evals.cases.golden_set import assemble, in_file_order, set_hash
from evals.errors import GoldenSetError, Problem


def make_case(case_id: str = "a", line: int = 1, content: str = "0") -> Case:
    """A case of which only the identity matters."""
    return Case(case_id, "What?", (), origin=Origin("x.jsonl", line), content_hash=content)


def test_a_set_keeps_its_cases_in_file_order() -> None:
    """Name, version, path and retired ids come along."""
    cases = (make_case("b"), make_case("a", 2))
    golden = assemble(cases, "golden/v3", "v3", {"z": "gone"}, name="demo")
    assert (golden.cases, golden.version, golden.path, golden.name) == (cases, "v3", "golden/v3", "demo")
    assert golden.retired == {"z": "gone"}


def test_the_hash_of_a_set_is_that_of_its_content() -> None:
    """Order does not matter; ids and contents do."""
    one, two = make_case("a"), make_case("b", 2)
    assert set_hash([one, two]) == set_hash([two, one])
    assert len({set_hash([one]), set_hash([one, two]), set_hash([make_case(content="1")]), set_hash([two])}) == 4


def test_an_id_is_used_once() -> None:
    """Every further use is reported with the first one's place."""
    with pytest.raises(GoldenSetError) as caught:
        assemble([make_case(line=1), make_case(line=4), make_case(line=9)], "x", "v1")
    assert [problem.line for problem in caught.value.problems] == [4, 9]
    assert all("first at x.jsonl:1" in problem.message for problem in caught.value.problems)


def test_ids_that_look_the_same_are_the_same() -> None:
    """A composed and a decomposed letter cannot be told apart in a report; upper and lower case can."""
    with pytest.raises(GoldenSetError, match="used twice"):
        assemble([make_case("caf\u00e9"), make_case("cafe\u0301", 2)], "x", "v1")
    assert len(assemble([make_case("A"), make_case("a", 2)], "x", "v1").cases) == 2


def test_a_retired_id_is_never_used_again() -> None:
    """The reason of its retirement is in the message."""
    with pytest.raises(GoldenSetError, match=r"x\.jsonl:1: case 'a': id 'a' was retired \(page removed\)"):
        assemble([make_case()], "x", "v1", {"a": "page removed"})


def test_a_set_without_cases_is_no_set() -> None:
    """Absence is never a pass."""
    with pytest.raises(GoldenSetError, match="golden/v1: the set holds no cases"):
        assemble([], "golden/v1", "v1")


def test_problems_are_sorted_by_line_within_each_file() -> None:
    """Files stay in the order in which they first occur, problems of a whole file come first."""
    listed = [Problem("3", "b", 3), Problem("1", "a", 1), Problem("2", "b", 2), Problem("0", "a")]
    assert [problem.message for problem in in_file_order(listed)] == ["2", "3", "0", "1"]
