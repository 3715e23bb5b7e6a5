"""How fast each check type is on an answer of 2,000 characters, beside what plain Python would do without any care.

Run with ``python -m tests.benchmarks.checks_speed``. Every answer is a new text, so that no view of one is reused.
"""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Callable, Sequence

from evals.answers import Answer
from evals.checks.check import REGISTRY, Check, Subject
from evals.checks.registry import load_builtin, parse_check

ANSWERS = 60
LENGTH = 2_000
SLOWEST_MS = 1.0
EXEMPT_MS = {"json_schema": 5.0, "markdown_structure": 5.0, "format": 5.0, "mean_of": 5.0, "any_of": 5.0, "all_of": 5.0}
"""Slowest allowed median of types that parse JSON Schema or Markdown, in milliseconds; 1 ms for every other type."""
PROSE = (
    "The refund policy allows 30 days. **Margin** was $25.0 million in 2024, up 5% from 23.8 million [2]. "
    "I can\u2019t say more than `docs` do; see \u201cFees\u201d.\n\n- item one, 1,250.50 EUR\n- item two\n\n"
)
ROWS = [{"id": number, "name": "row", "price": number + 0.5} for number in range(48)]
OF_DATA = {"json_schema", "json_structural", "required_fields"}
BASELINES: dict[str, Callable[[str], object]] = {
    "contains": lambda text: "30 days" in text.lower(),
    "lead": lambda text: "30 days" in text.split(". ")[0].lower(),
    "equals": lambda text: " ".join(text.split()).lower() == "yes",
    "regex": lambda text: re.search(r"\bORD-\d{6}\b", text, re.IGNORECASE),
    "forbidden": lambda text: re.search(r"guaranteed", text, re.IGNORECASE),
    "number": lambda text: [float(one.replace(",", "")) for one in re.findall(r"\d[\d,]*\.?\d*", text)],
    "abstain": lambda text: re.search(r"can't|cannot|don't know", text[:300], re.IGNORECASE),
    "json_schema": json.loads,
    "json_structural": json.loads,
    "required_fields": json.loads,
}
"""The obvious line for a type, where there is one."""


def texts(kind: str) -> list[str]:
    """Different answers of about the same length: JSON for types that read it, else prose."""
    if kind in OF_DATA:
        return [json.dumps({"answer": number, "items": ROWS}) for number in range(ANSWERS)]
    return [(f"Answer {number}. " + PROSE * 20)[:LENGTH] for number in range(ANSWERS)]


def subject(text: str) -> Subject:
    """An answer with everything that a check may look at."""
    answer = Answer(
        text, citations=({"doc": "a"},), retrieved=({"doc": "refunds.md", "text": text},), latency=1.0, cost=0.1
    )
    return Subject(answer, prompt="How long?", reference_answer=PROSE, context=PROSE)


def median_seconds(work: Callable[[Subject], object], subjects: Sequence[Subject]) -> float:
    """Median time of one call."""
    times = []
    for one in subjects:
        begin = time.perf_counter()
        work(one)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def measured(check: Check) -> float:
    """Median seconds of a check; the first answer pays for what is loaded late."""
    subjects = [subject(text) for text in texts(check.type)]
    check.evaluate(subjects[0])
    return median_seconds(check.evaluate, subjects[1:])


def row(kind: str) -> str:
    """One line of the table: the slowest example of a type."""
    seconds = max(measured(parse_check(example)) for example in REGISTRY[kind].examples)
    limit = EXEMPT_MS.get(kind, SLOWEST_MS)
    plain = BASELINES.get(kind)
    base = (
        ""
        if plain is None
        else f"{1 / median_seconds(lambda one: plain(one.answer.text), list(map(subject, texts(kind)))):,.0f}"
    )
    verdict = "" if seconds * 1e3 <= limit else f"slower than {limit:g} ms"
    return f"{kind:<20}{seconds * 1e3:>10.3f}{1 / seconds:>14,.0f}{base:>16}  {verdict}"


def main() -> None:
    """Measure every type and print."""
    print(f"{'type':<20}{'median ms':>10}{'checks/s':>14}{'plain Python/s':>16}")
    for kind in load_builtin():
        print(row(kind))


if __name__ == "__main__":
    main()
