"""The verdict corpus: what experts say of checks, golden files and judge replies on messy real text.

It is read from the file that ``LASTGREEN_VERDICTS`` names, by default from ``tests/data/verdicts.jsonl`` and, reported
apart, from the files of the same form beside it. Run with ``-s`` to see the tables by kind.
"""

from __future__ import annotations

import base64
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import Check, CheckResult, Outcome, Subject
from evals.checks.registry import parse_check, to_raw
from evals.checks.spellings import pack_rules
from evals.errors import GoldenSetError, InvalidCheck, Problem
from evals.judging.judgement import Unscored
from evals.judging.pairwise import parse_pairwise_reply, resolve_swap
from evals.judging.parse import parse_rubric_reply
from evals.results.retrieval import summarize_retrieval
from tasks.golden_files import load_golden_set

DATA = Path(__file__).parent / "data"
NAMED = os.environ.get("LASTGREEN_VERDICTS")
NAMES = ("verdicts.jsonl", "verdicts_more.jsonl", "verdicts_more_structured.jsonl")
CORPORA = (Path(NAMED),) if NAMED else tuple(DATA / name for name in NAMES)
HARD_SHARE = 0.9
GOLDEN_FORMATS = {"jsonl-seed002": "jsonl"}
# An error class of its own for unusable checks is not asked for, only the place.
SAME_AS = {"config_error": "load_error"}


@dataclass(frozen=True, slots=True)
class Got:
    """What came out of one case."""

    expect: str
    score: float | None = None
    scores: Mapping[str, float] | None = None
    winner: str | None = None
    summary: Mapping[str, float | None] = field(default_factory=dict)
    cases: tuple[Case, ...] = ()
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One case with what came out and whether an expert would accept it."""

    case: Mapping[str, Any]
    got: Got
    right: bool

    def __str__(self) -> str:
        return f"{self.case['id']}: expected {self.case['expect']}, got {self.got.expect} ({self.got.note})"


def expand(value: Any) -> Any:
    """Write out ``$repeat``."""
    if isinstance(value, dict):
        if set(value) == {"$repeat"}:
            return "".join(text * times for text, times in value["$repeat"])
        return {key: expand(part) for key, part in value.items()}
    return [expand(part) for part in value] if isinstance(value, list) else value


def checks_of(raw: Mapping[str, Any]) -> tuple[Check, ...]:
    """The check, or the rules of a pack's case."""
    return (parse_check(raw),) if "type" in raw else tuple(parse_check(rule) for rule in pack_rules(raw))


def answer_of(output: Any) -> Answer | None:
    """The answer that a target would make of what was returned; None when there is none."""
    if isinstance(output, str):
        return Answer(output)
    if not isinstance(output, Mapping) or not isinstance(output.get("text"), str):
        return None
    cited, retrieved = output.get("citations"), output.get("retrieved")
    return Answer(
        output["text"],
        citations=tuple(cited) if isinstance(cited, list) else (),
        retrieved=tuple(retrieved) if isinstance(retrieved, list) else (),
    )


def run_checks(case: Mapping[str, Any], _: Path) -> Got:
    """All checks must pass; an answer that is not there fails. What no answer could satisfy is no check."""
    try:
        checks = checks_of(case["check"])
    except InvalidCheck as error:
        return Got("config_error", note=str(error))
    lacks = [check.lacks(Subject(Answer(""))) for check in checks]
    if any(lacks):
        return Got("config_error", note="; ".join(lacks))
    answer = answer_of(case["output"])
    if answer is None:
        return Got("fail", score=0.0, note="no answer")
    results = [check.evaluate(Subject(answer)) for check in checks]
    return Got(str(worst(results)), score=results[0].score, note="; ".join(one.explanation for one in results))


def worst(results: list[CheckResult]) -> Outcome:
    """A failure before what could not be scored, and that before a pass."""
    outcomes = [one.outcome for one in results]
    return next((one for one in (Outcome.FAIL, Outcome.UNSCORED) if one in outcomes), Outcome.PASS)


def run_aggregate(case: Mapping[str, Any], _: Path) -> Got:
    """recall@k and MRR over several responses."""
    (check,) = checks_of(case["check"])
    answers = [answer_of(output) or Answer("") for output in case["output"]]
    summary = summarize_retrieval(check.evaluate(Subject(answer)) for answer in answers)
    return Got("pass", summary={"pass_rate": summary.recall, "mean_score": summary.mrr})


