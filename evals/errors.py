"""Every error lastgreen raises on purpose.

::

    LastgreenError
    ├── InputError                 exit 3: the user can mend it (terminal)
    │   ├── ProblemsError          many problems at once, each with file and line
    │   │   ├── GoldenSetError     a golden set, pack or anchor file
    │   │   └── ConfigError        gate.yaml, a rubric, a price table
    │   ├── InvalidCheck           one check's parameters; its reader adds file, line and case
    │   └── AuthenticationError    a target, judge or store refused our credentials
    └── InfrastructureError        exit 4: something outside is broken
        ├── TargetError            the app under test
        ├── JudgeError             a judge
        ├── StoreError             results, journal or baseline storage
        └── ServerError            the Prefect server
            └── NotFoundError      it does not have what it was asked for

Each error is terminal or transient at birth; whether to retry is a pure function of ``transient``.
Values travel as attributes and survive pickling, because errors cross process borders.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file that a user wrote."""

    message: str
    """What is wrong: names the argument, the rule and the value."""
    file: str | None = None
    """Path as the user gave it."""
    line: int | None = None
    """Physical line, 1-based; None when the problem is the file itself."""
    case_id: str | None = None
    """The case concerned, when known."""
    check: str | None = None
    """Label of the check concerned, when known."""

    def __str__(self) -> str:
        place = self.file or ""
        if self.line is not None:
            place += f":{self.line}"
        parts = [place] if place else []
        if self.case_id is not None:
            parts.append(f"case {self.case_id!r}")
        if self.check is not None:
            parts.append(f"check {self.check!r}")
        return ": ".join([*parts, self.message])


class LastgreenError(Exception):
    """The root: catch it to catch everything that lastgreen raises on purpose."""

    exit_code: ClassVar[int] = 4
    transient: ClassVar[bool] = False

    def __init__(self, message: str, **values: Any) -> None:
        super().__init__(message)
        self.message = message
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.args, self.__dict__.copy()))

    def __str__(self) -> str:
        return self.message


def _rebuild(kind: type[LastgreenError], args: tuple[Any, ...], state: dict[str, Any]) -> LastgreenError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class InputError(LastgreenError):
    """The caller can mend it: a wrong argument, file, filter, variable or baseline."""

    exit_code = 3


class ProblemsError(InputError):
    """All problems of one file or set, found before anything was paid for."""

    def __init__(self, problems: tuple[Problem, ...] | list[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))
        self.args = (self.problems,)


class GoldenSetError(ProblemsError):
    """A golden set cannot be used."""


class ConfigError(ProblemsError):
    """A configuration file cannot be used."""


class InvalidCheck(InputError):  # noqa: N818 (a check that is invalid, not a check that failed)
    """The parameters of one check cannot be used: all that is wrong with them."""

    def __init__(self, messages: tuple[str, ...] | list[str]) -> None:
        self.messages = tuple(messages)
        super().__init__("; ".join(self.messages))
        self.args = (self.messages,)


class AuthenticationError(InputError):
    """A service refused our credentials (401, 403), or the account has no credit (402): the run stops at once."""


class InfrastructureError(LastgreenError):
    """Something that is neither the user's input nor the app's quality is broken."""


class TargetError(InfrastructureError):
    """The app under test cannot be reached or started."""

    transient = True


class JudgeError(InfrastructureError):
    """A judge cannot be reached."""

    transient = True


class StoreError(InfrastructureError):
    """Stored answers, results or baselines cannot be read or written."""

    transient = True


class ServerError(InfrastructureError):
    """The Prefect server cannot be reached or started."""

    transient = True


class NotFoundError(ServerError):
    """The Prefect server does not have what it was asked for."""

    transient = False
