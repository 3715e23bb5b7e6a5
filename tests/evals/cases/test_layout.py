"""The fields of one case, and what each must be."""

from __future__ import annotations

from typing import Any

import pytest

from evals.cases.case import Difficulty, Turn
from evals.cases.layout import CaseFields
from evals.errors import Problem
from tests.evals.cases.build import CHECK, load, make_fields, row_problems


def only_problem(**changes: Any) -> Problem:
    """The one problem of a case that is valid but for the changes."""
    (problem,) = row_problems(make_fields(id="ok"), make_fields(**changes))
    assert problem.line == 2
    return problem


def test_a_full_case_comes_out_as_written() -> None:
    """Every field of the regression layout reaches the case."""
    (case,) = load(
        {
            "id": "gold_001",
            "category": "billing",
            "difficulty": "hard",
            "prompt": "What is the fee?",
            "context": "The fee is 25.",
            "reference_answer": "25.",
            "assertions": [{"type": "max_length", "value": 500}],
            "checks": [{"type": "min_length", "value": 2}],
            "min_judge_score": 4,
            "tags": ["smoke", "critical"],
            "metadata": {"why": "x", "n": [1, None]},
        }
    )
    assert (case.id, case.category, case.difficulty, case.input) == (
        "gold_001",
        "billing",
        Difficulty.HARD,
        "What is the fee?",
    )
    assert (case.context, case.reference_answer, case.min_judge_score) == ("The fee is 25.", "25.", 4.0)
    assert case.tags == {"smoke", "critical"}
    assert case.metadata == {"why": "x", "n": [1, None]}
    assert str(case.origin) == "cases.jsonl:1"


def test_assertions_come_before_checks() -> None:
    """Both lists are one list of checks."""
    (case,) = load(make_fields(assertions=[{"type": "min_length", "value": 1}]))
    assert [check.type for check in case.checks] == ["min_length", "max_length"]


def test_an_input_object_is_kept_as_it_is() -> None:
    """The target gets it as the file has it."""
    (case,) = load(make_fields(prompt=..., input={"prompt": "What?", "lang": "de"}))
    assert case.input == {"prompt": "What?", "lang": "de"}
    assert case.prompt == "What?"


def test_a_conversation_asks_its_last_message() -> None:
    """The input is the last user message, the turns are all of them."""
    turns = [
        {"role": "user", "content": "Which plan?"},
        {"role": "assistant", "content": "Business."},
        {"role": "user", "content": "And its fee?"},
    ]
    (case,) = load(make_fields(prompt=..., turns=turns))
    assert (case.input, case.prompt, len(case.turns)) == ("And its fee?", "And its fee?", 3)
    assert case.turns[1] == Turn("assistant", "Business.")


