"""Values from the environment: filled in where the configuration asks for them, and known as secrets from then on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from evals.errors import Problem

_VARIABLE = re.compile(r"\$\{([^}]*)\}?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SECRET_NAME = re.compile(r"auth|key|token|secret|passw|credential|cookie|session", re.IGNORECASE)
_KEY_NAME = re.compile(r"(?:^|_)(?:key|apikey|token|secret|password|passwd|credentials?)(?:_|$)", re.IGNORECASE)
SHORTEST_LIKELY = 12
"""Characters of a value that nobody has called a secret."""
_HEADER = re.compile(r"[\t -~]*")
"""What a header can carry."""
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""A token (RFC 9110, 5.6.2)."""
_SCHEME = re.compile(r"(?:Bearer|Basic|Token)\s+", re.IGNORECASE)


def is_secret_name(name: str) -> bool:
    """Whether a header or variable of this name holds a secret."""
    return _SECRET_NAME.search(name) is not None


def likely_secrets(variables: Mapping[str, str]) -> set[str]:
    """Values that are keys by their names and by their looks: a process that has the whole environment may tell them.

    A word such as ``postgres`` is left alone, though it may be a password: hiding it would garble answers.
    """
    return {value for name, value in variables.items() if _KEY_NAME.search(name) and _looks_random(value)}


def _looks_random(value: str) -> bool:
    kinds = (str.isdigit, str.isalpha)
    return len(value) >= SHORTEST_LIKELY and all(any(map(kind, value)) for kind in kinds) and value.isprintable()


class Environment:
    """Fills ``${VARIABLE}`` in; collects what is wrong and what must be hidden."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.variables = variables
        self.problems: list[Problem] = []
        self.secrets: set[str] = set()

    def fill(self, text: str, where: str, *, hide: bool = True) -> str:
        """Replace each ``${VARIABLE}`` by its value.

        Args:
            text: As configured.
            where: The setting, for messages.
            hide: Whether all values are secrets, or only those in a query and of variables that are named like keys.
        """

        def value_of(found: re.Match[str]) -> str:
            value = self._value(found, where)
            if value and (hide or "?" in text[: found.start()] or _KEY_NAME.search(found[1])):
                self.secrets.add(value)
            return value

        return _VARIABLE.sub(value_of, text)

    def fill_all(self, texts: Mapping[str, str], where: str) -> dict[str, str]:
        """Fill every value of a mapping, headers for instance; under secret names even literal values are hidden."""
        filled = {name: self.fill(text, f"{where}.{name}") for name, text in texts.items()}
        self.secrets.update(_SCHEME.sub("", value) for name, value in filled.items() if value and is_secret_name(name))
        return filled

    def fill_value(self, value: Any, where: str) -> Any:
        """Fill all texts of a JSON value."""
        if isinstance(value, str):
            return self.fill(value, where)
        if isinstance(value, Mapping):
            return {name: self.fill_value(inner, f"{where}.{name}") for name, inner in value.items()}
        if isinstance(value, list):
            return [self.fill_value(inner, f"{where}.{number}") for number, inner in enumerate(value)]
        return value

    def fill_headers(self, texts: Mapping[str, str], where: str) -> dict[str, str]:
        """The same for headers, whose values must be fit to be sent."""
        filled = self.fill_all(texts, where)
        for name, value in filled.items():
            if not _HEADER_NAME.fullmatch(name):
                self.problems.append(Problem(f"{where}: {name!r} is no name of a header"))
            self.require_sendable(value, f"{where}.{name}")
        return filled

    def require_sendable(self, value: str, where: str) -> None:
        """Note a value that no header can carry; a key that was read from a file often ends with its line break."""
        if not _HEADER.fullmatch(value):
            self.problems.append(Problem(f"{where}: the value holds a line break or a character that is not ASCII"))

    def _value(self, found: re.Match[str], where: str) -> str:
        name = found[1]
        if not found[0].endswith("}") or not _NAME.fullmatch(name):
            self.problems.append(Problem(f"{where}: {found[0]!r} is no variable; write ${{NAME}}"))
            return ""
        value = self.variables.get(name, "")
        if not value:
            state = "empty" if name in self.variables else "not set"
            self.problems.append(Problem(f"{where}: environment variable {name!r} is {state}"))
        return value
