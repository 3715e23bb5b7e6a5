"""Rubric files: anchored levels without gap or overlap, and errors with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.errors import ConfigError
from evals.judging.rubric import Rubric, read_rubric

SHIPPED = Path(__file__).parents[3] / "evals" / "rubrics" / "rag-v1.yaml"
TEXT = """\
name: demo
version: 2
dimensions:
  - name: correctness
    weight: 3
    question: Is it right?
    levels:
      - {score: 5, means: all right}
      - {score: 2-4, means: partly right}
      - {score: 1, means: wrong}
  - name: tone
    question: Is it polite?
    levels:
      - {score: 1-5, means: any}
"""


def rubric(text: str = TEXT) -> Rubric:
    """The rubric of a text."""
    return read_rubric("r.yaml", text.encode())


def test_a_rubric_comes_out_as_written() -> None:
    """Levels are sorted from 1 to 5, ranges keep their ends."""
    demo = rubric()
    assert (demo.name, demo.version, list(demo.scales)) == ("demo", 2, ["correctness", "tone"])
    assert demo.scales["tone"] == (1.0, 5.0)
    assert [(level.label, level.meaning) for level in demo.dimensions[0].levels] == [
        ("1", "wrong"),
        ("2-4", "partly right"),
        ("5", "all right"),
    ]


def test_the_overall_score_is_the_weighted_mean_of_what_is_there() -> None:
    """(3 x 5 + 1 x 1) / 4 = 4; without tone 5; with nothing no score."""
    demo = rubric()
    assert demo.overall({"correctness": 5, "tone": 1}) == 4
    assert demo.overall({"correctness": 5}) == 5
    with pytest.raises(ValueError, match="must hold a dimension of rubric 'demo'"):
        demo.overall({"other": 5})


def test_any_change_that_can_move_a_score_changes_the_key() -> None:
    """An edit without a new version is seen."""
    keys = {
        rubric(text).key
        for text in (
            TEXT,
            TEXT.replace("version: 2", "version: 3"),
            TEXT.replace("wrong", "bad"),
            TEXT.replace("3", "4"),
        )
    }
    assert len(keys) == 4
    assert rubric("description: x\n" + TEXT).key == rubric().key


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("score: 2-4", "score: 1-4", 10, "levels of 'correctness' overlap: 1 is in '1-4' and in 1"),
        ("score: 2-4", "score: 2-3", 4, "levels of 'correctness' leave out 4"),
        ("score: 2-4", "score: 4-2", 9, "score must be 1 to 5, or a range such as 2-3, got '4-2'"),
        ("score: 5", "score: 6", 8, "score must be 1 to 5"),
        ("score: 5", "score: five", 8, "score must be 1 to 5"),
        ("score: 5", "score: true", 8, "score"),
        ("name: tone", "name: correctness", 11, "dimension 'correctness' is listed twice"),
        ("weight: 3", "weight: 0", 5, "must be greater than 0"),
        ("weight: 3", "wieght: 3", 5, "did you mean 'weight'?"),
        ("version: 2", "version: 0", 2, "must be greater than or equal to 1"),
        ("version: 2\n", "", 1, "field 'version' is required"),
        ("question: Is it right?", "question: Is: it right?", 6, "not YAML"),
        ("means: wrong", 'means: ""', 10, "must not be empty"),
    ],
)
def test_a_wrong_rubric_is_refused_with_its_line(old: str, new: str, line: int, said: str) -> None:
    """Overlapping and missing levels among the rest."""
    with pytest.raises(ConfigError) as caught:
        rubric(TEXT.replace(old, new))
    assert any(problem.line == line and said in problem.message for problem in caught.value.problems), str(caught.value)


@pytest.mark.parametrize("text", ["", "just text", "- a\n"])
def test_a_file_that_is_no_rubric_is_refused(text: str) -> None:
    """Nothing is filled in."""
    with pytest.raises(ConfigError, match="field 'name' is required"):
        rubric(text)


def test_the_shipped_rubric_scores_five_dimensions() -> None:
    """Each level of each dimension has its own meaning."""
    shipped = read_rubric(str(SHIPPED), SHIPPED.read_bytes())
    assert list(shipped.scales) == ["correctness", "groundedness", "completeness", "safety", "format_tone"]
    meanings = [level.meaning for part in shipped.dimensions for level in part.levels]
    assert len(meanings) == len(set(meanings)) == 25
