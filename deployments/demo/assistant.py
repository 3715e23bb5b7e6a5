"""The app itself: pages in, answers out. Everything but HTTP."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random, SystemRandom

from deployments.demo.answering.choose import draft
from deployments.demo.answering.compose import ABSTENTIONS, GREETING, compose
from deployments.demo.answering.draft import Draft, joined
from deployments.demo.answering.index import Index, Passage
from deployments.demo.answering.search import Search, open_search
from deployments.demo.answering.structured import as_json, reply_as_json
from deployments.demo.asking.conversation import Message, Request, read_request
from deployments.demo.asking.orders import OVERRIDE_REPLY
from deployments.demo.asking.question import Question, analyse, with_background
from deployments.demo.asking.refusals import refusal
from deployments.demo.corpus.chunks import cut_pages
from deployments.demo.corpus.pages import Page
from deployments.demo.corpus.terms import count_tokens
from deployments.demo.generators import Generator
from deployments.demo.variants import Variant

_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?(?: you)?|thank you)\b[^?]{0,25}$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with everything that the API tells about it."""

    text: str
    sources: tuple[Passage, ...]
    """Passages that the answer quotes; none for a refusal or an abstention."""
    retrieved: tuple[Passage, ...]
    """Best first."""


class Assistant:
    """Answers questions over a set of pages; holds the index and the source of randomness."""

    def __init__(
        self, pages: Sequence[Page], variant: Variant, seed: int | None = None, generator: Generator | None = None
    ) -> None:
        """Cut and index the pages; ``seed`` makes a sequence of answers repeatable, None draws one from the system."""
        self.variant = variant
        self._index = Index(cut_pages(pages, variant.chunking))
        self._rng = Random(SystemRandom().getrandbits(64) if seed is None else seed)  # noqa: S311 (wording, no secrets)
        self._generator = generator

    def draw(self) -> Random:
        """The randomness of one request: exactly one draw from the seeded sequence, whatever the request needs."""
        return Random(self._rng.getrandbits(64))  # noqa: S311 (wording, no secrets)

    def reply(self, messages: Sequence[Message], rng: Random, context: str = "", *, json: bool = False) -> Reply:
        """Answer the last user message; there must be one."""
        request = read_request(messages, context, json=json)
        if fixed := _fixed_reply(request):
            return Reply(_formed(fixed, request), (), ())
        search = open_search(self._index, request, self.variant, rng)
        found = joined([self._draft(question, search) for question in request.questions], self.variant.abstain_below)
        shown = found.passages[: self.variant.ranking.passages]
        if not found.lines:
            return Reply(_formed(rng.choice(ABSTENTIONS), request), (), shown)
        return Reply(self._write(request, found, search), found.sources, shown)

    def _draft(self, question: Question, search: Search) -> Draft:
        passages = search.passages(question)
        return draft(question, passages, search.weights, search.noise(), self.variant.temperature)

    def _write(self, request: Request, found: Draft, search: Search) -> str:
        question = request.questions[0]
        if self._generator is not None:
            text = self._generator(request.text, found.passages)
            return reply_as_json(text, request.wish, found.docs) if request.wish.json else text
        if request.wish.json:
            return as_json(found, question, request.wish, lambda words: self._look_up(question, words, search))
        return compose(found, question, request.wish, search.rng)

    def _look_up(self, question: Question, words: str, search: Search) -> Draft:
        return self._draft(with_background(analyse(words), [question.text], weight=0.8), search)


def _fixed_reply(request: Request) -> str | None:
    """The reply to a request that needs no search: a refusal, an attempt to change the rules, a greeting."""
    if reply := refusal(request.asked) or refusal(request.text):
        return reply
    if request.overriding:
        return OVERRIDE_REPLY
    return GREETING if _GREETING.search(request.asked) else None


def _formed(text: str, request: Request) -> str:
    return reply_as_json(text, request.wish) if request.wish.json else text


def tokens_used(messages: Sequence[Message], context: str, reply: Reply) -> tuple[int, int]:
    """Input and output tokens, approximately: what a model would read (messages, context, passages) and write."""
    read = [*(message.content for message in messages), context, *(passage.chunk.text for passage in reply.retrieved)]
    return sum(map(count_tokens, read)), count_tokens(reply.text)
