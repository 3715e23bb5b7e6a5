"""How fast each check type is on an answer of 2,000 characters, beside what plain Python would do without any care.

Run with ``python -m tests.benchmarks.checks_speed``. Every answer is a new text, so that no view of one is reused.
The last column is the time for 100,000 characters over that for 10,000: about 10 when the work is linear.
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
LONG, LONGER = 10_000, 100_000
TRIES = 3
SLOWEST_MS = 1.0
EXEMPT_MS = {"json_schema": 5.0, "markdown_structure": 5.0, "format": 5.0, "mean_of": 5.0, "any_of": 5.0, "all_of": 5.0}
"""Slowest allowed median of types that parse JSON Schema or Markdown, in milliseconds; 1 ms for every other type."""
PROSE = (
    "The refund policy allows 30 days. **Margin** was $25.0 million in 2024, up 5% from 23.8 million [2]. "
    "I can\u2019t say more than `docs` do; see \u201cFees\u201d.\n\n- item one, 1,250.50 EUR\n- item two\n\n"
)
ROW = {"id": 7, "name": "row", "price": 7.5}
OF_DATA = {"json_schema", "json_structural", "required_fields"}
Baseline = Callable[[str], object]
BASELINES: dict[str, Baseline] = {
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


def contains(text: str) -> bool:
    """The obvious line for every other type."""
    return "30 days" in text.lower()


def texts(kind: str, count: int = ANSWERS, length: int = LENGTH) -> list[str]:
    """Different answers of about the same length: JSON for types that read it, else prose."""
    if kind in OF_DATA:
        rows = [ROW] * (length // len(json.dumps(ROW)))
        return [json.dumps({"answer": number, "items": rows}) for number in range(count)]
    prose = PROSE * (length // len(PROSE) + 1)
    return [f"Answer {number} of {length}. {prose}"[:length] for number in range(count)]


def subject(text: str) -> Subject:
    """An answer with everything that a check may look at."""
    answer = Answer(
        text, citations=({"doc": "a"},), retrieved=({"doc": "refunds.md", "text": text},), latency=1.0, cost=0.1
    )
    return Subject(answer, prompt="How long?", reference_answer=PROSE, context=PROSE)


def seconds(work: Callable[[Subject], object], subjects: Sequence[Subject]) -> list[float]:
    """Time of each call."""
    times = []
    for one in subjects:
        begin = time.perf_counter()
        work(one)
        times.append(time.perf_counter() - begin)
    return times


def median_seconds(check: Check) -> float:
    """Median time of a check; the first answer pays for what is loaded late."""
    return statistics.median(seconds(check.evaluate, [*map(subject, texts(check.type))])[1:])


def growth(check: Check) -> float:
    """Time for 100,000 characters over time for 10,000, the best of a few tries each."""
    long, longer = (
        min(seconds(check.evaluate, [*map(subject, texts(check.type, TRIES, length))])) for length in (LONG, LONGER)
    )
    return longer / long


def plain_seconds(kind: str) -> float:
    """Median time of the obvious line."""
    plain = BASELINES.get(kind, contains)
    return statistics.median(seconds(lambda one: plain(one.answer.text), [*map(subject, texts(kind))])[1:])


def row(kind: str) -> str:
    """One line of the table, for the slowest example of a type."""
    timed = [(median_seconds(check), check) for check in map(parse_check, REGISTRY[kind].examples)]
    median, check = max(timed, key=lambda pair: pair[0])
    limit = EXEMPT_MS.get(kind, SLOWEST_MS)
    verdict = "" if median * 1e3 <= limit else f"  slower than {limit:g} ms"
    ratio = median / plain_seconds(kind)
    return f"{kind:<20}{median * 1e6:>10,.0f}{1 / median:>12,.0f}{ratio:>14,.1f}{growth(check):>12,.1f}{verdict}"


def main() -> None:
    """Measure every type and print."""
    print(f"{'type':<20}{'median µs':>10}{'checks/s':>12}{'x plain line':>14}{'100k/10k':>12}")
    for kind in load_builtin():
        print(row(kind))


if __name__ == "__main__":
    main()
