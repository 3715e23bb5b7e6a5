"""The HTTP service.

::

    POST /v1/answer   a question, answered with citations
    GET  /healthz     200 once the index is built
    GET  /stats       how many requests were received, answered and failed

Every error is JSON: ``{"error": {"code": ..., "message": ..., "details": [...]}}``.
"""

from __future__ import annotations

import hmac
import os
import socket
from dataclasses import asdict, dataclass
from functools import partial
from http import HTTPStatus
from random import Random
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from deployments.demo.answering.index import Passage
from deployments.demo.asking.conversation import Message
from deployments.demo.assistant import Assistant, Reply, tokens_used
from deployments.demo.corpus.pages import read_pages
from deployments.demo.generators import find_generator
from deployments.demo.variants import Faults, find_variant
from evals.errors import InputError

API_KEY_VARIABLE = "DEMO_API_KEY"
"""Environment variable with the bearer token that callers must send; when it is unset or empty, none is needed."""
_BODY_LIMIT = 2_000_000
"""Bytes of a request body; a pasted document of 300,000 words is the most that anybody needs."""
_CUT_ANSWER = b'{"answer": "According to Billing and refunds: Annual plans can be refun'
_BAD_GATEWAY = (
    "<!doctype html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n"
)


class MessageBody(BaseModel):
    """One message of a conversation."""

    model_config = ConfigDict(extra="forbid")

    role: Literal["user", "assistant", "system"]
    content: str


class AnswerBody(BaseModel):
    """Body of ``POST /v1/answer``."""

    model_config = ConfigDict(extra="forbid")

    prompt: str | None = Field(default=None, description="a single question; use messages for a conversation")
    messages: list[MessageBody] | None = Field(
        default=None, description="a conversation whose last message is the user's"
    )
    context: str | list[str] | None = Field(default=None, description="text to search together with the docs")
    response_format: Literal["text", "json"] | None = None

    @model_validator(mode="after")
    def _asks_something(self) -> AnswerBody:
        if not self.messages and not (self.prompt or "").strip():
            raise ValueError("one of prompt and messages is required and must not be empty")
        if self.messages and (self.messages[-1].role != "user" or not self.messages[-1].content.strip()):
            raise ValueError(
                f"the last of messages must be a user message with text, got {self.messages[-1].model_dump()!r}"
            )
        return self

    @property
    def conversation(self) -> list[Message]:
        """The messages; a prompt is a conversation of one."""
        if self.messages:
            return [Message(message.role, message.content) for message in self.messages]
        return [Message("user", self.prompt or "")]

    @property
    def handed_text(self) -> str:
        """The context as one text."""
        return "\n\n".join(self.context) if isinstance(self.context, list) else self.context or ""


@dataclass(slots=True)
class Stats:
    """Counters since the start of the process."""

    received: int = 0
    """Calls of ``POST /v1/answer``, refused ones included."""
    answered: int = 0
    """Calls that got a whole answer."""
    failed: int = 0
    """Calls that a broken variant answered with a fault."""


class ServiceError(HTTPException):
    """An error that becomes a JSON body."""

    def __init__(self, status: int, code: str, message: str, details: list[dict[str, Any]] | None = None) -> None:
        super().__init__(status, message)
        self.code = code
        self.details = details or []


def build_app(assistant: Assistant, *, in_thread: bool = False) -> Starlette:
    """The ASGI app; ``in_thread`` gives each answer a thread, for generators that take seconds."""
    routes = [
        Route("/v1/answer", _answer, methods=["POST"]),
        Route("/healthz", _healthz),
        Route("/stats", _stats),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _error})
    app.state.assistant = assistant
    app.state.stats = Stats()
    app.state.api_key = os.environ.get(API_KEY_VARIABLE, "")
    app.state.in_thread = in_thread
    return app


async def _healthz(request: Request) -> JSONResponse:
    variant = request.app.state.assistant.variant
    return JSONResponse({"status": "ok", "variant": variant.name, "model_version": variant.model_version})


async def _stats(request: Request) -> JSONResponse:
    return JSONResponse(asdict(request.app.state.stats))


