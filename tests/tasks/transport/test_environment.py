"""Values from the environment."""

from __future__ import annotations

import pytest

from tasks.transport.environment import Environment, is_secret_name, likely_secrets

VARIABLES = {"KEY": "canary-key-123", "HOST": "app.example", "EMPTY": ""}


@pytest.mark.parametrize(
    ("text", "filled", "problem"),
    [
        ("Bearer ${KEY}", "Bearer canary-key-123", None),
        ("${HOST}:${HOST}", "app.example:app.example", None),
        ("plain $KEY {KEY}", "plain $KEY {KEY}", None),
        ("${ABSENT}", "", "x: environment variable 'ABSENT' is not set"),
        ("${EMPTY}", "", "x: environment variable 'EMPTY' is empty"),
        ("${not a name}", "", "x: '${not a name}' is no variable; write ${NAME}"),
        ("${KEY", "", "x: '${KEY' is no variable; write ${NAME}"),
        ("${}", "", "x: '${}' is no variable; write ${NAME}"),
    ],
)
def test_variables_are_filled_in_or_named(text: str, filled: str, problem: str | None) -> None:
    """What is not set is a problem that names the setting and the variable."""
    environment = Environment(VARIABLES)
    assert environment.fill(text, "x") == filled
    assert [found.message for found in environment.problems] == ([problem] if problem else [])


def test_filled_in_values_and_literal_keys_are_secrets() -> None:
    """Values from the environment are hidden, and so is a key somebody wrote into the file."""
    environment = Environment(VARIABLES)
    environment.fill_all({"X-Tenant": "${HOST}", "Authorization": "Bearer literal-key", "X-Plain": "plain"}, "headers")
    assert environment.secrets == {"app.example", "literal-key"}


def test_an_address_is_no_secret() -> None:
    """An address is needed in messages."""
    environment = Environment(VARIABLES)
    environment.fill("https://${HOST}/", "url", hide=False)
    assert environment.secrets == set()


@pytest.mark.parametrize("url", ["https://${HOST}/${KEY}/ask", "https://${HOST}/?code=${SAS}&v=1"])
def test_a_key_in_an_address_is_a_secret(url: str) -> None:
    """By the name of its variable, or because it stands in the query."""
    environment = Environment({**VARIABLES, "SAS": "canary-key-123"})
    environment.fill(url, "url", hide=False)
    assert environment.secrets == {"canary-key-123"}


@pytest.mark.parametrize("name", ["", "two words", "a:b", "gebühr"])
def test_what_is_no_name_of_a_header_is_told(name: str) -> None:
    """It would be sent as it is."""
    environment = Environment({})
    environment.fill_headers({name: "x", "X-Fine_1": "x"}, "headers")
    assert [problem.message for problem in environment.problems] == [f"headers: {name!r} is no name of a header"]


def test_every_text_of_a_value_is_filled() -> None:
    """However deep, and nothing else."""
    environment = Environment(VARIABLES)
    value = {"auth": [{"key": "${KEY}"}, 1, None], "q": "{{prompt}}"}
    assert environment.fill_value(value, "request") == {"auth": [{"key": "canary-key-123"}, 1, None], "q": "{{prompt}}"}
    assert environment.fill_value("${GONE}", "request") == ""
    assert environment.secrets == {"canary-key-123"}
    environment.fill_value({"a": ["${GONE}"]}, "request")
    assert environment.problems[-1].message == "request.a.0: environment variable 'GONE' is not set"


@pytest.mark.parametrize("key", ["canary-key-123\n", "canary\u201dkey", "canary\x00"])
def test_a_value_that_no_header_can_carry_is_told_without_it(key: str) -> None:
    """A key out of a file with its line break, or out of a document with its quotation marks."""
    environment = Environment({"KEY": key})
    environment.fill_headers({"authorization": "Bearer ${KEY}", "accept": "a/b; q=0.1"}, "targets.app.headers")
    (problem,) = environment.problems
    assert problem.message.startswith("targets.app.headers.authorization: the value holds a line break or")
    assert "canary" not in problem.message


@pytest.mark.parametrize(
    ("name", "secret"),
    [("Authorization", True), ("X-API-Key", True), ("OPENAI_API_KEY", True), ("Cookie", True), ("Content-Type", False)],
)
def test_secrets_are_known_by_name(name: str, secret: bool) -> None:
    """Names that usual credentials have."""
    assert is_secret_name(name) is secret


@pytest.mark.parametrize(
    ("name", "value", "is_likely"),
    [
        ("OPENAI_API_KEY", "sk-canary-123", True),
        ("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG", True),
        ("github_token", "ghp_16C7e42F292c", True),
        ("DB_PASSWORD", "correct horse 1 battery", True),
        ("POSTGRES_PASSWORD", "postgres", False),
        ("DB_PASSWORD", "hunter2", False),
        ("TOKENIZERS_PARALLELISM", "false-0123456789", False),
        ("KEYBOARD_LAYOUT", "us-international-105", False),
        ("XDG_SESSION_DESKTOP", "ubuntu-session-24", False),
        ("PATH", "/usr/local/bin:/usr/bin1", False),
    ],
)
def test_what_has_the_name_and_the_looks_of_a_key_is_one(name: str, value: str, is_likely: bool) -> None:
    """A word that may be a password is left alone: hiding it would garble answers."""
    assert likely_secrets({name: value}) == ({value} if is_likely else set())
