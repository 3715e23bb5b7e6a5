"""Asks a model for a verdict and reads it: at most one repair, never a guess."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from evals.answers import Answer
from evals.judging.fencing import Prompt, Question
from evals.judging.judgement import Unscored
from evals.prices import PriceTable, cost_of, total
from tasks.transport.call import Failed
from tasks.wire.client import ModelClient
from tasks.wire.completion import Completion, Finish, Message, Options

NONCE_BYTES = 16
"""Of the random text that fences what is untrusted: 32 hexadecimal digits."""
FRESH_NONCES = 5
"""A nonce that stands in the quoted texts is replaced; a second time would be a miracle."""

Verdict = TypeVar("Verdict")
Read = Callable[[str, str], Verdict | Unscored]
"""Takes a reply and the nonce that it must repeat."""
Spend = Callable[[float | None], None]
"""Takes the cost of each call as soon as it is answered, whatever becomes of the reply; None is unknown."""


def new_nonce() -> str:
    """Random text that no answer can know."""
    return secrets.token_hex(NONCE_BYTES)


@dataclass(frozen=True, slots=True)
class Reply:
    """A judge's reply that has been read."""

    text: str
    cost: float | None
    """Money for all calls it took; None is unknown."""


class Asker:
    """One model with its prices.

    Args:
        client: The way to it.
        options: How it is asked.
        prices: For the cost of its replies.
        structured: Whether replies are asked for by schema.
        spend: Told the cost of every call.
        nonce: Makes the random text that fences a prompt.
    """

    def __init__(
        self,
        client: ModelClient,
        options: Options,
        prices: PriceTable,
        *,
        structured: bool = True,
        spend: Spend = lambda _cost: None,
        nonce: Callable[[], str] = new_nonce,
    ) -> None:
        self._client = client
        self._options = options
        self._prices = prices
        self._structured = structured
        self._spend = spend
        self._nonce = nonce

    async def ask(self, question: Question[Verdict]) -> tuple[Verdict, Reply] | Unscored:
        """Ask for one verdict; a reply that cannot be read is asked for once more, with the reason.

        Raises:
            AuthenticationError: The provider refused our credentials.
        """
        options = replace(self._options, schema=question.schema if self._structured else None)
        prompt = self._prompt(question.write)
        talk = [Message("system", prompt.system), Message("user", prompt.user)]
        first = await self._complete(talk, options)
        found = _verdict(first, question.read, prompt.nonce)
        if not isinstance(found, Unscored) or isinstance(first, Failed) or first.finish is Finish.REFUSED:
            return found if isinstance(found, Unscored) else (found, self._reply(first))
        second = await self._complete([*talk, *_repair(first.text, found)], options)
        repaired = _verdict(second, question.read, prompt.nonce)
        return repaired if isinstance(repaired, Unscored) else (repaired, self._reply(first, second))

    async def _complete(self, talk: Sequence[Message], options: Options) -> Completion | Failed:
        outcome = await self._client.complete(talk, options)
        if isinstance(outcome, Completion):
            self._spend(self._cost(outcome))
        return outcome

    def _prompt(self, write: Callable[[str], Prompt]) -> Prompt:
        for _ in range(FRESH_NONCES):
            try:
                return write(self._nonce())
            except ValueError:
                continue
        return write(self._nonce())

    def _reply(self, *completions: Completion | Failed) -> Reply:
        answered = [completion for completion in completions if isinstance(completion, Completion)]
        return Reply(answered[-1].text, total([self._cost(completion) for completion in answered]))

    def _cost(self, completion: Completion) -> float | None:
        """By the model that answered, else by the one that was asked for."""
        asked = Answer("", usage=completion.usage, model_version=self._options.model)
        answered = replace(asked, model_version=completion.model)
        cost = cost_of(answered, self._prices)
        return cost_of(asked, self._prices) if cost is None else cost


def _verdict(outcome: Completion | Failed, read: Read[Verdict], nonce: str) -> Verdict | Unscored:
    if isinstance(outcome, Failed):
        return Unscored(outcome.reason, outcome.detail)
    if outcome.finish is Finish.REFUSED:
        return Unscored("refused", outcome.text[:200])
    if outcome.finish is Finish.LENGTH:
        return Unscored("truncated", "the judge ran into its token limit")
    return read(outcome.text, nonce)


def _repair(text: str, problem: Unscored) -> list[Message]:
    request = Message(
        "user",
        f"That reply cannot be read ({problem.reason}). "
        "Reply again with the one JSON object that was asked for and nothing else.",
    )
    return [Message("assistant", text), request] if text.strip() else []
