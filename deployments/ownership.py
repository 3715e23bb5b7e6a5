"""Who else claims our package names: ``flows``, ``tasks`` and ``evals`` are common, and pip overwrites silently.

Decision: only the lists of installed files are searched, which takes 25 ms where
``importlib.metadata.packages_distributions`` takes 250, so that every command can afford it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import Distribution, distributions

from evals.errors import InputError

OURS = ("flows", "tasks", "evals", "deployments")
DISTRIBUTION = "lastgreen"
_FILE_OF_OURS = re.compile(rf'^"?({"|".join(OURS)})(?:/|\.py,)', re.MULTILINE)


def foreign_owners(installed: Iterable[Distribution] | None = None) -> dict[str, list[str]]:
    """Name the other distributions that own one of our packages, by package, both in alphabetical order.

    Args:
        installed: what to look at; everything on ``sys.path`` when None.
    """
    found: dict[str, set[str]] = {}
    for one in distributions() if installed is None else installed:
        for package in _packages_of(one):
            found.setdefault(package, set()).add(str(one.metadata["Name"]))
    others = {package: sorted(found[package] - {DISTRIBUTION}) for package in sorted(found)}
    return {package: owners for package, owners in others.items() if owners}


def _packages_of(one: Distribution) -> set[str]:
    listed = set((one.read_text("top_level.txt") or "").split())
    return listed.intersection(OURS) | set(_FILE_OF_OURS.findall(one.read_text("RECORD") or ""))


def refuse_foreign_owners() -> None:
    """Stop before code of somebody else runs under one of our names.

    Raises:
        InputError: another distribution in this environment owns one of our packages.
    """
    found = foreign_owners()
    if found:
        listed = "; ".join(f"package {package!r} is also in {', '.join(owners)}" for package, owners in found.items())
        raise InputError(f"{listed}; install lastgreen into an environment of its own")
