r"""Keywords and formats of JSON Schema where the library's own are not enough for answers that nobody controls.

Patterns are those of ECMA 262 (``$`` is the end of the text, ``\d`` and ``\w`` are ASCII) and have a time limit;
``uniqueItems`` is linear in the length of the array; ``multipleOf`` is exact, so that 0.3 is a multiple of 0.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import regex

if TYPE_CHECKING:
    from jsonschema import FormatChecker
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

PATTERN_SECONDS: Final = 1.0
"""Longest time that one pattern may search one text."""
_ECMA_TOKEN = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\$", re.DOTALL)
_ECMA_CLASSES: Final = {r"\d": "[0-9]", r"\D": "[^0-9]", r"\w": "[A-Za-z0-9_]", r"\W": "[^A-Za-z0-9_]", "$": r"\Z"}
_ECMA_RANGES: Final = {r"\d": "0-9", r"\w": "A-Za-z0-9_"}
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]*")
_URI_REFERENCE = re.compile(r"[^\s<>\"{}|\\^`]*")
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_HOST = re.compile(r"(?=.{1,253}\Z)(?!-)[A-Za-z0-9-]{1,63}(?<!-)(?:\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*")
_DURATION = re.compile(r"P(?!\Z)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)", re.ASCII)


def draft_of(schema: Any) -> type[Validator] | None:
    """The validator class of the draft that ``$schema`` names, 2020-12 without one; None for an unknown draft."""
    from jsonschema.validators import Draft202012Validator, validator_for

    if not isinstance(schema, Mapping) or "$schema" not in schema:
        return Draft202012Validator
    if not isinstance(schema["$schema"], str):
        return None
    # None is a default that the stubs do not know of.
    found: type[Validator] | None = validator_for(schema, default=None)  # type: ignore[arg-type]
    return found


@cache
def limited(draft: type[Validator]) -> type[Validator]:
    """A draft with the keywords of this module."""
    from jsonschema.validators import extend

    own = {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
        "uniqueItems": _unique_items,
        "multipleOf": _multiple_of,
    }
    extended: type[Validator] = extend(draft, own)  # type: ignore[no-untyped-call]
    return extended


@cache
def formats() -> FormatChecker:
    """The library's formats with our own for addresses, host names, durations and patterns."""
    from jsonschema import FormatChecker

    checker = FormatChecker()
    checker.checks("uri")(_is_uri)
    checker.checks("uri-reference")(_is_uri_reference)
    checker.checks("hostname")(_is_host)
    checker.checks("duration")(_is_duration)
    checker.checks("regex")(is_pattern)
    return checker


def is_pattern(value: object) -> bool:
    """Whether a text is a pattern that can be searched for; other values are not texts, and so are valid."""
    if not isinstance(value, str):
        return True
    try:
        _compiled(value)
    except regex.error:
        return False
    return True


def _is_uri(value: object) -> bool:
    return not isinstance(value, str) or (_URI.fullmatch(value) is not None and not _BAD_ESCAPE.search(value))


def _is_uri_reference(value: object) -> bool:
    return not isinstance(value, str) or (_URI_REFERENCE.fullmatch(value) is not None and not _BAD_ESCAPE.search(value))


def _is_host(value: object) -> bool:
    return not isinstance(value, str) or _HOST.fullmatch(value) is not None


def _is_duration(value: object) -> bool:
    return not isinstance(value, str) or _DURATION.fullmatch(value) is not None


def _ecma(pattern: str) -> str:
    """Rewrite the few tokens that Python reads otherwise."""
    return _ECMA_TOKEN.sub(_ecma_token, pattern)


def _ecma_token(match: re.Match[str]) -> str:
    token = match[0]
    if token.startswith("["):
        return re.sub(r"\\.", lambda inner: _ECMA_RANGES.get(inner[0], inner[0]), token, flags=re.DOTALL)
    return _ECMA_CLASSES.get(token, token)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> regex.Pattern[str]:
    return regex.compile(_ecma(pattern))


def _found(pattern: str, text: str) -> bool:
    return _compiled(pattern).search(text, timeout=PATTERN_SECONDS) is not None


def _pattern(validator: Any, pattern: str, instance: Any, _: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "string") and not _found(pattern, instance):
        yield _error(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        for pattern, schema in patterns.items():
            for name, value in instance.items():
                if _found(pattern, name):
                    yield from validator.descend(value, schema, path=name, schema_path=pattern)


def _additional_properties(validator: Any, allowed: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    patterns = schema.get("patternProperties", ())
    known = schema.get("properties", ())
    extra = [name for name in instance if name not in known and not any(_found(one, name) for one in patterns)]
    if validator.is_type(allowed, "object"):
        for name in extra:
            yield from validator.descend(instance[name], allowed, path=name)
    elif not allowed and extra:
        yield _error(f"members that the schema does not allow: {', '.join(map(repr, extra[:5]))}")


def _unique_items(validator: Any, unique: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if not unique or not validator.is_type(instance, "array"):
        return
    seen = set()
    for index, value in enumerate(instance):
        identity = _identity(value)
        if identity in seen:
            yield _error(f"item {index} repeats an earlier one")
            return
        seen.add(identity)


def _multiple_of(validator: Any, divisor: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "number"):
        value = Decimal(repr(instance)) if isinstance(instance, float) else Decimal(instance)
        if not value.is_finite() or (Fraction(value) / Fraction(Decimal(repr(divisor)))).denominator != 1:
            yield _error(f"{instance!r} is not a multiple of {divisor!r}")


def _identity(value: Any) -> Any:
    """A hashable stand-in: equal exactly when two JSON values are (1 and 1.0 are, 1 and true are not)."""
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, Mapping):
        return ("object", frozenset((name, _identity(member)) for name, member in value.items()))
    if isinstance(value, list):
        return ("array", tuple(map(_identity, value)))
    return value


def _error(message: str) -> ValidationError:
    from jsonschema.exceptions import ValidationError

    return ValidationError(message)
