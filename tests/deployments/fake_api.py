"""A Prefect API in memory, as far as ``lastgreen trigger`` uses it; runs move through states that a test scripts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import httpx

from tasks.request import RunRequest

SCHEMA = {"properties": {"request": RunRequest.model_json_schema()}}
State = tuple[str, str]


@dataclass
class FakeApi:
    """Deployments ``gate/smoke`` and ``compact/compact``; call ``transport`` to use it."""

    script: list[State] = field(default_factory=lambda: [("RUNNING", "Running"), ("COMPLETED", "Passed")])
    """States of a new run, one a look; the last one stays."""
    faults: list[int | Exception] = field(default_factory=list)
    """Answered before anything else, one a call: a status or an error of the connection."""
    runs: dict[str, dict[str, Any]] = field(default_factory=dict)
    artifacts: list[dict[str, Any]] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    left: dict[str, list[State]] = field(default_factory=dict)
    """States still to come, by run."""

    @property
    def transport(self) -> httpx.MockTransport:
        """What httpx talks to."""
        return httpx.MockTransport(self.handle)

    def handle(self, request: httpx.Request) -> httpx.Response:
        """Answer one call."""
        path = request.url.path.removeprefix("/api")
        self.calls.append(f"{request.method} {path}")
        if self.faults:
            fault = self.faults.pop(0)
            if isinstance(fault, Exception):
                raise fault
            return httpx.Response(fault, json={"detail": "scripted"})
        body = json.loads(request.content) if request.content else {}
        for pattern, answer in self._routes():
            found = re.fullmatch(pattern, path)
            if found:
                response: httpx.Response = answer(body, *found.groups())
                return response
        return httpx.Response(404, json={"detail": "Not Found"})

    def _routes(self) -> list[tuple[str, Any]]:
        return [
            ("/health", lambda _: httpx.Response(200, json=True)),
            ("/deployments/name/(.+)", self._named),
            ("/deployments/filter", lambda _: httpx.Response(200, json=list(DEPLOYMENTS.values()))),
            ("/flows/filter", lambda _: httpx.Response(200, json=FLOWS)),
            ("/deployments/([^/]+)/create_flow_run", self._create),
            ("/flow_runs/filter", self._filter),
            ("/flow_runs/([^/]+)/set_state", self._set_state),
            ("/flow_runs/([^/]+)", self._look),
            ("/artifacts/filter", self._artifacts),
        ]

    def _named(self, _: Any, name: str) -> httpx.Response:
        found = DEPLOYMENTS.get(name)
        return httpx.Response(200, json=found) if found else httpx.Response(404, json={})

    def _create(self, body: Any, deployment: str) -> httpx.Response:
        for run in self.runs.values():
            if run["idempotency_key"] == body["idempotency_key"]:
                return httpx.Response(200, json=run)
        number = len(self.runs) + 1
        run = {
            "id": f"run-{number}",
            "name": f"busy-cat-{number}",
            "deployment_id": deployment,
            "created": f"2026-11-30T10:00:{number:02d}Z",
            "run_count": 0,
            "state": {"type": "SCHEDULED", "name": "Scheduled", "message": ""},
            **body,
        }
        self.runs[run["id"]] = run
        self.left[run["id"]] = list(self.script)
        return httpx.Response(201, json=run)

    def _look(self, _: Any, run_id: str) -> httpx.Response:
        if run_id not in self.runs:
            return httpx.Response(404, json={"detail": "Flow run not found"})
        run = self.runs[run_id]
        if self.left[run_id]:
            kind, name = self.left[run_id].pop(0)
            run["run_count"] += kind == "RUNNING" and run["state"]["type"] != "RUNNING"
            run["state"] = {"type": kind, "name": name, "message": f"it is {name}"}
        return httpx.Response(200, json=run)

    def _set_state(self, body: Any, run_id: str) -> httpx.Response:
        self.runs[run_id]["state"] = body["state"]
        return httpx.Response(201, json={"status": "ACCEPT"})

    def _filter(self, body: Any) -> httpx.Response:
        tags = set(body["flow_runs"]["tags"]["all_"])
        kinds = body["flow_runs"]["state"]["type"]["any_"]
        found = [run for run in self.runs.values() if tags <= set(run["tags"]) and run["state"]["type"] in kinds]
        return httpx.Response(200, json=found)

    def _artifacts(self, body: Any) -> httpx.Response:
        keys = body["artifacts"]["key"]["any_"]
        return httpx.Response(200, json=[one for one in self.artifacts if one["key"] in keys])


DEPLOYMENTS: dict[str, dict[str, Any]] = {
    "gate/smoke": {
        "id": "d-smoke",
        "name": "smoke",
        "flow_id": "f-gate",
        "parameters": {"request": {"config": "evals/gate.yaml", "tier": "smoke"}},
        "parameter_openapi_schema": SCHEMA,
    },
    "compact/compact": {
        "id": "d-compact",
        "name": "compact",
        "flow_id": "f-compact",
        "parameters": {},
        "parameter_openapi_schema": {"properties": {"older_than_days": {"type": "integer"}}},
    },
}
FLOWS = [{"id": "f-gate", "name": "gate"}, {"id": "f-compact", "name": "compact"}]
