"""Golden lists with expected and recorded outputs, and their metrics configuration."""

from __future__ import annotations

import pytest

from evals.cases.case import Case
from evals.cases.load import read_cases
from evals.cases.regtrace import read_metrics_config
from evals.checks.registry import to_raw
from evals.errors import ConfigError
from tests.evals.cases.build import problems_of

LIST = """\
- id: qa-001
  input: "What is 2+2?"
  expected_output: '{"sum": 4}'
  actual_output: '{"sum": 4.0}'
  context:
    documents: ["two and two", "are four"]
  metrics: [format]
  thresholds:
    format: 0.9
"""
CONFIG = """\
metrics:
  enabled: [format, regression]
  default_threshold: 0.8
  default_weight: 2
  format:
    sub_checks: {length: false, markdown_structure: false}
  regression:
    tolerance: 0.1
"""


def only_case(text: str = LIST, config: str | None = CONFIG) -> Case:
    """The only case of a list."""
    files = {"golden.yaml": text.encode()}
    if config is not None:
        files["regtrace.config.yaml"] = config.encode()
    (case,) = read_cases(files)
    return case


def test_a_case_comes_out_as_written() -> None:
    """The expected output is the reference, the documents the context, the actual output is kept."""
    case = only_case()
    assert (case.id, case.input, case.reference_answer) == ("qa-001", "What is 2+2?", '{"sum": 4}')
    assert case.context == "two and two\n\nare four"
    assert case.recorded == {"actual": '{"sum": 4.0}'}
    assert case.min_judge_score is None


def test_a_metric_is_one_check_with_its_threshold() -> None:
    """The case's threshold takes precedence over the configuration's."""
    (check,) = only_case().checks
    assert (check.label, check.weight, check.model_dump()["min_score"]) == ("format", 2.0, 0.9)
    (default,) = only_case(LIST.replace("  thresholds:\n    format: 0.9\n", "")).checks
    assert default.model_dump()["min_score"] == 0.8


def test_metrics_left_out_are_those_that_are_enabled() -> None:
    """The gate's own metric is no check."""
    case = only_case(LIST.replace("  metrics: [format]\n", ""))
    assert [check.label for check in case.checks] == ["format"]


def test_a_change_of_the_configuration_changes_the_content_hash() -> None:
    """Results under another threshold are not comparable."""
    text = LIST.replace("  thresholds:\n    format: 0.9\n", "")
    assert only_case(text).content_hash != only_case(text, CONFIG.replace("0.8", "0.7")).content_hash


def test_what_only_a_judge_can_do_is_left_to_the_judge() -> None:
    """Under the metric's own name and threshold."""
    config = (
        "metrics:\n  factuality: {claim_extraction_depth: deep, mode: lenient}\n"
        "  tone: {tone_profile: Professional but approachable.}\n"
    )
    text = LIST.replace("metrics: [format]", "metrics: [factuality, tone]").replace("format: 0.9", "tone: 0.75")
    case = only_case(text.replace("""'{"sum": 4}'""", "Four."), config)
    assert [(check.label, check.type, check.is_judged) for check in case.checks] == [
        ("factuality", "claims", True),
        ("tone", "tone_profile", True),
    ]
    assert [to_raw(check)["min_score"] for check in case.checks] == [0.7, 0.75]
    assert to_raw(case.checks[0])["mode"] == "lenient"
    assert to_raw(case.checks[1])["profile"] == "Professional but approachable."
    assert case.min_judge_score is None


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("  id: qa-001", "  id: 1", 1, ""),
        ("  input:", "  inputs:", 2, "unknown field 'inputs'; did you mean 'input'?"),
        ("[format]", "[formt]", 7, "field 'metrics[0]' must be 'factuality', 'format', 'tone' or"),
        ("[format]", "format", 7, "field 'metrics' must be a list"),
        ("format: 0.9", "format: 9", 9, "field 'thresholds.format' must be less than or equal to 1, got 9"),
        ("format: 0.9", "format: 0", 9, "field 'thresholds.format' must be greater than 0, got 0"),
        ("format: 0.9", "format: true", 9, "field 'thresholds.format' must be a number, got True"),
        ("format: 0.9", "format: .nan", 9, "field 'thresholds.format' must be a finite number, got nan"),
        ("format: 0.9", "formt: 0.9", 9, "unknown field 'thresholds.formt'; did you mean 'format'?"),
        ("    documents:", "    docs:", 6, "unknown field 'context.docs'"),
        ("[format]", "[regression]", 1, "nothing is checked"),
        ("[format]", "[]", 1, "nothing is checked"),
    ],
)
def test_a_wrong_field_is_reported_at_its_line(old: str, new: str, line: int, said: str) -> None:
    """With the case it belongs to."""
    files = {"golden.yaml": LIST.replace(old, new).encode(), "regtrace.config.yaml": CONFIG.encode()}
    if old == "  id: qa-001":
        files["golden.yaml"] = LIST.replace("qa-001", "1").encode()
    problems = problems_of(files)
    assert any(problem.line == line and said in problem.message for problem in problems), problems


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("0.8", "8", 3, "field 'metrics.default_threshold' must be"),
        ("enabled", "enabld", 2, "unknown field 'metrics.enabld'; did you mean 'enabled'?"),
        ("length: false", "length: no", 6, "field 'metrics.format.sub_checks.length' must be true or false, got 'no'"),
        ("regression:", "regresion:", 7, "did you mean 'regression'?"),
    ],
)
def test_a_wrong_configuration_is_reported_at_its_line(old: str, new: str, line: int, said: str) -> None:
    """Beside the cases, and when it is read on its own."""
    config = CONFIG.replace(old, new, 1).encode()
    (problem,) = problems_of({"golden.yaml": LIST.encode(), "c.yaml": config})
    assert (problem.file, problem.line, said in problem.message) == ("c.yaml", line, True), problem
    with pytest.raises(ConfigError) as caught:
        read_metrics_config("c.yaml", config)
    assert [str(found) for found in caught.value.problems] == [str(problem)]


def test_a_set_has_one_configuration() -> None:
    """Which of two would hold cannot be guessed."""
    files = {"golden.yaml": LIST.encode(), "a.yaml": CONFIG.encode(), "b.yaml": CONFIG.encode()}
    (problem,) = problems_of(files)
    assert str(problem) == "b.yaml: a set has one metrics configuration, and this is another one"


def test_the_gate_reads_its_part_of_the_configuration() -> None:
    """Tolerances and the baseline's kind."""
    block = read_metrics_config("c.yaml", CONFIG.encode()).regression
    assert (block.tolerance, block.critical_threshold, block.baseline_strategy) == (0.1, 0.15, "last_passing")
    with pytest.raises(ConfigError, match=r"c\.yaml:1: not YAML"):
        read_metrics_config("c.yaml", b"a: b: c")
