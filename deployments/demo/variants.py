"""The app's configurations: one good, and three with a fault that a team could really ship."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from deployments.demo.answering.index import Ranking
from deployments.demo.corpus.chunks import Chunking
from evals.errors import InputError


@dataclass(frozen=True, slots=True)
class Faults:
    """Shares of requests that are answered wrongly on the level of HTTP, each from 0 to 1."""

    error: float = 0.0
    """Status 500 with a JSON body."""
    html: float = 0.0
    """Status 502 with an HTML page, as a proxy in front of a dead app sends it."""
    broken_json: float = 0.0
    """Status 200 with a body that ends in the middle."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Everything in which two versions of the app can differ."""

    name: str
    model_version: str
    chunking: Chunking = field(default_factory=Chunking)
    ranking: Ranking = field(default_factory=Ranking)
    abstain_below: float = 0.5
    """Support below which the app says that it cannot find an answer; 0 answers everything."""
    temperature: float = 0.015
    """Relative noise on the scores of statements, which decides between near-equal ones."""
    reranked: int = 0
    """Passages that a second pass compares pair by pair; 0 leaves the second pass out."""
    faults: Faults = field(default_factory=Faults)


_GOOD = Variant("good", "quillmark-extractive-1.4.0")

VARIANTS = {
    variant.name: variant
    for variant in (
        _GOOD,
        # The settings were moved to a new file. Keys that were renamed on the way fell back to neutral ones: chunks of
        # half the size without overlap, no threshold for abstaining.
        replace(
            _GOOD,
            name="regressed",
            model_version="quillmark-extractive-1.5.0",
            chunking=Chunking(max_words=60, overlap_words=0),
            abstain_below=0.0,
        ),
        # A reranker that compares every passage with every other one, in the request, on the event loop.
        replace(_GOOD, name="slow", model_version="quillmark-extractive-1.4.1", reranked=20),
        # A release that runs out of memory: some requests fail inside, some at the proxy, some half way through.
        replace(_GOOD, name="broken", model_version="quillmark-extractive-1.4.2", faults=Faults(0.25, 0.15, 0.15)),
    )
}


def find_variant(name: str) -> Variant:
    """The variant of that name.

    Raises:
        InputError: there is no such variant.
    """
    if name not in VARIANTS:
        raise InputError(f"variant must be one of {sorted(VARIANTS)!r}, got {name!r}", variant=name)
    return VARIANTS[name]
