"""Requests from templates.

``"{{name}}"`` as a whole value is replaced by the value itself, of whatever JSON type; ``{{name}}`` inside a longer
string is replaced by its text. ``"{{name?}}"`` drops the member or item when there is no value. Only the template is
searched for names: what is filled in stands as it is, ``{{braces}}`` included.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

NAMES = ("prompt", "input", "context", "turns", "history", "case_id", "trial", "metadata")
"""What a template may refer to; ``input.x`` and ``metadata.x`` reach into objects."""

_PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)(\?)?\s*\}\}")
_ANY_BRACES = re.compile(r"\{\{.*?\}\}", re.DOTALL)


class TemplateError(ValueError):
    """A template refers to something that does not exist."""


class _Dropped:
    """Marks a member or item that is left out."""


_DROPPED = _Dropped()
_Render = Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Template:
    """A JSON template, checked."""

    render: _Render
    """Takes the values by name and returns the filled-in JSON value."""


def compile_template(raw: Any) -> Template:
    """Check a JSON value with placeholders and make it ready.

    Raises:
        TemplateError: A placeholder is malformed or refers to an unknown name.
    """
    for text in _strings(raw):
        _check(text)
    render = _compile(raw)

    def checked(values: Mapping[str, Any]) -> Any:
        rendered = render(values)
        return None if rendered is _DROPPED else rendered

    return Template(checked)


def has_placeholder(raw: Any) -> bool:
    """Whether a template depends on the case at all."""
    return any(_PLACEHOLDER.search(text) for text in _strings(raw))


def render_url(template: str, values: Mapping[str, Any]) -> str:
    """Fill placeholders of an address in, percent-encoded."""
    return _PLACEHOLDER.sub(lambda found: quote(as_text(look_up(found[1], values)), safe=""), template)


def check_text(template: str) -> None:
    """Check the placeholders of one string.

    Raises:
        TemplateError: As for ``compile_template``.
    """
    _check(template)


def look_up(name: str, values: Mapping[str, Any]) -> Any:
    """Follow a dotted name; None when something on the way is not there."""
    value: Any = values
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def as_text(value: Any) -> str:
    """Show a value inside a string: text as it is, nothing as nothing, anything else as JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False, default=dict)


def _strings(raw: Any) -> Iterator[str]:
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, Mapping):
        for value in raw.values():
            yield from _strings(value)
    elif isinstance(raw, list | tuple):
        for value in raw:
            yield from _strings(value)


def _check(text: str) -> None:
    if "{{" in _ANY_BRACES.sub("", text):
        raise TemplateError(f"'{{{{' without '}}}}' in {text!r}")
    for braces in _ANY_BRACES.findall(text):
        found = _PLACEHOLDER.fullmatch(braces)
        if found is None:
            raise TemplateError(f"{braces!r} is no placeholder; write {{{{name}}}}, with a name of {', '.join(NAMES)}")
        if found[1].split(".")[0] not in NAMES:
            raise TemplateError(f"placeholder {found[1]!r} is unknown; known are {', '.join(NAMES)}")


def _compile(raw: Any) -> _Render:
    if isinstance(raw, str):
        return _compile_text(raw)
    if isinstance(raw, Mapping):
        return _compile_members({key: _compile(value) for key, value in raw.items()})
    if isinstance(raw, list | tuple):
        return _compile_items([_compile(value) for value in raw])
    return lambda _values: raw


def _compile_text(text: str) -> _Render:
    whole = _PLACEHOLDER.fullmatch(text)
    if whole is not None:
        return _compile_whole(whole[1], optional=whole[2] is not None)
    if _PLACEHOLDER.search(text) is None:
        return lambda _values: text
    return lambda values: _PLACEHOLDER.sub(lambda found: as_text(look_up(found[1], values)), text)


def _compile_whole(name: str, *, optional: bool) -> _Render:
    if not optional:
        return lambda values: look_up(name, values)

    def render(values: Mapping[str, Any]) -> Any:
        value = look_up(name, values)
        return _DROPPED if value is None or value == [] else value

    return render


def _compile_members(members: Mapping[str, _Render]) -> _Render:
    def render(values: Mapping[str, Any]) -> dict[str, Any]:
        filled = ((key, member(values)) for key, member in members.items())
        return {key: value for key, value in filled if value is not _DROPPED}

    return render


def _compile_items(items: list[_Render]) -> _Render:
    def render(values: Mapping[str, Any]) -> list[Any]:
        return [value for item in items if (value := item(values)) is not _DROPPED]

    return render
