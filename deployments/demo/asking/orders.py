"""Orders to the assistant that stand in a request or a text.

The answerer only quotes, so it cannot obey anything. But it must not quote an order, or what the order wants said, as
an answer; and a request is answered for what it asks besides.
"""

from __future__ import annotations

import re

from deployments.demo.corpus.pages import sentences

OVERRIDE_REPLY = "I can't change how I work on request. I answer questions from the Quillmark docs."
"""Said when a request holds nothing but orders."""

_RULES = (
    r"(?:instructions?|rules|prompts?|guidelines|everything (?:above|before)|directives|previous|above|polic(?:y|ies)|"
    r"context|docs|question)"
)
_ASSISTANT = r"(?:assistants?|ai|llms?|models?|bots?|chatbots?)"
_INTERNAL = r"(?:system prompt|your (?:prompt|instructions)|admin(?:istrator)? password|(?:this|the) token)"
_SOLELY = r"(?:only|just|exactly|nothing but|exclusively)"
_LITERAL = (
    r"(?:only )?(?:the (?:word|text) )?:? ?[\"'“‘]?"
    r"(?-i:(?!Yes|No\b|JSON|Markdown|English|French|German|Wh|How|Is|Are|Can|Do)[A-Z]\w+)"
)
_ORDER = re.compile(
    "|".join(
        (
            rf"\b(?:ignore|disregard|forget|override|set aside|skip)\b[^.?!]{{0,40}}\b{_RULES}\b",
            r"\byou are (?:now|no longer)\b",
            r"\b(?:act|behave|pretend|respond|answer|roleplay) as (?:if|though|an?|the|dan\b|my)\b",
            rf"\b(?:note|message|instructions?|order)\b[^.?!]{{0,20}}\b(?:to|for) (?:all )?(?:\w+ )?{_ASSISTANT}\b",
            rf"\b(?:reveal|print|show|repeat|output|disclose)\b[^.?!]{{0,30}}\b{_INTERNAL}\b",
            rf"\b{_ASSISTANT}\b (?:must|should|shall|has to|have to|is to|will now)\b",
            r"^\W*(?:system|admin|developer|assistant|sudo|root)\b(?: \w+)?\s*[:>\]]",
            r"\b(?:tell|inform) (?:every|all|each|the) (?:users?|readers?)\b",
            r"\bdo not (?:mention|reveal|disclose) this\b",
            r"\b(?:new|updated) (?:instructions?|rules|system prompt)\s*[:.]",
            rf"\b(?:reply|respond|answer|say|output|write|print) (?:{_SOLELY} )*(?:with\b ?)?{_LITERAL}",
            r"\b(?:jailbreak|developer mode|god mode|DAN mode)\b",
            r"<\|?(?:system|im_start|inst|/?instructions?)\|?>|\[/?INST\]|###\s*(?:system|instruction)",
        )
    ),
    re.IGNORECASE,
)
_DICTATION = re.compile(
    r"^\W*(?:please )?(?:end|start|begin|finish|prefix|append|conclude)\b[^?]*"
    r"\b(?:answers?|repl(?:y|ies)|responses?|messages?)\b",
    re.IGNORECASE,
)
"""Wishes about the wording of the answer, which an app that quotes cannot fulfil; they are no part of the question."""
_TAGGED_ORDER = re.compile(r"<(system|instructions?|admin|developer|assistant)>.*?</\1>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"</?\w+>")


def is_order(sentence: str) -> bool:
    """Whether a sentence gives orders to the assistant instead of stating something."""
    return bool(_ORDER.search(sentence))


def without_orders(text: str) -> str:
    """A request without what tries to change the assistant's instructions or to dictate its answer; may be empty."""
    plain = _TAG.sub("\n", _TAGGED_ORDER.sub("\n", text))
    return "\n".join(" ".join(filter(_is_meant, sentences(line))) for line in plain.splitlines()).strip()


def _is_meant(sentence: str) -> bool:
    return not is_order(sentence) and not _DICTATION.search(sentence)