def run_rubric_reply(case: Mapping[str, Any], _: Path) -> Got:
    """A judge's scores by dimension."""
    dimensions = {name: (float(low), float(high)) for name, (low, high) in case["check"]["dimensions"].items()}
    scores = parse_rubric_reply(case["output"] or "", dimensions, case["check"].get("shape", "flat"))
    return Got("parse_error", note=scores.reason) if isinstance(scores, Unscored) else Got("pass", scores=scores)


def run_pairwise_reply(case: Mapping[str, Any], _: Path) -> Got:
    """Which answer a judge prefers."""
    return preferred(pairwise(case["check"], case["output"], case["check"]["order"]))


def run_pairwise_swap(case: Mapping[str, Any], _: Path) -> Got:
    """Which answer a judge prefers in both orders."""
    first, second = (pairwise(case["check"], half["text"], half["order"]) for half in case["output"])
    return preferred(resolve_swap(first, second))


def pairwise(check: Mapping[str, Any], text: str | None, order: list[str]) -> str | Unscored:
    """One reply of a pairwise judge."""
    return parse_pairwise_reply(text or "", order, check["format"], check["tie_label"])


def preferred(winner: str | Unscored) -> Got:
    """A preference, or none."""
    return Got("parse_error", note=winner.reason) if isinstance(winner, Unscored) else Got("pass", winner=winner)


def run_golden_load(case: Mapping[str, Any], folder: Path) -> Got:
    """Loading golden files from disk."""
    files = case["output"]["files"]
    for file in files:
        if not file.get("missing"):
            (folder / file["name"]).write_bytes(content_of(file))
    named = case["check"]["format"]
    place = folder / files[0]["name"] if len(files) == 1 else folder
    try:
        loaded = load_golden_set(place, GOLDEN_FORMATS.get(named, named))
    except GoldenSetError as error:
        return Got("load_error", problems=error.problems, note=str(error))
    return Got("pass", cases=loaded.cases)


def content_of(file: Mapping[str, Any]) -> bytes:
    """The bytes to write."""
    if "base64" in file:
        return base64.b64decode(file["base64"])
    if "parts" in file:
        return "".join(text * times for text, times in file["parts"]).encode()
    text: str = file["text"]
    return text.encode()


RUNNERS: Mapping[str, Callable[[Mapping[str, Any], Path], Got]] = {
    "retrieval_aggregate": run_aggregate,
    "judge_parse": run_rubric_reply,
    "pairwise_parse": run_pairwise_reply,
    "pairwise_swap": run_pairwise_swap,
    "golden_load": run_golden_load,
}


def is_accepted(case: Mapping[str, Any], got: Got) -> bool:
    """Whether what came out is ``expect`` or one of ``also_ok``, with all that is said of it, in time."""
    wanted = [case, *case.get("also_ok", ())]
    in_time = got.seconds <= case.get("max_seconds", float("inf"))
    return in_time and any(agrees(one, got) for one in wanted)


def agrees(wanted: Mapping[str, Any], got: Got) -> bool:
    """Whether what came out is one acceptable outcome."""
    expect = wanted["expect"]
    if SAME_AS.get(expect, expect) != SAME_AS.get(got.expect, got.expect):
        return False
    detail = wanted.get("expect_detail", {})
    return same_values(wanted, got) and (same_place(detail, got) if got.problems else same_cases(wanted, detail, got))


def same_values(wanted: Mapping[str, Any], got: Got) -> bool:
    """Scores and winner."""
    if got.expect not in {"pass", "fail"}:
        return True
    if "score" in wanted and got.score != pytest.approx(wanted["score"], abs=1e-9):
        return False
    if "scores" in wanted and (got.scores is None or dict(got.scores) != wanted["scores"]):
        return False
    return "winner" not in wanted or got.winner == wanted["winner"]


