"""From what pydantic says of a record to messages that name the field, the rule and the value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

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


def findings(error: ValidationError, model: type[BaseModel]) -> Iterable[tuple[Path, str]]:
    """Give each finding as where it is and what a person needs to know."""
    for detail in error.errors(include_url=False):
        path = tuple(detail["loc"])
        yield path, _message(path, detail, model)


def suggestion(name: str, known: Iterable[str]) -> str:
    """Give ``; did you mean 'x'?`` when a known name is close, else nothing."""
    lowered = {candidate.lower(): candidate for candidate in known}
    close = get_close_matches(name.lower(), lowered, n=1, cutoff=0.6)
    return f"; did you mean {lowered[close[0]]!r}?" if close else ""


def _message(path: Path, detail: Mapping[str, Any], model: type[BaseModel]) -> str:
    kind = detail["type"]
    name = _dotted(path)
    if kind == "missing":
        return f"field {name!r} is required"
    if kind == "extra_forbidden":
        return f"unknown field {name!r}{suggestion(str(path[-1]), _names(model, path))}"
    if kind == "value_error":
        subject = f"field {name!r} " if name else ""
        return f"{subject}{detail['ctx']['error']}" + (f", got {shown(detail['input'])}" if name else "")
    return f"field {name!r} {_rule(kind, detail)}, got {shown(detail['input'])}"


def _rule(kind: str, detail: Mapping[str, Any]) -> str:
    if kind in {"literal_error", "enum"}:
        return f"must be {detail['ctx']['expected']}"
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
    """Give the field names allowed at the object that holds the last step of ``path``."""
    owner: type[BaseModel] = model
    for step in path[:-1]:
        inner = _inner_model(owner, step) if isinstance(step, str) else owner
        if inner is None:
            return []
        owner = inner
    return [info.alias or name for name, info in owner.model_fields.items()]


def _inner_model(owner: type[BaseModel], step: str) -> type[BaseModel] | None:
    for name, info in owner.model_fields.items():
        if step in {name, info.alias}:
            return _first_model(info.annotation)
    return None


def _first_model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    arguments = getattr(annotation, "__args__", ())
    return next((found for part in arguments if (found := _first_model(part)) is not None), None)
