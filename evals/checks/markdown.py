"""The check of an answer's Markdown blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import Field, field_validator

from evals.cases.validation import suggestion
from evals.checks.check import Check, CheckResult, Evidence, Subject, register
from evals.checks.markdown_blocks import BLOCK_KINDS, HEADING_LEVELS, Block, blocks_in


@register
class MarkdownStructure(Check):
    """The answer has certain Markdown blocks."""

    type: ClassVar[str] = "markdown_structure"
    summary: ClassVar[str] = (
        "Every required Markdown block occurs, as a CommonMark parser with GitHub's tables sees it."
    )
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "markdown_structure", "require": ["heading", "table"]},
        {"type": "markdown_structure", "require": ["heading_2", "bullet_list", "code_block"]},
    )
    is_format: ClassVar[bool] = True

    require: tuple[str, ...] = Field(
        min_length=1,
        description=f"block kinds that must occur: {', '.join((*BLOCK_KINDS, *HEADING_LEVELS))}",
    )

    @field_validator("require")
    @classmethod
    def _known(cls, require: tuple[str, ...]) -> tuple[str, ...]:
        known = (*BLOCK_KINDS, *HEADING_LEVELS)
        for kind in require:
            if kind not in known:
                raise ValueError(f"require: unknown block kind {kind!r}{suggestion(kind, known, listed=True)}")
        return require

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when all kinds occur; the score is the share that does."""
        text = subject.answer.text
        first: dict[str, Block] = {}
        for block in blocks_in(text):
            first.setdefault(block.kind, block)
        missing = [kind for kind in self.require if kind not in first]
        found = [kind for kind in self.require if kind in first]
        evidence = _evidence(text, [first[kind] for kind in found])
        if missing:
            score = len(found) / len(self.require)
            return self.verdict(
                passed=False, explanation=f"no {', no '.join(missing)} in the answer", score=score, evidence=evidence
            )
        return self.verdict(passed=True, explanation=f"found {', '.join(found)}", evidence=evidence)


def _evidence(text: str, blocks: list[Block]) -> tuple[Evidence, ...]:
    """The first line of each block, which is enough to find it."""
    lines = text.split("\n")
    return tuple(
        Evidence(lines[block.first_line], read_as=block.kind) for block in blocks if block.first_line < len(lines)
    )
