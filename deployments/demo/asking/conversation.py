"""A request of one or many messages, reduced to what the answerer needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from deployments.demo.asking.orders import without_orders
from deployments.demo.asking.question import Question, analyse, with_background, with_narrative
from deployments.demo.asking.wish import Wish, read_wish
from deployments.demo.corpus.pages import sentences

_LONG_PROMPT = 110
"""Words from which on a message is taken as a pasted text with a question beside it."""
_MOST_PARTS = 3
_NARRATIVE_WEIGHT = 0.2
"""Weight of what a message tells before it asks."""
_ELLIPTICAL_START = re.compile(
    r"^\W*(?:and|or|but|also|what about|how about|same|then|so|ok(?:ay)?|what if|why|for|is that|are those|does that|"
    r"which one|how so)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:it|its|they|them|their|theirs|that|those|this|these|one|ones|he|she|him|her|there|same|such|then|former|"
    r"latter)\b",
    re.IGNORECASE,
)
_POINTING_ABROAD = re.compile(r"^\W*(?:et|und|i|a|y|e|en|ac|ha|hag|an|na|u)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\?\s*$|^\W*(?:question\s*:|what|who|when|where|which|how|why|is|are|can|does|do|did|tell|give|list|summari[sz]e|"
    r"according|please|based|using|from|in|for|answer|return|extract|find)\b",
    re.IGNORECASE,
)
_TEXT_NAMES = (
    r"(?:context|text|passages?|thread|transcript|notes?|e-?mail|minutes|log|excerpt|snippet|message|attachment|quote|"
    r"draft|ticket|document|report)"
)
_CONTEXT_REFERENCE = re.compile(
    rf"\b(?:based on|according to|from|in|using|of|by) (?:the |this |that |my )?(?:\w+ )?(?:attached|pasted|provided|"
    rf"following|enclosed|above|given) {_TEXT_NAMES}(?: (?:below|above))?\b|"
    rf"\b(?:based on|according to|from|in|using) (?:the |this |that |my )(?:context|text|passages?|thread|transcript|"
    rf"excerpt|snippet|attachment)\b(?: (?:below|above))?",
    re.IGNORECASE,
)
_CONTEXT_ONLY = re.compile(
    rf"\b(?:only|just|solely)\b[^.?!\n]{{0,30}}\b{_TEXT_NAMES}\b|\b(?:below|above|attached|pasted|provided|enclosed)\b|"
    rf"\bsummari[sz]e (?:the |this |that |my )?(?:\w+ )?{_TEXT_NAMES}\b",
    re.IGNORECASE,
)
_NEXT_PART = re.compile(
    r",?\s+and(?: also)?\s+(?=(?:(?:by|to|until|since|for|in|with|at|from) )?(?:what|who|whom|when|where|which|how)\b)",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(r"\b(?:what|who|whom|when|where|which|how|why)\b", re.IGNORECASE)
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
    questions: tuple[Question, ...]
    """One, or several when the message asks several things."""
    wish: Wish
    pasted: str = ""
    """Text handed in with the question, to be searched together with the docs."""
    context_only: bool = False
    """Whether the question is about the pasted text alone."""
    overriding: bool = False
    """Whether nothing was asked but to change the assistant's instructions."""

    @property
    def text(self) -> str:
        """All questions in English."""
        return " ".join(question.text for question in self.questions)


def read_request(messages: Sequence[Message], context: str = "", *, json: bool = False) -> Request:
    """Reduce a conversation; the last user message is the question, the system messages may state the form."""
    said = [message.content for message in messages if message.role == "user"]
    asked, pasted = split_pasted(said[-1])
    clean = without_orders(asked)
    wish, bare = read_wish(clean)
    wish = _joint_wish(wish, [message.content for message in messages if message.role == "system"], json=json)
    text = "\n\n".join(part for part in (context, pasted) if part)
    questions = _questions(_CONTEXT_REFERENCE.sub(" ", bare) if text else bare, [_bare(text) for text in said[:-1]])
    return Request(
        asked=asked,
        questions=questions,
        wish=wish,
        pasted=text,
        context_only=bool(text and _CONTEXT_ONLY.search(asked)),
        overriding=clean != asked.strip() and not any(question.concepts for question in questions),
    )


def _bare(message: str) -> str:
    """An earlier message without pasted text, orders and wishes."""
    return read_wish(without_orders(split_pasted(message)[0]))[1]


def _joint_wish(wish: Wish, system: Sequence[str], *, json: bool) -> Wish:
    """The form comes from the request; a system message fills in when the request says nothing."""
    if wish == Wish() and system:
        wish = read_wish(system[-1])[0]
    return Wish(json=True) if json and not wish.json else wish


def _questions(text: str, earlier: Sequence[str]) -> tuple[Question, ...]:
    """The parts of a message, each with what it leaves out: what the message tells, its first part, earlier turns."""
    told, parts = split_parts(text)
    first = analyse(parts[0])
    if told:
        first = with_narrative(first, told, _NARRATIVE_WEIGHT)
    elif earlier and is_elliptical(parts[0], first):
        first = with_background(first, _nearest(earlier))
    return (first, *(with_background(analyse(part), [parts[0]]) for part in parts[1:]))


def split_parts(text: str) -> tuple[str, list[str]]:
    """What a message tells, and what it asks, at most three things."""
    said = [sentence for line in text.splitlines() for sentence in sentences(line)] or [text]
    asking = [sentence for sentence in said if sentence.endswith("?")] or said
    told = " ".join(sentence for sentence in said if sentence not in asking)
    parts = [part for sentence in asking for part in _NEXT_PART.split(sentence)]
    if len(parts) > 1 and all(map(_QUESTION_WORD.search, parts)):
        return told, parts[:_MOST_PARTS]
    return told, [" ".join(asking)]


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
    ends = {*range(min(2, len(lines))), *range(max(0, len(lines) - 3), len(lines))}
    asking = [n for n in sorted(ends) if _is_question(lines[n])]
    if len(lines) > 1 and asking:
        question = " ".join(lines[n].strip() for n in asking)
        return question, "\n".join(line for n, line in enumerate(lines) if n not in asking)
    parts = sentences(message)
    questions = [part for part in (*parts[:2], *parts[-3:]) if part.endswith("?")] or parts[-1:]
    return " ".join(dict.fromkeys(questions)), " ".join(part for part in parts if part not in questions)


def _is_question(line: str) -> bool:
    return bool(_ASKS.search(line)) and len(line.split()) < _LONG_PROMPT // 2
