"""From what pydantic says of a record to messages that name the field, the rule and the value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from math import isfinite
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from evals.cases.record import Path, Record
from evals.cases.source_text import shown
from evals.errors import Problem


class Fields(BaseModel):
    """Base of every layout: exact types, and no field is ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=False)


def _identifier(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be blank")
    if value != value.strip():
        raise ValueError("must not begin or end with white space")
    if not value.isprintable():
        raise ValueError("must hold printable characters only")
    return value


def _tag(value: str) -> str:
    if not value.strip() or value != value.strip() or "," in value:
        # A comma separates tags on the command line.
        raise ValueError("must be a word without commas or surrounding white space")
    return value


def _finite(value: Any) -> Any:
    place = _not_finite(value)
    if place is not None:
        raise PydanticCustomError("finite_number", "must be a finite number", {"inside": place})
    return value


def _not_finite(value: Any) -> Path | None:
    """The way down to the first number that JSON cannot write; None when there is none."""
    if isinstance(value, float) and not isfinite(value):
        return ()
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        place = _not_finite(part)
        if place is not None:
            return (step, *place)
    return None


FreeForm = Annotated[Any, AfterValidator(_finite)]
"""Any JSON value."""

Identifier = Annotated[str, AfterValidator(_identifier)]
"""A stable name: printable, not blank, no white space around it."""

Tags = list[Annotated[str, AfterValidator(_tag)]]
"""Labels that filters name."""

Weight = Annotated[float, Field(gt=0, allow_inf_nan=False)]
"""A share, above 0."""

Percent = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
"""A score on the scale of packs, 0 to 100."""

_RULES: Final[Mapping[str, str]] = {
    "string_type": "must be text",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "too_short": "must not be empty",
    "string_too_short": "must not be empty",
}


def record_problems(
    error: ValidationError, record: Record, model: type[BaseModel], case_id: str | None
) -> list[Problem]:
    """Turn each finding of ``model`` on ``record`` into a located problem."""
    return [record.problem(message, path, case_id=case_id) for path, message in findings(error, model)]


def _anything(_path: Path, _value: Any) -> bool:
    return True


def findings(
    error: ValidationError,
    model: type[BaseModel],
    document: Any = None,
    *,
    may_show: Callable[[Path, Any], bool] = _anything,
) -> Iterable[tuple[Path, str]]:
    """Give each finding as where it is and what a person needs to know.

    Args:
        error: what pydantic found.
        model: what was to be read.
        document: what it was to be read from; paths then name its own parts only, without the tags of unions.
        may_show: whether a message may hold the value at a place; a secret must not stand in it.
    """
    for detail in error.errors(include_url=False):
        path = (*detail["loc"], *detail.get("ctx", {}).get("inside", ()))
        shown_path = path if document is None else _untagged(path, document)
        got = f", got {shown(detail['input'])}" if may_show(shown_path, detail["input"]) else ""
        yield shown_path, _message(shown_path, detail, _names(model, path), got)


def _untagged(path: Path, document: Any) -> Path:
    """Leave out what pydantic adds to a path: the value of the field by which it chose among models."""
    kept: list[str | int] = []
    value = document
    for number, step in enumerate(path):
        inside = isinstance(value, Mapping)
        if inside and step not in value and (number < len(path) - 1 or step in value.values()):
            continue
        kept.append(step)
        if inside:
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
    return tuple(kept)


def suggestion(name: str, known: Iterable[str], *, listed: bool = False) -> str:
    """Give ``; did you mean 'x'?`` when a known name is close; else nothing, or with ``listed`` all known names."""
    lowered = {candidate.lower(): candidate for candidate in known}
    close = get_close_matches(name.lower(), lowered, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {lowered[close[0]]!r}?"
    return f"; known: {', '.join(sorted(lowered.values()))}" if listed and lowered else ""


def _message(path: Path, detail: Mapping[str, Any], allowed: Iterable[str], got: str) -> str:
    kind = detail["type"]
    name = _dotted(path)
    if kind == "missing":
        return f"field {name!r} is required"
    if kind == "extra_forbidden":
        return f"unknown field {name!r}{suggestion(str(path[-1]), allowed)}"
    if kind == "value_error":
        subject = f"field {name!r} " if name else ""
        return f"{subject}{detail['ctx']['error']}" + (got if name else "")
    return f"field {name!r} {_rule(kind, detail)}{got}"


def _rule(kind: str, detail: Mapping[str, Any]) -> str:
    if kind in {"literal_error", "enum"}:
        return f"must be {detail['ctx']['expected']}"
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        allowed = detail["ctx"].get("expected_tags")
        tag = f", not {detail['ctx']['tag']!r}" if "tag" in detail["ctx"] else ""
        return f"must have {detail['ctx']['discriminator']}" + (f" of {allowed}" if allowed else "") + tag
    known = _RULES.get(kind)
    if known is not None:
        return known
    # "Input should be greater than 0" reads as a rule once its subject is ours.
    return str(detail["msg"]).replace("Input should be", "must be", 1)


def _dotted(path: Path) -> str:
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def _names(model: type[BaseModel], path: Path) -> list[str]:
    """Give the field names allowed at the object that holds the last step of ``path``.

    Keys of mappings and positions lead nowhere new; a tag picks the model of a union that has it.
    """
    owners: list[type[BaseModel]] = [model]
    for step in path[:-1]:
        inner = [found for owner in owners for found in _inner_models(owner, step)]
        tagged = [owner for owner in owners if _has_tag(owner, step)]
        owners = inner or tagged or owners
    return [info.alias or name for owner in owners for name, info in owner.model_fields.items()]


def _inner_models(owner: type[BaseModel], step: str | int) -> list[type[BaseModel]]:
    for name, info in owner.model_fields.items():
        if step in {name, info.alias}:
            return _models(info.annotation)
    return []


def _models(annotation: Any) -> list[type[BaseModel]]:
    """All models that an annotation mentions, outermost first."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for part in getattr(annotation, "__args__", ()) for found in _models(part)]


def _has_tag(owner: type[BaseModel], step: str | int) -> bool:
    """Whether a model is told apart from others by a field that can only be ``step``."""
    return any(getattr(info.annotation, "__args__", ()) == (step,) for info in owner.model_fields.values())
