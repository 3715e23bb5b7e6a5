"""Where one request looks: in the docs, in the text that came with it, or in both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from deployments.demo.chunks import cut_page
from deployments.demo.conversation import Request
from deployments.demo.docs import Page, parse_statements
from deployments.demo.question import Question
from deployments.demo.rerank import rerank
from deployments.demo.retrieve import Index, Passage
from deployments.demo.variants import Variant

CONTEXT = "context"
"""Document id of text that came with the request."""
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
        return rerank(best, self.variant.rerank_pairs) if self.variant.rerank_pairs else tuple(best)

    def noise(self) -> Iterator[float]:
        """Numbers from -1 to 1, without end."""
        while True:
            yield self.rng.uniform(-1, 1)


def open_search(docs: Index, request: Request, variant: Variant, rng: Random) -> Search:
    """Prepare the search of a request; the text that came with it is cut and indexed."""
    handed = _index(request.pasted, docs, variant) if request.pasted else None
    return Search(docs, handed, handed is None or not request.context_only, variant, rng)


def _index(text: str, docs: Index, variant: Variant) -> Index | None:
    page = Page(CONTEXT, "Provided context", parse_statements(text))
    chunks = tuple(cut_page(page, variant.chunking))
    return Index(chunks, docs) if chunks else None