@pytest.mark.parametrize("absent", ["context", "reference_answer", "min_judge_score", "assertions"])
def test_what_is_optional_may_be_left_out_or_null(absent: str) -> None:
    """Exporters write null for what is not there; lists are never null."""
    (without,) = load(make_fields())
    assert getattr(without, absent, None) in (None, ())
    if absent != "assertions":
        (null,) = load(make_fields(**{absent: None}))
        assert null.content_hash == without.content_hash


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": ...}, "field 'id' is required"),
        ({"id": ""}, "field 'id' must not be blank"),
        ({"id": "  "}, "field 'id' must not be blank"),
        ({"id": " a"}, "must not begin or end with white space"),
        ({"id": "a\u200bb"}, "must hold printable characters"),
        ({"id": None}, "field 'id' must be text, got None"),
        ({"id": 7}, "field 'id' must be text, got 7"),
        ({"id": False}, "field 'id' must be text, got False"),
        ({"prompt": ...}, "exactly one of 'input', 'prompt' and 'turns'"),
        ({"input": "x"}, "got 'input' and 'prompt'"),
        ({"prompt": ..., "input": 42}, "field 'input' must be text or an object, got 42"),
        ({"prompt": ..., "input": ["x"]}, "field 'input' must be text or an object"),
        ({"prompt": ..., "input": None}, "field 'input' must be text or an object"),
        ({"prompt": 3}, "field 'prompt' must be text, got 3"),
        ({"prompt": ..., "turns": []}, "field 'turns' must not be empty"),
        ({"prompt": ..., "turns": [{"role": "bot", "content": "x"}]}, "field 'turns[0].role' must be 'user'"),
        (
            {"prompt": ..., "turns": [{"role": "assistant", "content": "x"}]},
            "the last of 'turns' must have role 'user'",
        ),
        ({"prompt": ..., "turns": [{"role": "user", "text": "x", "content": ""}]}, "unknown field 'turns[0].text'"),
        ({"difficulty": "Hard"}, "must be 'easy', 'medium' or 'hard', got 'Hard'"),
        ({"difficulty": "easy | medium | hard"}, "must be 'easy', 'medium' or 'hard'"),
        ({"category": ""}, "field 'category' must not be blank"),
        ({"category": ["x"]}, "field 'category' must be text"),
        ({"context": ["x"]}, "field 'context' must be text"),
        ({"min_judge_score": 0}, "field 'min_judge_score' must be greater than or equal to 1, got 0"),
        ({"min_judge_score": 5.5}, "field 'min_judge_score' must be less than or equal to 5, got 5.5"),
        ({"min_judge_score": "4"}, "field 'min_judge_score' must be a number, got '4'"),
        ({"min_judge_score": True}, "field 'min_judge_score' must be a number, got True"),
        ({"tags": "smoke"}, "field 'tags' must be a list, got 'smoke'"),
        ({"tags": [1]}, "field 'tags[0]' must be text, got 1"),
        ({"tags": ["smoke,critical"]}, "field 'tags[0]' must be a word without commas"),
        ({"tags": ["x", " "]}, "field 'tags[1]' must be a word"),
        ({"tag": ["smoke"]}, "unknown field 'tag'; did you mean 'tags'?"),
        ({"Prompt": "x"}, "unknown field 'Prompt'; did you mean 'prompt'?"),
        ({"referenceAnswer": "x"}, "did you mean 'reference_answer'?"),
        ({"checks": ...}, "nothing is checked"),
        ({"checks": []}, "nothing is checked"),
        ({"checks": CHECK}, "field 'checks' must be a list"),
        ({"checks": None}, "field 'checks' must be a list"),
        ({"tags": ["flaky", "critical"]}, "must not be both flaky and critical"),
        ({"tags": ["known-flaky", "safety"]}, "must not be both flaky and safety"),
    ],
)
def test_a_wrong_field_is_named_with_its_rule_and_value(changes: dict[str, Any], said: str) -> None:
    """Each rule of the layout has its message."""
    problem = only_problem(**changes)
    assert said in problem.message
    assert "id" in changes or problem.case_id == "a"


@pytest.mark.parametrize(
    ("checks", "label", "said"),
    [
        (["contains"], "check", "must be an object"),
        ([{}], "check", "type is required"),
        ([{"type": "max_lenght", "value": 1}], "max_lenght", "did you mean 'max_length'?"),
        ([{"type": "max_length"}], "max_length", "is required"),
        ([{"type": "max_length", "value": "9"}], "max_length", "value"),
        ([{"type": "max_length", "value": 1, "valeu": 2}], "max_length", "did you mean 'value'?"),
        ([CHECK, {"type": "max_length", "value": -1}], "max_length #2", "value"),
        ([{"type": "max_length", "name": "short", "value": -1}], "short", "value"),
    ],
)
def test_a_wrong_check_is_named_by_its_label(checks: list[Any], label: str, said: str) -> None:
    """The check's name, or its type, with a number when it is repeated."""
    problem = only_problem(checks=checks)
    assert (problem.case_id, problem.check) == ("a", label)
    assert said in problem.message


def test_all_problems_of_a_case_are_reported_together() -> None:
    """Fields, checks of both lists, and more than one of each."""
    problems = row_problems(
        make_fields(
            difficulty="x",
            tag=[],
            assertions=[{"type": "nope"}],
            checks=[{"type": "max_length", "value": -1, "x": 1}],
        )
    )
    assert [problem.check for problem in problems] == [None, None, "nope", "max_length", "max_length"]


@pytest.mark.parametrize(
    ("written", "kept"), [({"why": "x"}, {"why": "x"}), (None, {}), ("note", {"value": "note"}), ([1], {"value": [1]})]
)
def test_metadata_is_free_form(written: Any, kept: Any) -> None:
    """Whatever it is, it is ignored."""
    assert load(make_fields(metadata=written))[0].metadata == kept