def same_cases(wanted: Mapping[str, Any], detail: Mapping[str, Any], got: Got) -> bool:
    """Aggregates, and the cases that were loaded."""
    facts: dict[str, Any] = {
        "count": len(got.cases),
        "ids": [case.id for case in got.cases],
        "inputs": [case.input for case in got.cases],
        "terms": [term for case in got.cases for check in case.checks for term in getattr(check, "terms", ())],
        "value": next(numbers_of(got.cases), None),
        **got.summary,
    }
    named = {key: value for key, value in {**wanted, **detail}.items() if key in facts}
    return all(
        facts[key] == (pytest.approx(value) if isinstance(value, float) else value) for key, value in named.items()
    )


def numbers_of(cases: tuple[Case, ...]) -> Iterator[float]:
    """The numbers that checks expect."""
    for case in cases:
        for check in case.checks:
            if check.type == "number":
                yield float(to_raw(check)["value"])


def same_place(detail: Mapping[str, Any], got: Got) -> bool:
    """One of the problems is where it should be, and no message is too long."""
    longest = detail.get("max_message_chars", float("inf"))
    return len(got.note) <= longest and any(describes(problem, detail) for problem in got.problems)


def describes(problem: Problem, detail: Mapping[str, Any]) -> bool:
    """Whether a problem names file, line, case, check and the earlier line."""
    return (
        ("file" not in detail or Path(problem.file or "").name == detail["file"])
        and problem.line == detail.get("line", problem.line)
        and problem.case_id == detail.get("case_id", problem.case_id)
        and detail.get("check", "") in str(problem)
        and str(detail.get("first_line", "")) in problem.message
    )


def corpus(file: Path) -> Iterator[Mapping[str, Any]]:
    """All cases of a file."""
    for line in file.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def kinds() -> Iterator[Any]:
    """Each file with each of its kinds."""
    for file in CORPORA:
        for kind in sorted({case["kind"] for case in corpus(file)}):
            yield pytest.param(file, kind, id=f"{file.stem}-{kind}")


@pytest.fixture(scope="module")
def rulings(tmp_path_factory: pytest.TempPathFactory) -> Mapping[Path, tuple[Ruling, ...]]:
    """Every case of each file, run once."""
    return {file: tuple(rule(case, tmp_path_factory.mktemp("golden")) for case in corpus(file)) for file in CORPORA}


def rule(case: Mapping[str, Any], folder: Path) -> Ruling:
    """Run one case."""
    written_out = {**case, "output": expand(case["output"]), "check": expand(case["check"])}
    runner = RUNNERS.get(case["kind"], run_checks)
    begin = time.perf_counter()
    got = runner(written_out, folder)
    seconds = time.perf_counter() - begin
    timed = Got(**{name: getattr(got, name) for name in Got.__slots__ if name != "seconds"}, seconds=seconds)
    return Ruling(case, timed, bool(case.get("skip")) or is_accepted(case, timed))


@pytest.mark.parametrize(("file", "kind"), [*kinds()])
def test_every_case_that_is_not_hard_is_right(
    file: Path, kind: str, rulings: Mapping[Path, tuple[Ruling, ...]]
) -> None:
    """An expert agrees with every verdict on the cases that need no judgement."""
    wrong = [one for one in rulings[file] if one.case["kind"] == kind and not one.case.get("hard") and not one.right]
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("file", CORPORA, ids=lambda file: file.stem)
def test_nine_in_ten_hard_cases_are_right(file: Path, rulings: Mapping[Path, tuple[Ruling, ...]]) -> None:
    """An expert agrees with at least nine in ten verdicts on the cases that a simple rule gets wrong."""
    hard = [one for one in rulings[file] if one.case.get("hard")]
    wrong = [one for one in hard if not one.right]
    print(table(rulings[file]), *map(str, wrong), sep="\n")
    assert len(wrong) <= (1 - HARD_SHARE) * len(hard) + 1e-9, "\n".join(map(str, wrong))


def table(rulings: tuple[Ruling, ...]) -> str:
    """Right of all, by kind, hard ones apart."""
    lines = [f"\n{'kind':<22}{'right':>12}{'hard right':>12}"]
    for kind in sorted({one.case["kind"] for one in rulings}):
        mine = [one for one in rulings if one.case["kind"] == kind]
        plain = [one.right for one in mine if not one.case.get("hard")]
        hard = [one.right for one in mine if one.case.get("hard")]
        lines.append(f"{kind:<22}{sum(plain):>6} /{len(plain):>4}{sum(hard):>6} /{len(hard):>4}")
    return "\n".join(lines)
