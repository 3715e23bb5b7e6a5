"""What may be stored of prompts, answers and passages: withheld or redacted here, before anything is written.

Results, transcripts, reports and everything made of them are built from trials that went through ``withheld``. The
journal is asked by ``journaled``: it keeps only what results may keep, so that a text that must not be stored never
is, not even while a run lasts; an answer that it does not keep is asked for again when a killed run is resumed.
``journal: full`` trades that for resuming without a repeated call.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from evals.answers import Answer, Fault, Missing, Response
from evals.checks.check import CheckResult, Outcome
from evals.checks.registry import is_judged
from evals.judging.judgement import Judgement, Unscored
from evals.results.records import Kept
from evals.results.run import Status, TrialResult

MASK = "[redacted]"
_HASHED = re.compile(r"sha256:[0-9a-f]{64}")

Extent = Literal["all", "hashed", "none"]


class StorePolicy(BaseModel):
    """What is stored of one target's texts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answers: Extent = Field(
        default="all", description="answers, citations, and what checks and judge quote of them; hashed: their sha256"
    )
    prompts: Extent = Field(default="all", description="prompts of the cases")
    contexts: Extent = Field(default="all", description="retrieved passages")
    redact: tuple[str, ...] = Field(
        default=(), description="regular expressions (RE2); every match becomes [redacted] before it is written"
    )
    journal: Literal["same", "full"] = Field(
        default="same",
        description="same: what may not be stored is not in the journal either, and is asked for again by --resume; "
        "full: the journal keeps everything until the run is committed, and is then removed",
    )

    @field_validator("redact")
    @classmethod
    def _are_patterns(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            if _compiled(pattern).search("") is not None:
                raise ValueError(f"pattern must not match the empty text, got {pattern!r}")
        return patterns

    @property
    def is_open(self) -> bool:
        """Whether everything may be stored as it is."""
        return self.shows_everything and not self.redact

    @property
    def shows_quotes(self) -> bool:
        """Whether explanations of checks may be stored: they quote answers and passages."""
        return self.answers == "all" and self.contexts == "all"

    @property
    def shows_everything(self) -> bool:
        """Whether what judges say and how errors are worded may be stored: they may quote prompts too."""
        return self.shows_quotes and self.prompts == "all"


def withheld(trial: TrialResult, policy: StorePolicy) -> TrialResult:
    """The trial with only what may be stored; what was decided stays. A trial that went through it stays as it is."""
    if policy.is_open:
        return trial
    response = _response(trial.response, policy)
    checks = tuple(_check(check, policy) for check in trial.checks)
    return dataclasses.replace(
        trial,
        prompt=_text(trial.prompt, policy.prompts, policy),
        response=response,
        withheld=trial.withheld or response != trial.response,
        checks=checks,
        judgement=trial.judgement and _judgement(trial.judgement, policy),
        reason=_redact(trial.reason if policy.shows_everything else _bare_reason(trial, checks), policy),
    )


def journaled(value: Kept, policy: StorePolicy) -> Kept | None:
    """What the journal may keep of a value; None when it may not keep it at all.

    What was judged is kept without what may not be stored of it; an answer only whole, because a resumed run checks
    and judges it again.
    """
    if policy.is_open or policy.journal == "full":
        return value
    match value:
        case Answer() | Fault() | Missing():
            return value if _response(value, policy) == value else None
        case CheckResult():
            return _check(value, policy)
    return _judgement(value, policy)


def _response(response: Response, policy: StorePolicy) -> Response:
    match response:
        case Answer():
            return dataclasses.replace(
                response,
                text=_text(response.text, policy.answers, policy),
                citations=_items(response.citations, policy.answers, policy),
                retrieved=_items(response.retrieved, policy.contexts, policy),
                turns=tuple(_text(turn, policy.answers, policy) for turn in response.turns),
            )
        case Fault(detail=detail) | Missing(detail=detail):
            # The body of an error, or the message of an exception, may quote whatever the app was given.
            return dataclasses.replace(response, detail=_redact(detail, policy) if policy.shows_everything else "")


def _check(check: CheckResult, policy: StorePolicy) -> CheckResult:
    if not (policy.shows_everything if is_judged(check.type) else policy.shows_quotes):
        return dataclasses.replace(check, explanation="", evidence=())
    evidence = tuple(
        dataclasses.replace(item, text=_redact(item.text, policy), read_as=_redact(item.read_as, policy))
        for item in check.evidence
    )
    return dataclasses.replace(check, explanation=_redact(check.explanation, policy), evidence=evidence)


def _judgement(judgement: Judgement | Unscored, policy: StorePolicy) -> Judgement | Unscored:
    match judgement:
        case Judgement(explanation=said):
            return dataclasses.replace(judgement, explanation=_redact(said, policy) if policy.shows_everything else "")
        case Unscored(detail=said):
            return dataclasses.replace(judgement, detail=_redact(said, policy) if policy.shows_everything else "")


def _bare_reason(trial: TrialResult, checks: Iterable[CheckResult]) -> str:
    """Why a trial failed or is missing, by names and by what may be stored of its checks."""
    if trial.status is Status.PASS:
        return ""
    match trial.response, trial.judgement:
        case (Fault(reason=reason) | Missing(reason=reason), _):
            return reason
        case (_, Unscored(reason=reason)):
            return f"judge: {reason}"
    wanted = Outcome.FAIL if trial.status is Status.FAIL else Outcome.UNSCORED
    return "; ".join(_told(check) for check in checks if check.outcome is wanted) or trial.reason


def _told(check: CheckResult) -> str:
    return f"{check.label}: {check.explanation}" if check.explanation else check.label


def _text(text: str, extent: Extent, policy: StorePolicy) -> str:
    match extent:
        case "none":
            return ""
        case "hashed":
            return _hashed(_redact(text, policy))
    return _redact(text, policy)


def _items(items: Iterable[Mapping[str, Any]], extent: Extent, policy: StorePolicy) -> tuple[Mapping[str, Any], ...]:
    match extent:
        case "none":
            return ()
        case "hashed":
            return tuple(_hashed_item(_mapped(item, lambda text: _redact(text, policy))) for item in items)
    return tuple(_mapped(item, lambda text: _redact(text, policy)) for item in items)


def _hashed_item(item: Mapping[str, Any]) -> Mapping[str, Any]:
    if set(item) == {"sha256"}:
        return item
    return {"sha256": _sha256(json.dumps(item, sort_keys=True, default=str))}


def _hashed(text: str) -> str:
    """A hash stays as it is, so that a stored baseline is not hashed twice; nothing stays nothing."""
    return text if not text or _HASHED.fullmatch(text) else f"sha256:{_sha256(text)}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    match value:
        case str():
            return change(value)
        case Mapping():
            return {key: _mapped(item, change) for key, item in value.items()}
        case list() | tuple():
            return [_mapped(item, change) for item in value]
    return value


def _redact(text: str, policy: StorePolicy) -> str:
    for pattern in policy.redact:
        redacted, found = _compiled(pattern).subn(MASK, _encodable(text))
        text = redacted if found else text
    return text


def _encodable(text: str) -> str:
    """RE2 works on UTF-8, which has no lone surrogates."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


@cache
def _compiled(pattern: str) -> Any:
    """RE2: linear in the text, so that no answer can hold up the writing of a run.

    Raises:
        ValueError: it is no regular expression of RE2, which knows neither look-around nor back references.
    """
    import re2  # 20 ms, and only for those who redact

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        said = error.args[0].decode() if isinstance(error.args[0], bytes) else str(error)
        raise ValueError(f"pattern must be a regular expression of RE2, got {pattern!r}: {said}") from None
