"""Keeps secrets out of everything that is written down."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable
from urllib.parse import quote, unquote, urlsplit

MASK = "[redacted]"
SHORTEST_SECRET = 4
"""Characters; a shorter value is no secret, and masking it would garble every text."""
_PLAIN = re.compile(r"true|false|null|[-+.0-9]{1,7}|\d{4}-\d\d-\d\d")
"""Switches, short numbers, days: no secrets either, and a reply in which they are masked would be no JSON any more."""
_ESCAPES = (str.maketrans({"/": r"\/"}), str.maketrans({"&": r"\u0026", "<": r"\u003c", ">": r"\u003e"}))
"""What the JSON writers of PHP and of Go escape besides."""


class Redactor:
    """Replaces known secret values wherever they occur, also percent-encoded or escaped as in JSON."""

    __slots__ = ("_encoded", "_forms")

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {secret for secret in secrets if len(secret) >= SHORTEST_SECRET and not _PLAIN.fullmatch(secret)}
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
    escaped = json.dumps(secret)[1:-1]
    return {secret, quote(secret, safe=""), escaped, *(escaped.translate(escapes) for escapes in _ESCAPES)}


def secrets_in(url: str) -> set[str]:
    """The password in an address, as it stands there, decoded, and as a Basic credential; empty without one."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return set()
    if not parts.password:
        return set()
    user, password = unquote(parts.username or ""), unquote(parts.password)
    return {parts.password, password, b64encode(f"{user}:{password}".encode()).decode()}


def without_userinfo(url: str) -> str:
    """Return ``url`` without the user name and password that it may carry."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url.rpartition("@")[2]
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
