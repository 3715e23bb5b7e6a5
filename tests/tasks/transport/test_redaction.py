"""Secrets never appear."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.transport.redaction import Redactor, secrets_in, without_userinfo


@pytest.mark.parametrize(
    ("secrets", "text", "shown"),
    [
        (["canary-1"], "Bearer canary-1!", "Bearer [redacted]!"),
        (["a b/c"], "q=a%20b%2Fc", "q=[redacted]"),
        (['say "x"'], r'{"k": "say \"x\""}', '{"k": "[redacted]"}'),
        (["key1", "key12"], "key12 key1", "[redacted] [redacted]"),
        (["abc"], "abc", "abc"),
        (["k/e&y"], r'"k\/e&y" "k/e\u0026y"', '"[redacted]" "[redacted]"'),
        (["true", "null", "8080", "0.25", "2024-10-21"], '{"a": true, "b": 8080}', '{"a": true, "b": 8080}'),
        (["12345678"], "12345678", "[redacted]"),
        ([], "nothing to hide", "nothing to hide"),
    ],
)
def test_secrets_are_masked_in_every_form(secrets: list[str], text: str, shown: str) -> None:
    """Plain, percent-encoded and JSON-escaped; longest first; what is too short or plain is no secret."""
    redact = Redactor(secrets)
    assert redact(text) == shown
    assert redact.in_bytes(text.encode()) == shown.encode()


@given(secret=st.text(st.characters(codec="utf-8"), min_size=12, max_size=20), around=st.text(max_size=20))
@settings(max_examples=100)
def test_no_form_of_a_secret_survives(secret: str, around: str) -> None:
    """Neither the value nor its usual encodings are left in a text."""
    redact = Redactor([secret])
    for form in (secret, quote(secret, safe=""), json.dumps(secret)[1:-1]):
        # A text may contain the secret only where the mask itself does.
        assert (
            form not in redact(around + form + around) or form in "[redacted]" or form in around + "[redacted]" + around
        )


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://user:pw@host:8443/a?b=c", "https://host:8443/a?b=c"),
        ("http://host/a", "http://host/a"),
        ("/login?next=%2F", "/login?next=%2F"),
    ],
)
def test_user_and_password_are_taken_out_of_an_address(url: str, shown: str) -> None:
    """An address is shown without its userinfo."""
    assert without_userinfo(url) == shown


@pytest.mark.parametrize(
    ("url", "secrets"),
    [
        ("https://bob:p%40ss@host/", {"p%40ss", "p@ss", "Ym9iOnBAc3M="}),
        ("https://bob@host/", set()),
        ("https://host/", set()),
        ("https://[", set()),
    ],
)
def test_a_password_in_an_address_is_known_in_every_form_it_is_sent_in(url: str, secrets: set[str]) -> None:
    """A service may echo the header that we made of it."""
    assert secrets_in(url) == secrets
