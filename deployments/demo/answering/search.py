"""Where one request looks: in the docs, in the text that came with it, or in both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from deployments.demo.answering.index import Index, Passage
from deployments.demo.answering.rerank import rerank
from deployments.demo.asking.conversation import Request
from deployments.demo.asking.question import Question
from deployments.demo.corpus.chunks import cut_page
from deployments.demo.corpus.pages import Page, parse_statements
from deployments.demo.variants import Variant

CONTEXT = "context"
"""Document id of text that came with the request."""
_LOG_LINE = re.compile(r"\s*\[?\(?(?:\d{4}-\d\d-\d\d|\d\d?:\d\d|[A-Z][\w .'-]{1,30}(?: \([^)]*\))?: \S)")
"""A line that begins with a date, a time or the name of a speaker."""
_CONTEXT_BONUS = 1.15
"""Factor for passages of that text: it was handed in because it matters."""


@dataclass(frozen=True, slots=True)
class Search:
    """The search of one request."""

    docs: Index
    handed: Index | None
    """Text of the request, None when there is none."""
    docs_too: bool
    """Whether the docs are searched although there is such a text."""
    variant: Variant
    rng: Random

    @property
    def weights(self) -> Index:
        """The index that knows how much a concept weighs: words of the handed text are known words as well."""
        return self.handed or self.docs

    def passages(self, question: Question) -> tuple[Passage, ...]:
        """The best passages of all places, best first."""
        ranking = self.variant.ranking
        found = list(self.docs.search(question, ranking, self.noise())) if self.docs_too else []
        if self.handed is not None:
            near = self.handed.search(question, ranking, self.noise())
            found += [replace(passage, score=passage.score * _CONTEXT_BONUS) for passage in near]
        best = sorted(found, key=lambda passage: -passage.score)[: ranking.candidates]
        return rerank(best, self.variant.reranked) if self.variant.reranked else tuple(best)

    def noise(self) -> Iterator[float]:
        """Numbers from -1 to 1, without end."""
        while True:
            yield self.rng.uniform(-1, 1)


def open_search(docs: Index, request: Request, variant: Variant, rng: Random) -> Search:
    """Prepare the search of a request; the text that came with it is cut and indexed."""
    handed = _index(request.pasted, docs, variant) if request.pasted else None
    return Search(docs, handed, handed is None or not request.context_only, variant, rng)


def _index(text: str, docs: Index, variant: Variant) -> Index | None:
    page = Page(CONTEXT, "Provided context", parse_statements(_separated(text)))
    chunks = tuple(cut_page(page, variant.chunking))
    return Index(chunks, docs) if chunks else None


def _separated(text: str) -> str:
    """Lines of a log or transcript set apart, so that each is a statement; other text stays as it is."""
    lines = text.splitlines()
    dated = sum(bool(_LOG_LINE.match(line)) for line in lines)
    return "\n\n".join(lines) if dated * 2 > len(lines) else text
