"""Playing a conversation: where an assistant's turn is missing, the app is asked for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from evals.answers import Answer, Fault, Missing, Response, Usage
from evals.cases.case import Case, Turn


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question to the app, with what was said before it."""

    case: Case
    trial: int
    turns: tuple[Turn, ...]
    """All messages so far; the last one is the user's, to be answered."""

    @property
    def prompt(self) -> str:
        """The message to be answered."""
        return self.turns[-1].content

    def values(self) -> Mapping[str, Any]:
        """What a request template may refer to, as JSON-able values."""
        messages = [{"role": turn.role, "content": turn.content} for turn in self.turns]
        return {
            "prompt": self.prompt,
            "input": self.prompt if self.case.turns else self.case.input,
            "context": self.case.context,
            "turns": messages,
            "history": messages[:-1],
            "case_id": self.case.id,
            "trial": self.trial,
            "metadata": self.case.metadata,
        }


Number = TypeVar("Number", int, float)
Once = Callable[[Exchange], Awaitable[Response]]


async def converse(case: Case, trial: int, once: Once) -> Response:
    """Play a case and return the answer to its last message.

    A user message that is followed by another one, with no assistant between them, is asked first, and the app's own
    answer takes its place in the conversation. Scripted answers of the assistant are sent as they stand.

    Args:
        case: A single question or a conversation.
        trial: 0-based repeat.
        once: Asks one question.

    Returns:
        The last answer, with those before it in ``turns`` and with tokens and cost of all; or what went wrong, at the
        first turn at which it did.
    """
    turns = case.turns or (Turn("user", case.prompt),)
    said: list[Turn] = []
    earlier: list[Answer] = []
    for number, turn in enumerate(turns[:-1]):
        said.append(turn)
        if turn.role != "user" or turns[number + 1].role != "user":
            continue
        answer = await once(Exchange(case, trial, tuple(said)))
        if not isinstance(answer, Answer):
            return _at_turn(answer, earlier)
        earlier.append(answer)
        said.append(Turn("assistant", answer.text))
    last = await once(Exchange(case, trial, (*said, turns[-1])))
    return _together(last, earlier)


def _at_turn(response: Fault | Missing, earlier: list[Answer]) -> Fault | Missing:
    """Counted as checks count them: by the answers of the app."""
    return replace(response, detail=f"at turn {len(earlier) + 1}: {response.detail}".rstrip(": "))


def _together(last: Response, earlier: list[Answer]) -> Response:
    if not earlier:
        return last
    if not isinstance(last, Answer):
        return _at_turn(last, earlier)
    answers = [*earlier, last]
    usage = Usage(
        _sum(answer.usage.input_tokens for answer in answers),
        _sum(answer.usage.output_tokens for answer in answers),
        _sum(answer.usage.cached_tokens for answer in answers),
    )
    cost = _sum(answer.cost for answer in answers)
    return replace(last, turns=tuple(answer.text for answer in earlier), usage=usage, cost=cost)


def _sum(values: Iterable[Number | None]) -> Number | None:
    total: Number | None = None
    for value in values:
        if value is None:
            return None
        total = value if total is None else total + value
    return total
