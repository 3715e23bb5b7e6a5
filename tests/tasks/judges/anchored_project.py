"""A small project with labelled answers, and a judge that scores them as they are labelled."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.tasks.judges.scripted_judge import verdict

CASES = 30


def graded(prompt: str) -> int:
    """The number in the answer under judgement."""
    found = re.search(r"begin answer to grade ===\nworth (\d)", prompt)
    assert found is not None
    return int(found[1])


def honest(prompt: str, nonce: str) -> str:
    """A score as labelled, or the better of two."""
    worth = re.findall(r"begin answer [AB] ===\nworth (\d)", prompt)
    if worth:
        winner = "tie" if worth[0] == worth[1] else "A" if worth[0] > worth[1] else "B"
        return json.dumps({"winner": winner, "nonce": nonce})
    return verdict(nonce, correctness=graded(prompt))


class AnchoredProject:
    """A project with anchors: a good and a bad answer to each of its cases."""

    def __init__(self, root: Path, base_url: str) -> None:
        self.root = root
        golden = root / "golden" / "v1"
        golden.mkdir(parents=True)
        cases = [
            {"id": f"c{n}", "prompt": f"{n}?", "reference_answer": "worth 5", "min_judge_score": 3}
            for n in range(CASES)
        ]
        (golden / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
        self.anchors = golden / "anchors.jsonl"
        self.write_anchors(self.rows())
        model = {"kind": "openai", "base_url": base_url, "model": "judge-1", "attempts": 1}
        self.config = root / "gate.yaml"
        self.document: dict[str, Any] = {
            "golden_set": "golden/v1",
            "store": "store",
            "target": "app",
            "targets": {"app": {"kind": "recorded", "role": "actual"}},
            "judge": "local",
            "judges": {
                "local": {"kind": "heuristic"},
                "model": model,
                "panel": {"kind": "panel", "judges": [model, {**model, "model": "judge-2"}]},
            },
        }
        self.configure()

    def configure(self, **sections: Any) -> None:
        """Write the configuration with some sections replaced; JSON is YAML."""
        self.config.write_text(json.dumps(self.document | sections))

    def rows(self) -> list[dict[str, Any]]:
        """Sixty answers that say what they are worth."""
        return [
            {
                "case_id": f"c{number}",
                "answer": f"worth {level}",
                "labels": {"correctness": level},
                "labelled_by": "two support engineers",
            }
            for number in range(CASES)
            for level in (5, 1 + number % 4)
        ]

    def write_anchors(self, rows: list[dict[str, Any]]) -> None:
        """Replace the anchors."""
        self.anchors.write_text("".join(json.dumps(row) + "\n" for row in rows))
