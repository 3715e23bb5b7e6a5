"""From the bytes an app sends to an ``Answer``, or to the ``Fault`` they are."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from evals.answers import Answer, Fault, Missing, Response, Usage
from evals.json_text import NotJsonError, parse_json
from tasks.targets.config import ResponsePaths
from tasks.targets.paths import ABSENT, compile_path
from tasks.transport.call import Failed
from tasks.transport.limiter import Limiter

EXCERPT = 120
"""Characters of a strange reply that are shown."""


class Reader:
    """Reads answers out of JSON documents by JSONPath."""

    def __init__(self, paths: ResponsePaths) -> None:
        self._answer = compile_path(paths.answer)
        self._answer_path = paths.answer
        names = ("citations", "retrieved", "input_tokens", "output_tokens", "cached_tokens", "cost", "model_version")
        given = {name: getattr(paths, name) for name in names}
        self._paths = {name: compile_path(path) for name, path in given.items() if path is not None}

    def read(self, document: Any, latency: float | None) -> Answer | Fault:
        """Take the answer out of a document.

        Args:
            document: A parsed reply.
            latency: Seconds the reply took.

        Returns:
            The answer; ``no_answer`` when nothing stands at its path, ``empty`` when it is blank. Of tokens, cost and
            the rest, whatever is absent or not of its type is unknown.
        """
        found = self._answer.first(document)
        if found is ABSENT or found is None:
            detail = f"nothing at {self._answer_path!r} in {_excerpt(_as_text(document))!r}"
            return Fault("no_answer", detail, latency)
        text = _as_text(found)
        if not text.strip():
            return Fault("empty", f"the answer at {self._answer_path!r} is blank", latency)
        return Answer(
            text=text,
            citations=self._records("citations", document),
            retrieved=self._records("retrieved", document),
            usage=Usage(*(self._count(name, document) for name in ("input_tokens", "output_tokens", "cached_tokens"))),
            cost=self._amount("cost", document),
            latency=latency,
            model_version=self._label("model_version", document),
        )

    def _first(self, name: str, document: Any) -> Any:
        path = self._paths.get(name)
        return ABSENT if path is None else path.first(document)

    def _records(self, name: str, document: Any) -> tuple[Mapping[str, Any], ...]:
        path = self._paths.get(name)
        found = [] if path is None else path.all(document)
        if len(found) == 1 and isinstance(found[0], list):
            found = found[0]
        return tuple(item if isinstance(item, dict) else {"id": item} for item in found if item is not None)

    def _count(self, name: str, document: Any) -> int | None:
        value = self._first(name, document)
        return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None

    def _amount(self, name: str, document: Any) -> float | None:
        value = self._first(name, document)
        if not isinstance(value, int | float) or isinstance(value, bool):
            return None
        return float(value) if math.isfinite(value) and value >= 0 else None

    def _label(self, name: str, document: Any) -> str | None:
        value = self._first(name, document)
        return value if isinstance(value, str) and value else None


def decode(body: bytes, latency: float | None) -> str | Fault:
    """Read a body as UTF-8 text."""
    if not body.strip():
        return Fault("empty", "the reply has no body", latency)
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Fault("bad_encoding", f"the reply is not UTF-8: {error.reason} at byte {error.start}", latency)


def parse(body: bytes, content_type: str, latency: float | None) -> Any | Fault:
    """Read a body as JSON; what it is instead is told in the fault."""
    text = decode(body, latency)
    if isinstance(text, Fault):
        return text
    try:
        document = parse_json(text)
    except NotJsonError as error:
        kind = "HTML" if "html" in content_type or text.lstrip()[:1] == "<" else "text that is no JSON"
        return Fault("not_json", f"the reply is {kind} ({error}): {_excerpt(text)!r}", latency)
    if _has_half_surrogates(text, document):
        return Fault("bad_encoding", "the reply holds half of a surrogate pair, which is not text", latency)
    return document


def response_of(failed: Failed) -> Fault | Missing:
    """Say what a failed call means: what may pass by itself is no observation, anything else is the app's doing."""
    if failed.transient or not failed.sent:
        return Missing(failed.reason, failed.detail)
    reason = "rejected" if failed.reason == "redirected" else failed.reason
    return Fault(reason, failed.detail, failed.latency)


Paid = Callable[[Answer], None]
"""Told of every exchange that was answered, each turn of a conversation by itself, whatever becomes of the answer: one
that comes too late or says nothing costs as much as any other."""


def settle(limiter: Limiter, paid: Paid, response: Response) -> Response:
    """Charge what an app says it used, its tokens to the quota: nobody knew them before the call."""
    if isinstance(response, Answer):
        paid(response)
        limiter.settle(0, (response.usage.input_tokens or 0) + (response.usage.output_tokens or 0))
    return response


def within_sla(response: Response, sla_s: float | None) -> Response:
    """An answer that comes too late for its user is a fault."""
    if sla_s is None or not isinstance(response, Answer) or response.latency is None or response.latency <= sla_s:
        return response
    return Fault("timeout", f"answered after {response.latency:.2f} s, over sla_s={sla_s!r}", response.latency)


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _excerpt(text: str) -> str:
    flat = " ".join(text[: EXCERPT * 2].split())
    return flat if len(flat) <= EXCERPT else flat[: EXCERPT - 1] + "…"


def _has_half_surrogates(text: str, document: Any) -> bool:
    if "\\ud" not in text and "\\uD" not in text:
        return False
    try:
        json.dumps(document, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        return True
    return False
