"""Values from the environment."""

from __future__ import annotations

import pytest

from tasks.transport.environment import Environment, is_secret_name

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


@pytest.mark.parametrize(
    ("name", "secret"),
    [("Authorization", True), ("X-API-Key", True), ("OPENAI_API_KEY", True), ("Cookie", True), ("Content-Type", False)],
)
def test_secrets_are_known_by_name(name: str, secret: bool) -> None:
    """Names that usual credentials have."""
    assert is_secret_name(name) is secret
