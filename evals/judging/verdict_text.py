"""Finding the one JSON verdict in what a judge replied, without ever guessing which one it is.

A reply may be the bare object, the object in a fence, or the object with prose or reasoning tags around it. As soon as
two readings are possible (two verdicts that differ, a broken one beside a whole one, one that only stands in a quote)
there is no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from evals.json_text import NotJsonError, canonical_json, parse_lossless_at
from evals.judging.judgement import Unscored

_REASONING: Final = re.compile(r"<(think|thinking|reasoning)>", re.IGNORECASE)
_TOKEN: Final = re.compile(rf"[{{}}\[]|{_REASONING.pattern}", re.IGNORECASE)

_MAX_BROKEN: Final = 100
"""Broken objects that are looked at; each may cost one pass over the reply, so this keeps the search linear."""

_REFUSAL: Final = re.compile(
    r"\b(?:can(?:no|['’])?t|can not|unable|not able|won['’]t|will not|refuse|declin\w+|sorry)\b", re.IGNORECASE
)

_SHOWN: Final = 120
"""Characters of a reply that a detail carries."""


@dataclass(frozen=True, slots=True)
class _Object:
    members: Mapping[str, Any]
    quoted: bool
    """Whether it stands on a line that is a Markdown quotation."""


class _NoVerdictError(Exception):
    def __init__(self, unscored: Unscored) -> None:
        super().__init__(unscored.reason)
        self.unscored = unscored


def find_verdict(reply: str, names: Collection[str]) -> Mapping[str, Any] | Unscored:
    """Give the members of the only verdict: the top-level object that has at least one of ``names``.

    The same verdict twice is one verdict. Never raises; linear in the length of the reply.
    """
    try:
        objects = list(_top_level_objects(reply, names))
    except _NoVerdictError as error:
        return error.unscored
    verdicts = [found for found in objects if any(name in found.members for name in names)]
    if not verdicts:
        return Unscored("missing_dimension", _excerpt(reply)) if objects else _without_object(reply)
    if len({_decisive(found, names) for found in verdicts}) > 1:
        return Unscored("two_verdicts", _excerpt(reply))
    if all(found.quoted for found in verdicts):
        return Unscored("quoted", "the only verdict stands in a quotation")
    return verdicts[0].members


def without_reasoning(reply: str) -> str | Unscored:
    """Cut out reasoning blocks; one that never ends means that the reply was cut off."""
    kept: list[str] = []
    position = 0
    while opening := _REASONING.search(reply, position):
        kept.append(reply[position : opening.start()])
        try:
            position = _after_reasoning(reply, opening)
        except _NoVerdictError as error:
            return error.unscored
    return "".join([*kept, reply[position:]])


def _top_level_objects(reply: str, names: Collection[str]) -> Iterator[_Object]:
    position = depth = broken = 0
    while token := _TOKEN.search(reply, position):
        start, mark = token.start(), token[0]
        position = token.end()
        if mark == "}":
            depth = max(0, depth - 1)
        elif mark[0] == "<":
            position = _after_reasoning(reply, token)
        else:
            value, end = _value_at(reply, start, names)
            if end is None:
                broken += 1
                depth += mark == "{"
                _refuse_many(broken)
                continue
            position = end
            if isinstance(value, dict):
                _refuse_nested(depth)
                yield _Object(value, _is_quoted(reply, start))


def _value_at(reply: str, start: int, names: Collection[str]) -> tuple[Any, int | None]:
    """Read the value at a bracket; no end means that the bracket is part of the prose."""
    try:
        return parse_lossless_at(reply, start)
    except NotJsonError as error:
        if error.cut_off:
            raise _NoVerdictError(Unscored("truncated", str(error))) from None
        if reply[start] == "{":
            _refuse_broken_verdict(reply, start, error, names)
        return None, None


def _refuse_broken_verdict(reply: str, start: int, error: NotJsonError, names: Collection[str]) -> None:
    end = reply.find("}", start if error.offset is None else error.offset)
    segment = reply[start : len(reply) if end < 0 else end]
    if error.offset is None or any(_assigns(segment, name) for name in names):
        raise _NoVerdictError(Unscored("not_json", str(error)))


def _assigns(segment: str, name: str) -> bool:
    return re.search(re.escape(name) + r"\W{0,3}[:=]", segment, re.IGNORECASE) is not None


def _refuse_many(broken: int) -> None:
    if broken > _MAX_BROKEN:
        raise _NoVerdictError(Unscored("not_json", f"more than {_MAX_BROKEN} broken objects"))


def _refuse_nested(depth: int) -> None:
    if depth:
        raise _NoVerdictError(Unscored("not_json", "an object inside a broken one"))


def _after_reasoning(reply: str, opening: re.Match[str]) -> int:
    closing = re.compile(f"</{opening[1]}>", re.IGNORECASE).search(reply, opening.end())
    if closing is None:
        raise _NoVerdictError(Unscored("truncated", "the reasoning block has no end"))
    return closing.end()


def _is_quoted(reply: str, start: int) -> bool:
    line_start = reply.rfind("\n", 0, start) + 1
    return reply[line_start:start].lstrip().startswith(">")


def _decisive(found: _Object, names: Collection[str]) -> str:
    return canonical_json({name: found.members[name] for name in names if name in found.members})


def _without_object(reply: str) -> Unscored:
    if not reply.strip("\ufeff \t\r\n"):
        return Unscored("empty", "the judge sent no text")
    return Unscored("refused" if _REFUSAL.search(reply) else "not_json", _excerpt(reply))


def _excerpt(reply: str) -> str:
    text = reply.strip()
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
