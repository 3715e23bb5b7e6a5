"""A small project of its own for a test: golden set, configuration, store."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deployments.running import baseline_request, execute, new_request, refresh
from deployments.watch import Quiet
from tasks.stores.results import StoredRun


def make_record(case_id: str, *tags: str, **changes: Any) -> dict[str, Any]:
    """A case that passes when the answer contains ``answer``."""
    return {
        "id": case_id,
        "category": "c",
        "difficulty": "easy",
        "prompt": case_id,
        "assertions": [{"type": "contains", "value": "answer"}],
        "tags": list(tags),
        **changes,
    }


class Project:
    """Writes what a run needs below one folder, and runs."""

    def __init__(self, root: Path, url: str) -> None:
        self.root = root
        self.url = url
        self.config = root / "gate.yaml"
        self.configure()

    def configure(self, **sections: Any) -> None:
        """Write the configuration; JSON is YAML."""
        target = {"kind": "http", "url": self.url, "timeout_s": 2, "parallel": 8, "attempts": 3, "app": "app"}
        target |= {"response": {"answer": "$.answer", "model_version": "$.model_version"}}
        document = {
            "golden_set": "golden/v1",
            "store": "store",
            "target": "app",
            "targets": {"app": {**target, **sections.pop("target", {})}},
            "judges": {name: self._judge(name) for name in ("judge-1", "judge-2")},
            # The app answers in milliseconds: on a busy machine only its latency would be news.
            "gate": {"latency": {"floor_ms": 2000}, "inconclusive": {"full": "pass"}, **sections.pop("gate", {})},
            **sections,
        }
        self.config.write_text(json.dumps(document))

    def _judge(self, model: str) -> dict[str, Any]:
        return {"kind": "openai", "base_url": self.url.replace("/ask", "/v1"), "model": model}

    def write_cases(self, records: Sequence[Mapping[str, Any]], version: str = "v1") -> Path:
        """Write the golden set."""
        folder = self.root / "golden" / version
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "cases.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        return folder

    def run(self, **options: Any) -> StoredRun:
        """Gate all cases."""
        given = {"config": str(self.config), "tier": "full", "trials": 1, "branch": "feature", **options}
        return execute(new_request(given), Quiet())

    def record(self, trials: int = 10, **options: Any) -> StoredRun:
        """Record a baseline, whatever there is."""
        recorded = self.refresh(trials, start_over=True, **options)
        assert recorded is not None
        return recorded

    def refresh(self, trials: int | None = 10, *, start_over: bool = False, **options: Any) -> StoredRun | None:
        """Bring the baseline up to a depth; None when nothing was missing."""
        given = {"config": str(self.config), "tier": "full", "branch": "main", "commit_sha": "c1", **options}
        return refresh(baseline_request(new_request(given), trials=trials, start_over=start_over), Quiet())
