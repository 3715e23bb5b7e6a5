"""Rubrics: versioned files that say, for each dimension, what every level of the scale means."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field, ValidationError

from evals.cases.record import Path, Record
from evals.cases.source_text import SourceError
from evals.cases.validation import Fields, Identifier, Weight, record_problems
from evals.cases.yaml_nodes import parse_yaml
from evals.errors import ConfigError, Problem
from evals.json_text import canonical_json

LOWEST: Final = 1
HIGHEST: Final = 5
"""Ends of the scale of every dimension."""

_RANGE: Final = re.compile(r"([1-9])\s*-\s*([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """What one stretch of the scale means."""

    low: int
    """First score it covers."""
    high: int
    """Last score it covers; equal to ``low`` for a single score."""
    meaning: str

    @property
    def label(self) -> str:
        """``4``, or ``2-3``."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True)
class Dimension:
    """One thing that a judge scores."""

    name: str
    question: str
    """What the judge has to ask itself."""
    levels: tuple[Level, ...]
    """From 1 to 5 without gap or overlap."""
    weight: float = 1.0
    """Share in the overall score, above 0."""


@dataclass(frozen=True, slots=True)
class Rubric:
    """All dimensions of one judge."""

    name: str
    version: int
    """Raised whenever a dimension, a level or a weight changes; scores of different versions are not compared."""
    dimensions: tuple[Dimension, ...]
    description: str = ""

    @property
    def scales(self) -> Mapping[str, tuple[float, float]]:
        """Dimension to lowest and highest score, in rubric order."""
        return {dimension.name: (float(LOWEST), float(HIGHEST)) for dimension in self.dimensions}

    @property
    def key(self) -> str:
        """Name, version and the first 12 digits of the content's hash, so that an edit without a new version shows."""
        content = [
            [part.name, part.question, part.weight, [[level.low, level.high, level.meaning] for level in part.levels]]
            for part in self.dimensions
        ]
        return f"{self.name}/{self.version}+{hashlib.sha256(canonical_json(content).encode()).hexdigest()[:12]}"

    def overall(self, scores: Mapping[str, float]) -> float:
        """Give the weighted mean of the scores that are there: sum(w s) / sum(w), 1 to 5.

        Raises:
            ValueError: none of the rubric's dimensions has a score; nothing seen is not a score.
        """
        weights = {part.name: part.weight for part in self.dimensions if part.name in scores}
        if not weights:
            raise ValueError(f"scores must hold a dimension of rubric {self.name!r}, got {sorted(scores)!r}")
        return sum(weight * scores[name] for name, weight in weights.items()) / sum(weights.values())


class _LevelFields(Fields):
    score: int | str
    means: Annotated[str, Field(min_length=1)]


class _DimensionFields(Fields):
    name: Identifier
    question: Annotated[str, Field(min_length=1)]
    weight: Weight = 1.0
    levels: Annotated[list[_LevelFields], Field(min_length=1)]


class _RubricFields(Fields):
    name: Identifier
    version: Annotated[int, Field(ge=1)]
    description: str = ""
    dimensions: Annotated[list[_DimensionFields], Field(min_length=1)]


def read_rubric(file: str, data: bytes) -> Rubric:
    """Read a rubric from YAML.

    Raises:
        ConfigError: a syntax error, a missing or unknown field, a dimension listed twice, and levels that overlap or
            leave a score of 1 to 5 without meaning; all at once, each with its line.
    """
    try:
        node = parse_yaml(data)
    except SourceError as error:
        raise ConfigError([Problem(error.message, file, error.line)]) from None
    record = Record(node.value if node.members is not None else {}, file, node.line, node)
    try:
        fields = _RubricFields.model_validate(record.fields)
    except ValidationError as error:
        raise ConfigError(record_problems(error, record, _RubricFields, None)) from None
    problems = [record.problem(text, path) for path, text in _broken_rules(fields)]
    if problems:
        raise ConfigError(problems)
    return _rubric(fields)


def _rubric(fields: _RubricFields) -> Rubric:
    dimensions = tuple(
        Dimension(part.name, part.question.strip(), _levels(part), part.weight) for part in fields.dimensions
    )
    return Rubric(fields.name, fields.version, dimensions, fields.description.strip())


def _levels(part: _DimensionFields) -> tuple[Level, ...]:
    stretches = [(_stretch(level.score), level.means.strip()) for level in part.levels]
    return tuple(sorted((Level(s[0], s[1], text) for s, text in stretches if s), key=lambda level: level.low))


def _stretch(score: int | str) -> tuple[int, int] | None:
    """Read ``4`` or ``2-3``; None when it is no stretch of the scale."""
    match = _RANGE.fullmatch(score) if isinstance(score, str) else None
    low, high = (int(match[1]), int(match[2])) if match else (score, score)
    if not isinstance(low, int) or not isinstance(high, int):
        return None
    return (low, high) if LOWEST <= low <= high <= HIGHEST else None


def _broken_rules(fields: _RubricFields) -> Iterator[tuple[Path, str]]:
    seen: set[str] = set()
    for position, part in enumerate(fields.dimensions):
        path: Path = ("dimensions", position)
        if part.name in seen:
            yield (*path, "name"), f"dimension {part.name!r} is listed twice"
        seen.add(part.name)
        yield from _broken_levels(part, path)


def _broken_levels(part: _DimensionFields, path: Path) -> Iterator[tuple[Path, str]]:
    owner: dict[int, str] = {}
    for position, level in enumerate(part.levels):
        where: Path = (*path, "levels", position)
        stretch = _stretch(level.score)
        if stretch is None:
            yield where, f"score must be {LOWEST} to {HIGHEST}, or a range such as 2-3, got {level.score!r}"
            continue
        for score in range(stretch[0], stretch[1] + 1):
            if score in owner:
                yield where, f"levels of {part.name!r} overlap: {score} is in {owner[score]} and in {level.score!r}"
            owner.setdefault(score, repr(level.score))
    missing = [score for score in range(LOWEST, HIGHEST + 1) if score not in owner]
    if missing:
        yield path, f"levels of {part.name!r} leave out {', '.join(map(str, missing))}"
