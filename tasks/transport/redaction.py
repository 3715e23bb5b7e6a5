"""Keeps secrets out of everything that is written down."""

from __future__ import annotations

import json
from collections.abc import Iterable
from urllib.parse import quote, urlsplit

MASK = "[redacted]"
SHORTEST_SECRET = 4
"""Characters; a shorter value is no secret, and masking it would garble every text."""


class Redactor:
    """Replaces known secret values wherever they occur, also percent-encoded or escaped as in JSON."""

    __slots__ = ("_encoded", "_forms")

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {secret for secret in secrets if len(secret) >= SHORTEST_SECRET}
        forms = {form for secret in known for form in _forms_of(secret)}
        # Longest first: a secret that contains another must not leave its own rest behind.
        self._forms = tuple(sorted(forms, key=len, reverse=True))
        self._encoded = tuple(form.encode() for form in self._forms)

    def __call__(self, text: str) -> str:
        """Return ``text`` with every secret replaced by ``[redacted]``."""
        for form in self._forms:
            text = text.replace(form, MASK)
        return text

    def in_bytes(self, body: bytes) -> bytes:
        """The same for a body in UTF-8."""
        for form in self._encoded:
            body = body.replace(form, MASK.encode())
        return body


def _forms_of(secret: str) -> set[str]:
    return {secret, quote(secret, safe=""), json.dumps(secret)[1:-1]}


def without_userinfo(url: str) -> str:
    """Return ``url`` without the user name and password that it may carry."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url.rpartition("@")[2]
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
