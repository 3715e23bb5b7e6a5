"""A request of one or many messages, reduced to what the answerer needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from deployments.demo.docs import sentences
from deployments.demo.formats import Wish, read_wish
from deployments.demo.policy import without_orders
from deployments.demo.question import Question, analyse, with_background

_LONG_PROMPT = 110
"""Words from which on a message is taken as a pasted text with a question beside it."""
_ELLIPTICAL_START = re.compile(
    r"^\W*(?:and|or|but|also|what about|how about|same|then|so|ok(?:ay)?|what if|why|for|is that|are those|does that|which one|how so)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:it|its|they|them|their|theirs|that|those|this|these|one|ones|he|she|him|her|there|same|such|then|former|latter)\b",
    re.IGNORECASE,
)
_POINTING_ABROAD = re.compile(r"^\W*(?:et|und|i|a|y|e|en|ac|ha|hag|an|na|u)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\?\s*$|^\W*(?:question\s*:|what|who|when|where|which|how|why|is|are|can|does|do|did|tell|give|list|summari[sz]e|according|please|based|using|from|in|for|answer|return|extract|find)\b",
    re.IGNORECASE,
)
_CONTEXT_ONLY = re.compile(
    r"\b(?:only|just|solely)\b[^.?!\n]{0,30}\b(?:context|text|passages?|thread|transcript|notes|message|below|above|provided|attached)\b|"
    r"\b(?:based on|according to|from|in|using|of|summari[sz]e) (?:the |this |that |my )?(?:\w+ ){0,2}(?:context|text|passages?|thread|transcript|notes?|e-?mail|minutes|log|excerpt|snippet|message|attachment|quote|draft)\b|"
    r"\b(?:below|above|attached|pasted|provided)\b",
    re.IGNORECASE,
)
_TOO_FEW_CONCEPTS = 2


@dataclass(frozen=True, slots=True)
class Message:
    """One turn."""

    role: str
    """``user``, ``assistant`` or ``system``."""
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """What one call asks."""

    asked: str
    """The last user message as sent, without pasted text."""
    question: Question
    wish: Wish
    pasted: str = ""
    """Text handed in with the question, to be searched together with the docs."""
    context_only: bool = False
    """Whether the question is about the pasted text alone."""
    overriding: bool = False
    """Whether nothing was asked but to change the assistant's instructions."""


def read_request(messages: Sequence[Message], context: str = "", json: bool = False) -> Request:
    """Reduce a conversation; the last user message is the question, the system messages may state the form."""
    said = [message.content for message in messages if message.role == "user"]
    asked, pasted = split_pasted(said[-1])
    clean = without_orders(asked)
    wish, bare = read_wish(clean)
    wish = _joint_wish(wish, [message.content for message in messages if message.role == "system"], json=json)
    question = analyse(bare)
    earlier = [read_wish(without_orders(split_pasted(text)[0]))[1] for text in said[:-1]]
    if earlier and is_elliptical(bare, question):
        question = with_background(question, _nearest(earlier))
    text = "\n\n".join(part for part in (context, pasted) if part)
    return Request(
        asked=asked,
        question=question,
        wish=wish,
        pasted=text,
        context_only=bool(text and _CONTEXT_ONLY.search(asked)),
        overriding=clean != asked.strip() and not question.concepts,
    )


def _joint_wish(wish: Wish, system: Sequence[str], *, json: bool) -> Wish:
    """The form comes from the request; a system message fills in when the request says nothing."""
    if wish == Wish() and system:
        wish = read_wish(system[-1])[0]
    return Wish(json=True) if json and not wish.json else wish


def _nearest(earlier: Sequence[str]) -> list[str]:
    """The last turn, and those before it as long as the later ones are elliptical themselves."""
    taken = [earlier[-1]]
    for text in reversed(earlier[:-1]):
        if not is_elliptical(taken[0], analyse(taken[0])):
            break
        taken.insert(0, text)
    return taken


def is_elliptical(text: str, question: Question) -> bool:
    """Whether a message leaves out what it is about."""
    pointing = _POINTING.search(text) and len(question.concepts) <= 2 * _TOO_FEW_CONCEPTS
    start = _ELLIPTICAL_START if question.language == "en" else _POINTING_ABROAD
    return bool(start.search(text) or pointing or len(question.concepts) < _TOO_FEW_CONCEPTS)


def split_pasted(message: str) -> tuple[str, str]:
    """Question and pasted text of a message; a short message has no pasted text."""
    if len(message.split()) < _LONG_PROMPT:
        return message, ""
    lines = [line for line in message.splitlines() if line.strip()]
    asking = [
        n for n in (*range(min(2, len(lines))), *range(max(2, len(lines) - 3), len(lines))) if _is_question(lines[n])
    ]
    if len(lines) > 1 and asking:
        question = " ".join(lines[n].strip() for n in asking)
        return question, "\n".join(line for n, line in enumerate(lines) if n not in asking)
    parts = sentences(message)
    ends = [part for part in (*parts[:2], *parts[-3:]) if part.endswith("?")] or parts[-1:]
    return " ".join(ends), " ".join(part for part in parts if part not in ends)


def _is_question(line: str) -> bool:
    return bool(_ASKS.search(line)) and len(line.split()) < _LONG_PROMPT // 2