async def _answer(request: Request) -> Response:
    stats: Stats = request.app.state.stats
    assistant: Assistant = request.app.state.assistant
    stats.received += 1
    _authorise(request)
    body = await _read(request)
    rng = assistant.draw()
    fault = draw_fault(assistant.variant.faults, rng.random())
    if fault is not None:
        stats.failed += 1
        return fault
    response = await _whole_answer(request, assistant, body, rng)
    stats.answered += 1
    return response


async def _whole_answer(request: Request, assistant: Assistant, body: AnswerBody, rng: Random) -> JSONResponse:
    """Quoting takes milliseconds and is done in place; a language model takes seconds and gets a thread."""
    work = partial(assistant.reply, body.conversation, rng, body.handed_text, json=body.response_format == "json")
    reply = await run_in_threadpool(work) if request.app.state.in_thread else work()
    return JSONResponse(_payload(body, reply, assistant.variant.model_version))


def draw_fault(faults: Faults, draw: float) -> Response | None:
    """The faulty response for a draw from 0 to 1; None for a whole answer."""
    if draw < faults.error:
        return _error_response(500, "internal_error", "the answerer ran out of memory")
    if draw < faults.error + faults.html:
        return HTMLResponse(_BAD_GATEWAY, 502)
    if draw < faults.error + faults.html + faults.broken_json:
        return Response(_CUT_ANSWER, 200, media_type="application/json")
    return None


def _authorise(request: Request) -> None:
    expected = request.app.state.api_key
    sent = request.headers.get("authorization", "").removeprefix("Bearer ")
    if expected and not hmac.compare_digest(sent.encode(), expected.encode()):
        raise ServiceError(401, "unauthorized", f"send the bearer token of the variable {API_KEY_VARIABLE}")


async def _read(request: Request) -> AnswerBody:
    raw = await request.body()
    if len(raw) > _BODY_LIMIT:
        raise ServiceError(413, "too_large", f"the body must be at most {_BODY_LIMIT} bytes, got {len(raw)}")
    try:
        return AnswerBody.model_validate_json(raw)
    except ValidationError as error:
        details = [{"field": ".".join(map(str, found["loc"])), "message": found["msg"]} for found in error.errors()]
        raise ServiceError(422, "invalid_request", "the body is not a valid request", details) from error


def _payload(body: AnswerBody, reply: Reply, model_version: str) -> dict[str, Any]:
    read, written = tokens_used(body.conversation, body.handed_text, reply)
    return {
        "answer": reply.text,
        "citations": [_place(passage) for passage in reply.sources],
        "retrieved": [
            _place(passage) | {"text": passage.chunk.text, "score": round(passage.score, 4)}
            for passage in reply.retrieved
        ],
        "usage": {"input_tokens": read, "output_tokens": written},
        "model_version": model_version,
    }


def _place(passage: Passage) -> dict[str, Any]:
    return {"doc": passage.chunk.doc, "title": passage.chunk.title, "section": passage.chunk.section}


async def _error(_request: Request, error: Exception) -> Response:
    """Starlette's own errors (404, 405) get the same form."""
    if isinstance(error, ServiceError):
        return _error_response(error.status_code, error.code, error.detail, error.details)
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _error_response(
        status, HTTPStatus(status).name.lower(), HTTPStatus(status).description or HTTPStatus(status).phrase
    )


def _error_response(status: int, code: str, message: str, details: list[dict[str, Any]] | None = None) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": message, "details": details or []}}, status)


def bind(host: str, port: int) -> socket.socket:
    """Take the address before anything is read, so that a used one is known at once.

    Raises:
        InputError: the address is in use or is not ours.
    """
    taken = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except OSError as error:
        taken.close()
        raise InputError(
            f"cannot listen on host {host!r}, port {port!r}: {error.strerror or error}", host=host, port=port
        ) from error
    return taken


def run(
    listening: socket.socket, variant: str = "good", seed: int | None = None, generator: str = "extractive"
) -> None:
    """Read and index the pages, then serve on a bound socket until a signal stops it.

    Nothing answers on the socket before the index is built, so that an answer of ``/healthz`` means ready.

    Raises:
        InputError: unknown variant or generator, or a generator whose packages are missing.
    """
    import uvicorn

    assistant = Assistant(read_pages(), find_variant(variant), seed, find_generator(generator))
    app = build_app(assistant, in_thread=generator != "extractive")
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off", ws="none")
    uvicorn.Server(config).run(sockets=[listening])
