"""Targets as configured."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from evals.errors import ConfigError, InputError
from tasks.targets.config import TargetConfig, with_endpoint
from tasks.targets.filling import fill_in

ADAPTER: TypeAdapter[TargetConfig] = TypeAdapter(TargetConfig)
ENV = {"KEY": "canary-key-123", "PATH": "/usr/bin:/bin", "OPENAI_API_KEY": "o", "ANTHROPIC_API_KEY": "a"}
HTTP: dict[str, Any] = {"kind": "http", "url": "http://app.example/ask"}
GOOD: list[dict[str, Any]] = [
    HTTP,
    {**HTTP, "headers": {"Authorization": "Bearer ${KEY}"}, "request": {"m": "{{turns}}"}, "sla_s": 5},
    {**HTTP, "url": "http://127.0.0.1:{port}/ask", "start": {"command": ["cat"], "ready": "http://127.0.0.1:{port}/"}},
    {**HTTP, "stream": {"text": "$.delta"}},
    {"kind": "openai", "model": "gpt-x", "api_key": "${KEY}"},
    {"kind": "openai", "api": "responses", "model": "gpt-x", "effort": "low", "stream": True},
    {"kind": "anthropic", "model": "claude-x", "system": "Answer {{case_id}}."},
    {"kind": "python", "function": "my.app:answer"},
    {"kind": "command", "command": ["sh", "-c", "cat"], "format": "text"},
    {"kind": "recorded", "path": "answers.jsonl"},
    {"kind": "recorded", "role": "candidate"},
]


@pytest.mark.parametrize("raw", GOOD)
def test_every_kind_is_read(raw: dict[str, Any]) -> None:
    """Each kind of target is told apart by its kind, and its environment can be filled in."""
    config = ADAPTER.validate_python(raw)
    assert len(fill_in("t", config, ENV).fingerprint) == 64


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"kind": "telnet"}, "tag 'telnet'"),
        ({"url": "http://x"}, "discriminator 'kind'"),
        ({**HTTP, "adress": "x"}, "Extra inputs are not permitted"),
        ({**HTTP, "timeout_s": 0}, "greater than 0"),
        ({**HTTP, "parallel": 0}, "greater than or equal to 1"),
        ({**HTTP, "request": {"q": "{{promt}}"}}, "placeholder 'promt' is unknown"),
        ({**HTTP, "url": "http://x/{{promt}}"}, "placeholder 'promt' is unknown"),
        ({**HTTP, "response": {"answer": "$.a["}}, r"'\$\.a\[' is no JSONPath"),
        ({**HTTP, "url": "http://127.0.0.1:{port}/"}, "which only a target with 'start' has"),
        ({**HTTP, "start": {"command": ["cat"], "ready": "ftp://x"}}, "is no http or https address"),
        ({**HTTP, "start": {"command": [], "ready": "http://x"}}, "at least 1 item"),
        ({**HTTP, "request": {"q": "prompt"}}, "every case would be asked the same"),
        ({**HTTP, "method": "GET"}, "no placeholder such as {{prompt}} in url"),
        ({"kind": "python", "function": "no colon"}, "should match pattern"),
        ({"kind": "recorded"}, "give either path or role"),
        ({"kind": "recorded", "path": "x", "role": "actual"}, "give either path or role"),
        ({"kind": "openai", "model": ""}, "at least 1 character"),
        (
            {"kind": "openai", "model": "m", "prompt": "Answer!"},
            "no placeholder such as {{prompt}} in prompt 'Answer!'",
        ),
        ({"kind": "anthropic", "model": "m", "prompt": "{{prompt"}, "'{{' without '}}'"),
        (
            {"kind": "openai", "model": "m", "headers": {"x-case": "{{case_id}}"}},
            "header 'x-case' is sent as it stands",
        ),
        ({**HTTP, "headers": {"x-case": "{{case_id}}"}}, "header 'x-case' is sent as it stands"),
        ({"kind": "python", "function": "a:b", "request": {"q": 1}}, "no placeholder such as {{prompt}} in request"),
        ({"kind": "command", "command": ["a"], "request": "hi"}, "no placeholder such as {{prompt}} in request"),
    ],
)
def test_a_bad_configuration_is_refused(raw: dict[str, Any], message: str) -> None:
    """Each rule has its message."""
    with pytest.raises(ValidationError, match=message):
        ADAPTER.validate_python(raw)


@pytest.mark.parametrize(
    ("changes", "messages"),
    [
        (
            {"headers": {"Authorization": "${A}", "X": "${B}"}, "url": "http://${C}"},
            [
                "targets.t.url: environment variable 'C' is not set",
                "targets.t.headers.Authorization: environment variable 'A' is not set",
                "targets.t.headers.X: environment variable 'B' is not set",
            ],
        ),
        ({"url": "app.example/ask"}, ["targets.t.url: 'app.example/ask' is no http or https address"]),
        ({"url": "http://x:99999/"}, ["targets.t.url: 'http://x:99999/' is no http or https address"]),
    ],
)
def test_what_the_environment_lacks_is_told_all_at_once(changes: dict[str, Any], messages: list[str]) -> None:
    """Every variable that is not set is named, before anything is called."""
    config = ADAPTER.validate_python({**HTTP, **changes})
    with pytest.raises(ConfigError) as caught:
        fill_in("t", config, ENV)
    assert [problem.message for problem in caught.value.problems] == messages


def test_a_program_that_is_not_there_is_told() -> None:
    """A command is looked for before the run."""
    config = ADAPTER.validate_python({"kind": "command", "command": ["no-such-program"]})
    with pytest.raises(ConfigError, match="'no-such-program' is not an executable program"):
        fill_in("t", config, ENV)


def fingerprint(env: dict[str, str] | None = None, **changes: Any) -> str:
    """Of a target with a key, started by a command."""
    start = {
        "command": ["cat", "good"],
        "ready": "http://127.0.0.1:{port}/",
        "env": {"MODEL": "${M}", "A_KEY": "${K}"},
    }
    raw = {**HTTP, "headers": {"Authorization": "Bearer ${K}", "X-Model": "${M}"}, "start": start, **changes}
    return fill_in("t", ADAPTER.validate_python(raw), env or {"K": "key-one", "M": "m-1"}).fingerprint


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({}, True),
        ({"env": {"K": "another-key", "M": "m-1"}}, True),
        ({"parallel": 4, "requests_per_minute": 60}, True),
        ({"env": {"K": "key-one", "M": "m-2"}}, False),
        ({"url": "http://app.example/v2/ask"}, False),
        ({"request": {"question": "{{prompt}}"}}, False),
        ({"timeout_s": 5}, False),
        ({"response": {"answer": "$.text"}}, False),
        ({"start": {"command": ["cat", "bad"], "ready": "http://127.0.0.1:{port}/"}}, False),
    ],
)
def test_the_fingerprint_is_of_what_decides_answers(changes: dict[str, Any], same: bool) -> None:
    """Keys and pace leave it as it is; whatever may change an answer changes it."""
    assert (fingerprint(**changes) == fingerprint()) is same


def test_a_renewed_key_in_the_address_is_the_same_target() -> None:
    """As one in a header is."""
    url = "http://app.example/ask?key=${APP_KEY}"
    first, second = (fingerprint({"K": "k", "M": "m", "APP_KEY": key}, url=url) for key in ("key-one", "key-two"))
    assert first == second


def test_surroundings_hide_their_secrets() -> None:
    """The redactor of a target knows its keys and the password of its address."""
    config = ADAPTER.validate_python({**HTTP, "url": "http://u:pass-word@x/", "headers": {"X": "${KEY}"}})
    assert fill_in("t", config, ENV).access.redact("pass-word canary-key-123") == "[redacted] [redacted]"


def test_another_endpoint_replaces_the_address_and_the_start() -> None:
    """What is asked elsewhere is not started here."""
    config = ADAPTER.validate_python(GOOD[2])
    moved = with_endpoint(config, "https://staging.example/ask")
    assert (getattr(moved, "url", None), moved.start) == ("https://staging.example/ask", None)


@pytest.mark.parametrize(
    ("raw", "endpoint", "message"),
    [
        (HTTP, "staging", "'staging' is no http or https address"),
        (GOOD[-1], "http://x", "kind 'recorded' has no address"),
        ({**HTTP, "url": "http://x/{{prompt}}", "method": "GET"}, "http://y", "'http://y': no placeholder such as"),
        (HTTP, "http://y/{{promt}}", "placeholder 'promt' is unknown"),
    ],
)
def test_an_endpoint_that_cannot_be_asked_is_refused(raw: dict[str, Any], endpoint: str, message: str) -> None:
    """No address, or a target without one."""
    with pytest.raises(InputError, match=message):
        with_endpoint(ADAPTER.validate_python(raw), endpoint)
