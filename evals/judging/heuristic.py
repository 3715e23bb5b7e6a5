"""The local heuristic judge: scores without a model, a key or a network. It is not a model and says so in its key.

It compares an answer with the reference answer and the passages by the words and figures that they share. It does not
understand: a right answer in other words, or in another language than the reference, scores too low; a wrong answer in
the reference's words scores too high unless a figure gives it away. Use it to have a complete gate from the first
minute and for smoke tiers; calibrate it (or any judge) on answers that people have labelled before it may block.

Scores are 1 to 5:

- *completeness*: how much of the reference is in the answer; a figure weighs as two words, and a word that is in the
  question already hardly counts;
- *correctness*: the same, but when the answer gives another figure where the reference's is missing, at most
  1 + 2 x the share of the reference's figures that are there;
- *groundedness*: how much of each sentence is in the passage that fits it best, at most 2 when a figure is nowhere in
  the passages, the context or the question.

An answer that declines is right when the reference declines, and wrong when it does not; it claims nothing, so it is
grounded. Without a reference only groundedness is scored; without passages and context everything but groundedness;
without either there is no score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.abstention import decide
from evals.checks.check import Subject
from evals.checks.refusal import WINDOW
from evals.judging.features import Features, Quantity, features_of, remembered_features
from evals.judging.judgement import Judgement, Unscored
from evals.judging.passages import support_of

VERSION: Final = 1
"""Raised whenever a score can change."""

KEY: Final = f"local-heuristic/{VERSION}"
"""The judge's name in every result."""

INVENTED: Final = 2.0
"""Most that a figure without support leaves of groundedness."""

_FULL_COVERAGE: Final = 0.75
"""Share of the reference that earns the full score: nobody repeats it word for word."""

_CHANCE: Final = 0.4
"""Share of a sentence's words that some passage about the same company has by chance."""

_FIGURE: Final = 2.0
"""Weight of a figure of the reference; a word weighs 1."""

_ASKED: Final = 0.1
"""Weight of a reference word that is in the question already: repeating the question answers nothing."""


def judge_answer(case: Case, answer: Answer) -> Judgement | Unscored:
    """Score one answer against the case's reference and the passages it may rest on. Linear in the answer.

    Returns:
        Scores for the dimensions that could be judged, overall their mean; or ``Unscored`` with reason ``empty`` (no
        answer text), or ``no_reference`` (neither reference nor passages).
    """
    support = support_of(Subject(answer, context=case.context))
    if not answer.text.strip():
        return Unscored("empty", "the answer has no text", KEY)
    if case.reference_answer is None and not support:
        return Unscored("no_reference", "neither a reference answer nor passages to compare with", KEY)
    said, declined = features_of(answer.text), decide(answer.text, WINDOW).abstains
    question = remembered_features("\n".join([case.prompt, *(turn.content for turn in case.turns[:-1])]))
    scores: dict[str, float] = {}
    if case.reference_answer is not None:
        scores |= _against_reference(said, question, case.reference_answer, declined=declined)
    if support:
        scores["groundedness"] = (
            5.0 if declined else _groundedness(said, question, [*map(remembered_features, support)])
        )
    return Judgement(scores, _mean(scores), KEY, _explanation(scores, declined=declined), cost=0.0)


def _against_reference(answer: Features, question: Features, reference: str, *, declined: bool) -> dict[str, float]:
    expected = remembered_features(reference)
    if declined or _declines(reference):
        score = 5.0 if declined and _declines(reference) else 1.0
        return {"correctness": score, "completeness": score}
    completeness = _score(_covered(answer, question, expected) / _FULL_COVERAGE)
    limit = 1 + 2 * _share(answer, expected.quantities) if _contradicts(answer, question, expected) else 5.0
    return {
        "correctness": min(completeness, limit),
        "completeness": completeness,
    }


@lru_cache(maxsize=1024)
def _declines(reference: str) -> bool:
    """Whether a reference, which comes again with every trial, declines."""
    return decide(reference, WINDOW).abstains


def _covered(answer: Features, question: Features, expected: Features) -> float:
    """Share of the reference that is in the answer, by weight: figures, words, and words of the question."""
    weights = {word: _ASKED if word in question.words else 1.0 for word in expected.words}
    found = sum(weight for word, weight in weights.items() if word in answer.words)
    found += _FIGURE * sum(map(answer.has, expected.quantities))
    total = sum(weights.values()) + _FIGURE * len(expected.quantities)
    return found / total if total else 0.0


def _share(whole: Features, quantities: tuple[Quantity, ...]) -> float:
    return sum(map(whole.has, quantities)) / len(quantities) if quantities else 1.0


def _contradicts(answer: Features, question: Features, expected: Features) -> bool:
    """Whether an expected figure is missing while another one of its kind stands in its place."""
    missing = [quantity for quantity in expected.quantities if not answer.has(quantity)]
    strange = [own for own in answer.quantities if not expected.has(own) and not question.has(own)]
    return any(
        own.kind == lost.kind and own.fits_unit(lost) and own.fits_place(lost) for own in strange for lost in missing
    )


def _groundedness(answer: Features, question: Features, support: Sequence[Features]) -> float:
    """Score how well each sentence is backed by the one passage that fits it best, question words left out.

    A sentence that takes its words from one passage and its figure from another is not backed by either.
    """
    backed = claimed = 0.0
    invented = False
    for sentence in answer.sentences:
        own = sentence.words - question.words
        claimed += len(own) + _FIGURE * len(sentence.quantities)
        backed += max(_backing(own, sentence.quantities, passage) for passage in support)
        invented |= any(not _knows(support, one) and not question.has(one) for one in sentence.quantities)
    share = backed / claimed if claimed else 1.0
    score = _score((share - _CHANCE) / (1 - _CHANCE))
    return min(score, INVENTED) if invented else score


def _backing(words: frozenset[str], quantities: Sequence[Quantity], passage: Features) -> float:
    return len(words & passage.words) + _FIGURE * sum(map(passage.has, quantities))


def _knows(support: Sequence[Features], quantity: Quantity) -> bool:
    return any(passage.has(quantity) for passage in support)


def _score(share: float) -> float:
    """Map a share of 0 to 1 to 1 to 5: 1 + 4 x, cut at both ends, to two decimals."""
    return round(1 + 4 * min(1.0, max(0.0, share)), 2)


def _mean(scores: Mapping[str, float]) -> float:
    return round(sum(scores.values()) / len(scores), 2)


def _explanation(scores: Mapping[str, float], *, declined: bool) -> str:
    listed = ", ".join(f"{name} {score:g}" for name, score in scores.items())
    return f"compared by words and figures{', the answer declines' if declined else ''}: {listed}"
