"""Which cases of a set a run takes: by tier, by tags, by id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from evals.cases.case import Case
from evals.cases.validation import suggestion
from evals.errors import InputError

_SMOKE: Final = "smoke"
_EXTENDED_ONLY: Final = "extended-only"

_SHOWN_NAMES: Final = 40
"""Known tags or ids that a message lists; a set of thousands would fill the screen."""


class Tier(StrEnum):
    """How much of the set a run takes."""

    SMOKE = "smoke"
    """Cases tagged ``smoke``: minutes, every pull request."""
    FULL = "full"
    """All but the cases tagged ``extended-only``: nightly and before a release."""
    EXTENDED = "extended"
    """Every case: weekly."""

    def takes(self, case: Case) -> bool:
        """Whether a case belongs to the tier."""
        if self is Tier.SMOKE:
            return _SMOKE in case.tags
        return self is Tier.EXTENDED or _EXTENDED_ONLY not in case.tags


def select_cases(
    cases: Iterable[Case],
    *,
    tier: Tier | str = Tier.EXTENDED,
    tags: Iterable[str] = (),
    ids: Iterable[str] = (),
) -> tuple[Case, ...]:
    """Keep the cases that every given filter lets through, in their order.

    Args:
        cases: the set's cases.
        tier: ``smoke``, ``full`` or ``extended``.
        tags: any of these; a text may name several, separated by commas. Empty: no filter.
        ids: exactly these. Empty: no filter.

    Raises:
        InputError: an unknown tier, a tag or id that no case has, or filters that together select nothing.
    """
    pool = tuple(cases)
    wanted_tier = _tier(tier)
    wanted_tags = split_tags(tags)
    wanted_ids = frozenset(ids)
    _refuse_unknown("tag", wanted_tags, tag_counts(pool))
    _refuse_unknown("id", wanted_ids, {case.id: 1 for case in pool} if wanted_ids else {})
    chosen = tuple(
        case
        for case in pool
        if wanted_tier.takes(case)
        and (not wanted_tags or case.tags & wanted_tags)
        and (not wanted_ids or case.id in wanted_ids)
    )
    if not chosen:
        raise InputError(_nothing_selected(pool, wanted_tier, wanted_tags, wanted_ids))
    return chosen


def split_tags(texts: Iterable[str]) -> frozenset[str]:
    """Read tags from command line texts: ``smoke,critical`` names two."""
    return frozenset(tag.strip() for text in texts for tag in text.split(",") if tag.strip())


def tag_counts(cases: Iterable[Case]) -> dict[str, int]:
    """Count the cases of each tag, most frequent first, then by name."""
    counts = Counter(tag for case in cases for tag in case.tags)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _tier(name: Tier | str) -> Tier:
    try:
        return Tier(name)
    except ValueError:
        raise InputError(f"tier must be one of {', '.join(Tier)}, got {name!r}") from None


def _refuse_unknown(what: str, wanted: frozenset[str], known: Mapping[str, int]) -> None:
    for name in sorted(wanted):
        if name not in known:
            listed = _listed(known) or "none"
            raise InputError(f"no case has {what} {name!r}{suggestion(name, known)} (known {what}s: {listed})")


def _nothing_selected(pool: tuple[Case, ...], tier: Tier, tags: frozenset[str], ids: frozenset[str]) -> str:
    filters = [f"tier {tier.value!r}"]
    filters += [f"tags {','.join(sorted(tags))!r}"] * bool(tags)
    filters += [f"ids {','.join(sorted(ids))!r}"] * bool(ids)
    listed = _listed(tag_counts(pool)) or "none"
    return f"{' with '.join(filters)} selects none of {len(pool)} cases (known tags: {listed})"


def _listed(names: Iterable[str]) -> str:
    listed = list(names)
    rest = len(listed) - _SHOWN_NAMES
    return ", ".join(listed[:_SHOWN_NAMES]) + (f" and {rest} more" if rest > 0 else "")
