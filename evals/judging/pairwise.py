"""Reading a pairwise judge's reply, and settling the two orders in which each pair is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from evals.cases.source_text import shown
from evals.judging.judgement import Unscored
from evals.judging.parse import NONCE_MEMBER
from evals.judging.verdict_text import find_verdict, without_reasoning

TIE: Final = "tie"
"""The result when neither answer is better."""

PairwiseFormat = Literal["json", "bracket"]
"""``{"winner": "A"}``, or ``[[A]]`` somewhere in the text."""

_WINNER: Final = "winner"
_BRACKETED: Final = re.compile(r"\[\[\s*([^\[\]]{1,40}?)\s*\]\]")


def parse_pairwise_reply(
    text: str,
    order: Sequence[str],
    format: PairwiseFormat = "json",  # noqa: A002 (the word the prompt uses)
    tie_label: str = TIE,
    *,
    nonce: str | None = None,
) -> str | Unscored:
    """Give the name of the better answer, or ``tie``, or the reason why there is no verdict. Never raises.

    Args:
        text: the judge's whole reply.
        order: the names of the answers that were shown as A and B, for instance ``("candidate", "baseline")``.
        format: the form that the judge was asked for.
        tie_label: the judge's word for a tie: ``tie``, or ``C`` in the bracket form.
        nonce: for the JSON form, the random text that the reply must repeat; None when the prompt asked for none.
    """
    label = _json_label(text, nonce) if format == "json" else _bracket_label(text, tie_label)
    if isinstance(label, Unscored):
        return label
    names = {"a": order[0], "b": order[1], tie_label.lower(): TIE}
    winner = names.get(label.strip().lower())
    return winner if winner is not None else Unscored("unknown_label", f"no answer is called {shown(label)}")


def resolve_swap(first: str | Unscored, second: str | Unscored) -> str | Unscored:
    """Settle the verdicts of both orders: agreement stands, disagreement is a tie, half a pair is no verdict.

    A judge that prefers whatever comes first contradicts itself when the answers change places, so no answer may win
    by it (position bias: Zheng et al., "Judging LLM-as-a-Judge with MT-Bench and Chatbot Arena", 2023, section 3.3).
    """
    for half in (first, second):
        if isinstance(half, Unscored):
            return Unscored("half_missing", f"one order has no verdict: {half.reason}", half.judge)
    return first if first == second else TIE


def _json_label(text: str, nonce: str | None) -> str | Unscored:
    verdict = find_verdict(text, (_WINNER,))
    if isinstance(verdict, Unscored):
        return verdict
    if nonce is not None and verdict.get(NONCE_MEMBER) != nonce:
        return Unscored("foreign", f"member {NONCE_MEMBER!r} does not repeat the prompt's")
    winner = verdict[_WINNER]
    return winner if isinstance(winner, str) else Unscored("unknown_label", f"winner must be text, got {shown(winner)}")


def _bracket_label(text: str, tie_label: str) -> str | Unscored:
    kept = without_reasoning(text)
    if isinstance(kept, Unscored):
        return kept
    labels = {match[1].lower() for match in _BRACKETED.finditer(kept)}
    known = labels & {"a", "b", tie_label.lower()}
    if not known:
        return Unscored("no_verdict", "no [[A]], [[B]] or tie in double brackets")
    return known.pop() if len(known) == 1 else Unscored("two_verdicts", f"both of {sorted(known)}")
