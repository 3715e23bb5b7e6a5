"""How fast each check type is on an answer of 2,000 characters, beside what plain Python would do without any care.

Run with ``python -m tests.benchmarks.checks_speed``, with types as arguments for some of them only. Each check is timed
on an answer as support bots give them, and on three that are far denser than any: prose of figures and Markdown,
nothing but refusals, JSON. The first column is the median over all of these answers, the second that of the slowest
kind, and the slowest counts. Every answer is a new text, so that no view of one is reused. Times are those of the
processor, so that a busy machine slows nothing but its caches. The last column is the time for 100,000 characters over
that for 10,000: about 10 when the work is linear.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from operator import itemgetter

from evals.answers import Answer
from evals.checks.check import REGISTRY, Check, Subject
from evals.checks.registry import load_builtin, parse_check

ANSWERS = 60
LENGTH = 2_000
LONG, LONGER = 10_000, 100_000
TRIES = 5
SLOWEST_MS = 1.0
EXEMPT_MS = {"json_schema": 5.0, "markdown_structure": 5.0, "format": 5.0, "mean_of": 5.0, "any_of": 5.0, "all_of": 5.0}
"""Slowest allowed median of types that parse JSON Schema or Markdown, in milliseconds; 1 ms for every other type."""
PROSE = (
    "The refund policy allows 30 days. **Margin** was $25.0 million in 2024, up 5% from 23.8 million [2]. "
    "I can\u2019t say more than `docs` do; see \u201cFees\u201d.\n\n- item one, 1,250.50 EUR\n- item two\n\n"
)
REFUSAL = (
    "I'm sorry, but I can't help with that request. I understand that this may be frustrating. Please reach out to our "
    "support team; they will look into it with you. I do not have access to your account, so I can say no more.\n"
)
ORDINARY = (
    "You can return most items within 30 days of delivery, as long as they are unused and in their original packaging. "
    'To start a return, open your order history, choose the order, and click "Request a return". We will email you a '
    "prepaid label, usually within a few minutes.\n\nRefunds are issued to the original payment method. Card payments "
    "take 5 to 7 business days to appear on your statement, and bank transfers can take up to 10 days. Shipping costs "
    "are refunded only when the return is our mistake; otherwise a flat fee of $6.95 is deducted.\n\nSome items can't "
    "be returned:\n\n- Personalised products, unless they arrive faulty\n- Opened software and digital downloads\n\n"
    "For international orders the rules are slightly different. Customers in the European Union have a statutory right "
    "of withdrawal of 14 days, which our own policy extends. If more than 10 business days have passed and you still "
    "have not received your refund, reply to this message with your order number and we will look into it.\n\n"
)
ROW = {"id": 7, "name": "row", "price": 7.5}
TEXTS = {"prose": PROSE, "refusal": REFUSAL, "ordinary": ORDINARY}
FORMS = (*TEXTS, "json")
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


def texts(form: str, serial: Iterator[int], number: int = ANSWERS, length: int = LENGTH) -> list[str]:
    """Different answers of about the same length."""
    if form == "json":
        rows = [ROW] * (length // len(json.dumps(ROW)))
        return [json.dumps({"answer": one, "items": rows}) for one in islice(serial, number)]
    text = TEXTS[form] * (length // len(TEXTS[form]) + 1)
    return [f"Answer {one}. {text}"[:length] for one in islice(serial, number)]


def subject(text: str) -> Subject:
    """An answer with everything that a check may look at."""
    answer = Answer(
        text, citations=({"doc": "a"},), retrieved=({"doc": "refunds.md", "text": text},), latency=1.0, cost=0.1
    )
    return Subject(answer, prompt="How long?", reference_answer=PROSE, context=PROSE)


def seconds(work: Callable[[Subject], object], subjects: Sequence[Subject]) -> list[float]:
    """Processor time of each call."""
    times = []
    for one in subjects:
        begin = time.process_time()
        work(one)
        times.append(time.process_time() - begin)
    return times


def times(work: Callable[[Subject], object], form: str, serial: Iterator[int]) -> list[float]:
    """Time on each answer of a form but the first, which pays for what is loaded late."""
    return seconds(work, [*map(subject, texts(form, serial))])[1:]


def growth(check: Check, form: str, serial: Iterator[int]) -> float:
    """Time for 100,000 characters over time for 10,000, the best of a few tries each."""
    long, longer = (
        min(seconds(check.evaluate, [*map(subject, texts(form, serial, TRIES, length))])) for length in (LONG, LONGER)
    )
    return longer / long


def plain_seconds(kind: str, form: str, serial: Iterator[int]) -> float:
    """Median time of the obvious line."""
    plain = BASELINES.get(kind, contains)
    return statistics.median(times(lambda one: plain(one.answer.text), "json" if plain is json.loads else form, serial))


def row(kind: str, serial: Iterator[int]) -> str:
    """One line of the table, for the slowest example of a type on the slowest form of answer."""
    checks = map(parse_check, REGISTRY[kind].examples)
    timed = [(times(check.evaluate, form, serial), form, check) for check in checks for form in FORMS]
    median = statistics.median(time for found, _, _ in timed for time in found)
    worst, form, check = max(
        ((statistics.median(found), form, check) for found, form, check in timed), key=itemgetter(0)
    )
    limit = EXEMPT_MS.get(kind, SLOWEST_MS)
    verdict = "" if worst * 1e3 <= limit else f"  slower than {limit:g} ms"
    ratio = worst / plain_seconds(kind, form, serial)
    linear = growth(check, form, serial)
    return (
        f"{kind:<20}{median * 1e6:>10,.0f}{worst * 1e6:>10,.0f} {form:<9}{1 / worst:>12,.0f}{ratio:>14,.1f}"
        f"{linear:>12,.1f}{verdict}"
    )


def main() -> None:
    """Measure the types that are given as arguments, else every type, and print."""
    print(f"{'type':<20}{'median µs':>10}{'worst':>10} {'on':<9}{'checks/s':>12}{'x plain line':>14}{'100k/10k':>12}")
    serial = count()
    known = load_builtin()
    for kind in sys.argv[1:] or known:
        print(row(kind, serial))


if __name__ == "__main__":
    main()