def test_labels_of_repeated_checks_are_unique() -> None:
    """Reports tell them apart."""
    (case,) = load(make_fields(assertions=[CHECK], checks=[CHECK, {**CHECK, "name": "short"}]))
    assert [check.label for check in case.checks] == ["max_length", "max_length #2", "short"]


@pytest.mark.parametrize(
    ("check", "given", "said"),
    [
        ({"type": "length"}, {"reference_answer": "It is 25."}, "nothing to compare with: give min, max or expected"),
        ({"type": "similar"}, {"reference_answer": "It is 25."}, "nothing to compare with: give expected"),
        ({"type": "tone"}, {"reference_answer": "It is 25."}, "nothing to compare formality, sentiment"),
        ({"type": "factuality"}, {"reference_answer": "It is 25."}, "the reference answer is not given"),
        ({"type": "factuality", "rag_faithfulness_only": True}, {"context": "It is 25."}, "the context is not given"),
        (
            {"type": "factuality", "mode": "json_structural"},
            {"reference_answer": '{"fee": 25}'},
            "the reference answer is not given",
        ),
    ],
)
@pytest.mark.parametrize("nested", [False, True])
def test_a_check_that_could_score_no_answer_is_refused(
    check: dict[str, Any], given: dict[str, Any], said: str, *, nested: bool
) -> None:
    """What it compares with must be in the case; found before any answer is paid for, at any depth."""
    listed = [{"type": "any_of", "name": "own", "checks": [CHECK, check]}] if nested else [{**check, "name": "own"}]
    problem = only_problem(checks=listed)
    assert (problem.case_id, problem.check, said in problem.message) == ("a", "own", True), problem
    assert load(make_fields(checks=listed, **given))


def test_a_text_to_compare_leaf_by_leaf_must_be_json() -> None:
    """Whether it stands in the check or in the case."""
    check = {"type": "factuality", "mode": "json_structural"}
    problem = only_problem(checks=[check], reference_answer="It is 25.")
    assert problem.message.startswith("the reference answer must be JSON in mode 'json_structural': expecting value")
    assert "the expected text must be JSON" in only_problem(checks=[{**check, "expected": "25 dollars"}]).message


def test_a_floor_alone_is_something_to_check() -> None:
    """An open question may be left to the judge."""
    (case,) = load(make_fields(checks=..., min_judge_score=4))
    assert case.checks == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"prompt": "other"},
        {"context": "x"},
        {"reference_answer": "x"},
        {"min_judge_score": 3},
        {"checks": [{**CHECK, "value": 501}]},
        {"checks": [CHECK, CHECK]},
        {"assertions": [CHECK]},
        {"prompt": ..., "turns": [{"role": "user", "content": "What is the fee?"}]},
        {"prompt": ..., "input": {"prompt": "What is the fee?"}},
    ],
)
def test_what_decides_comparability_changes_the_content_hash(changes: dict[str, Any]) -> None:
    """A new question, expectation or floor makes results incomparable."""
    assert load(make_fields(**changes))[0].content_hash != load(make_fields())[0].content_hash


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "b"},
        {"tags": ["smoke"]},
        {"category": "billing"},
        {"difficulty": "hard"},
        {"metadata": {"x": 1}},
        {"checks": [{"value": 500, "type": "max_length", "name": "short"}]},
        {"checks": ..., "assertions": [CHECK]},
        {"prompt": ..., "input": "What is the fee?"},
    ],
)
def test_what_only_describes_leaves_the_content_hash(changes: dict[str, Any]) -> None:
    """Labels, tags and the spelling of the file are no new question."""
    assert load(make_fields(**changes))[0].content_hash == load(make_fields())[0].content_hash


def test_the_content_hash_does_not_change_between_versions() -> None:
    """Stored baselines refer to it: this very value must come out for ever."""
    expected = "3f56599cc0f6730ac0fafe1e51562cc0303153f216b89b83af454c0bb9026eac"
    assert load(make_fields())[0].content_hash == expected


def test_every_field_is_known_by_its_name() -> None:
    """The layout has no hidden spellings."""
    assert set(CaseFields.model_fields) == {
        "id", "input", "prompt", "turns", "category", "difficulty", "context", "reference_answer",
        "assertions", "checks", "min_judge_score", "tags", "metadata",
    }  # fmt: skip
