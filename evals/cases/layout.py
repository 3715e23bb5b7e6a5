"""The layout of case files: one object a case, with checks in a list.

It holds the fields of regression suites (``prompt``, ``context``, ``reference_answer``, ``assertions``,
``min_judge_score``) and of plain case files (``input``, ``checks``); a case may use both, its ``assertions`` come
before its ``checks``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, Field, ValidationError, model_validator

from evals.cases.building import Built, complete, known_id, listed_checks, read_checks
from evals.cases.case import Case, Difficulty, Origin, Turn
from evals.cases.record import Record
from evals.cases.validation import Fields, FreeForm, Identifier, Tags, record_problems

_ASKED_BY: Final = ("input", "prompt", "turns")


def _text_or_object(value: Any) -> Any:
    if not isinstance(value, str | dict):
        raise ValueError("must be text or an object")  # noqa: TRY004 (pydantic collects ValueError)
    return value


Input = Annotated[FreeForm, AfterValidator(_text_or_object)]
"""What the app is given: text, or an object that is passed on as it is."""


def _not_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be blank")
    return value


class TurnFields(Fields):
    """One message of a conversation."""

    role: Literal["user", "assistant", "system"]
    content: str


class CaseFields(Fields):
    """The fields of one case."""

    id: Identifier
    input: Input = None
    prompt: str | None = None
    turns: Annotated[list[TurnFields], Field(min_length=1)] | None = None
    category: Annotated[str, AfterValidator(_not_blank)] = "uncategorized"
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    context: str | None = None
    reference_answer: str | None = None
    assertions: list[Any] = Field(default_factory=list)
    checks: list[Any] = Field(default_factory=list)
    min_judge_score: Annotated[float, Field(ge=1, le=5, allow_inf_nan=False)] | None = None
    tags: Tags = Field(default_factory=list)
    metadata: FreeForm = None
    """Free-form; what is no object is kept under the name ``value``."""

    @model_validator(mode="after")
    def _asks_once(self) -> Self:
        given = [name for name in _ASKED_BY if getattr(self, name) is not None]
        if len(given) != 1:
            found = "none of them" if not given else " and ".join(map(repr, given))
            raise ValueError(f"exactly one of 'input', 'prompt' and 'turns' must be given, got {found}")
        return self

    @model_validator(mode="after")
    def _ends_with_a_question(self) -> Self:
        if self.turns and self.turns[-1].role != "user":
            raise ValueError(f"the last of 'turns' must have role 'user', got {self.turns[-1].role!r}")
        return self


def build_case(record: Record) -> Built:
    """Read one case of this layout."""
    sources = listed_checks(record, "assertions", "checks")
    try:
        fields = CaseFields.model_validate(record.fields)
    except ValidationError as error:
        case_id = known_id(record)
        _, problems = read_checks(record, sources, case_id)
        return (*record_problems(error, record, CaseFields, case_id), *problems)
    return complete(record, _draft(fields, record), sources)


def _draft(fields: CaseFields, record: Record) -> Case:
    turns = tuple(Turn(turn.role, turn.content) for turn in fields.turns or ())
    return Case(
        id=fields.id,
        input=_question(fields),
        checks=(),
        turns=turns,
        category=fields.category,
        difficulty=Difficulty(fields.difficulty),
        context=fields.context,
        reference_answer=fields.reference_answer,
        min_judge_score=fields.min_judge_score,
        tags=frozenset(fields.tags),
        metadata=_metadata(fields.metadata),
        origin=Origin(record.file, record.line),
    )


def _metadata(value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    return value if isinstance(value, Mapping) else {"value": value}


def _question(fields: CaseFields) -> Any:
    if fields.turns:
        return fields.turns[-1].content
    return fields.prompt if fields.input is None else fields.input
