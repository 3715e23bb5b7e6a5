"""The check vocabularies that people already write, read into the one that is used inside.

Single checks of other spellings are renamed (``canonical``); a pack's rules and a metrics configuration become
several checks (``pack_rules``, and ``metric_rules`` in ``evals.checks.metric_rules``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from evals.cases.validation import suggestion
from evals.errors import InvalidCheck

PACK_RULES: Final = ("expectedContains", "forbiddenContains", "minOutputChars", "maxOutputChars")
"""Keys of a pack's case that are checks."""

TYPE_SPELLINGS: Final[Mapping[str, str]] = {
    "json_validity": "format",
    "forbidden_content": "forbidden",
    "regex_match": "regex",
}
"""Other names of types: spelling to canonical type."""

PARAMETER_SPELLINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "contains": {"value": "terms"},
    "forbidden": {"value": "patterns"},
    "regex": {"value": "pattern"},
    "retrieval": {"contains": "terms"},
}
"""Other names of parameters by canonical type: spelling to canonical parameter."""

_FIXED: Final[Mapping[str, Mapping[str, Any]]] = {"json_validity": {"value": "json"}}
# Parameters that are lists in the canonical spelling, and may be written as one text in another.
_LISTS: Final = frozenset({"terms", "patterns"})


def canonical(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Rename the type and parameters of one check; what is unknown stays as it is and is refused later.

    Raises:
        InvalidCheck: a parameter is given in two spellings.
    """
    written = raw.get("type")
    if not isinstance(written, str):
        return dict(raw)
    kind = TYPE_SPELLINGS.get(written, written)
    renames = PARAMETER_SPELLINGS.get(kind, {})
    _refuse_doubles(raw, renames)
    parameters = {renames.get(key, key): _as_list(key, value, renames) for key, value in raw.items()}
    return {**_FIXED.get(written, {}), **parameters, "type": kind}


def _refuse_doubles(raw: Mapping[str, Any], renames: Mapping[str, str]) -> None:
    doubles = [(key, name) for key, name in renames.items() if key in raw and name in raw]
    if doubles:
        raise InvalidCheck([f"{key!r} is another spelling of {name!r}: give one of them" for key, name in doubles])


def _as_list(key: str, value: Any, renames: Mapping[str, str]) -> Any:
    return [value] if renames.get(key) in _LISTS and isinstance(value, str) else value


def pack_rules(raw: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """Canonical checks for the rules of a pack's case, each named after its rule.

    ``forbiddenContains`` holds literal text: it is the negation of ``contains``, not a list of patterns.

    Raises:
        InvalidCheck: an unknown key, or a smallest length above the largest.
    """
    unknown = [key for key in raw if key not in PACK_RULES]
    if unknown:
        raise InvalidCheck([f"unknown rule {key!r}{suggestion(key, PACK_RULES, listed=True)}" for key in unknown])
    _refuse_crossed(raw.get("minOutputChars"), raw.get("maxOutputChars"))
    return tuple({**_pack_rule(key, raw[key]), "name": key} for key in PACK_RULES if key in raw)


def _pack_rule(key: str, value: Any) -> dict[str, Any]:
    if key == "expectedContains":
        return {"type": "contains", "terms": value}
    if key == "forbiddenContains":
        return {"type": "not", "check": {"type": "contains", "terms": value, "mode": "any"}}
    return {"type": "min_length" if key == "minOutputChars" else "max_length", "value": value}


def _refuse_crossed(smallest: Any, largest: Any) -> None:
    if isinstance(smallest, int) and isinstance(largest, int) and smallest > largest:
        raise InvalidCheck([f"minOutputChars must not exceed maxOutputChars, got {smallest!r} and {largest!r}"])
