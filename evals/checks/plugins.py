"""Checks that a team brings: found by entry point, or by ``module:function``.

A module is looked for among what is installed, then in the current directory: in this order, so that a folder of the
app under test cannot take the place of a package of ours.

An entry point of the group ``lastgreen.checks`` is either a ``Check`` class, which is a type like any other (its
``type`` must be the entry point's name), or a function for the type ``custom``.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from evals.cases.validation import suggestion
from evals.checks.check import Check
from evals.errors import InvalidCheck

GROUP: Final = "lastgreen.checks"
"""The entry point group."""
_CURRENT_DIRECTORY: Final = ""
"""How ``sys.path`` names it, whichever it is at the time."""


@cache
def plugins() -> dict[str, EntryPoint]:
    """Installed entry points by name; nothing is imported."""
    return {point.name: point for point in entry_points(group=GROUP)}


def plugin_type(name: str) -> type[Check] | None:
    """The check class behind an entry point; None when there is none of that name, or it is a function.

    Raises:
        InvalidCheck: it cannot be imported, or calls its type something else.
    """
    if name not in plugins():
        return None
    loaded = load_object(name)
    if not (isinstance(loaded, type) and issubclass(loaded, Check)):
        return None
    if loaded.type != name:
        raise InvalidCheck([f"entry point {name!r} of {GROUP} is the check type {loaded.type!r}: the names must agree"])
    return loaded


def load_object(reference: str) -> Any:
    """Import what ``module:attribute`` or the name of an entry point stands for.

    Raises:
        InvalidCheck: there is no such thing, or importing it fails.
    """
    module, colon, attribute = reference.partition(":")
    if reference not in plugins() and not (module and colon and attribute):
        raise InvalidCheck([_no_reference(reference)])
    try:
        return plugins()[reference].load() if reference in plugins() else _attribute(module, attribute)
    except InvalidCheck:
        raise
    except Exception as error:  # importing runs code that may raise anything
        raise InvalidCheck([f"{reference!r} cannot be imported: {type(error).__name__}: {error}"]) from error


def _attribute(module: str, name: str) -> Any:
    """What ``module`` calls ``name``."""
    if _CURRENT_DIRECTORY not in sys.path:
        sys.path.append(_CURRENT_DIRECTORY)
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        where = "neither installed nor in the current directory"
        raise InvalidCheck([f"{f'{module}:{name}'!r} cannot be imported: module {error.name!r} is {where}"]) from error
    if not hasattr(found, name):
        near = suggestion(name, [known for known in vars(found) if not known.startswith("_")])
        raise InvalidCheck([f"module {module!r} has no {name!r}{near}"])
    return getattr(found, name)


def _no_reference(reference: str) -> str:
    installed = ", ".join(map(repr, plugins())) or "none is installed"
    return f"{reference!r} must be 'module:function' or an entry point of {GROUP} ({installed})"
