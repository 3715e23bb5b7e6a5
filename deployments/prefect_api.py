"""The few calls of the Prefect API that CI needs, over plain HTTP: a CI machine imports no Prefect.

One loop of retries, here: 429, 5xx and broken connections, until the patience of the call is used up. A start carries
an idempotency key, so that a repeated one is the same run.
"""

from __future__ import annotations

import base64
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote

import httpx
import tenacity

from deployments.prefect_errors import refused
from evals.errors import InputError, LastgreenError, NotFoundError, ServerError

CALL_TIMEOUT_S = 30.0
"""A busy server on SQLite answers after seconds; one that needs longer is asked again."""
START_PATIENCE_S = 60.0
"""How long a server that answers badly is asked again; one that refuses connections is given ``REFUSED_PATIENCE_S``."""
REFUSED_PATIENCE_S = 10.0
CANCELLING_S = 60
"""How long a run that is being cancelled is waited for; a worker that is gone never ends it."""
FINAL_TYPES = frozenset({"COMPLETED", "FAILED", "CRASHED", "CANCELLED"})


@dataclass(frozen=True, slots=True)
class Access:
    """Where the API is and how we prove who we are."""

    url: str
    """Ends in ``/api``, or in a workspace of Prefect Cloud."""
    key: str = ""
    """An API key of Prefect Cloud."""
    auth: str = ""
    """``user:password`` of a self-hosted server."""

    @classmethod
    def from_environment(cls, url: str, environ: Mapping[str, str] | None = None) -> Access:
        """Take the credentials from ``PREFECT_API_KEY`` and ``PREFECT_API_AUTH_STRING``."""
        env = os.environ if environ is None else environ
        return cls(url.rstrip("/"), env.get("PREFECT_API_KEY", ""), env.get("PREFECT_API_AUTH_STRING", ""))

    @property
    def headers(self) -> dict[str, str]:
        """The credentials as a header; none without any."""
        if self.key:
            return {"authorization": f"Bearer {self.key}"}
        if self.auth:
            return {"authorization": f"Basic {base64.b64encode(self.auth.encode()).decode('ascii')}"}
        return {}


@dataclass(frozen=True, slots=True)
class FlowRun:
    """A flow run as the API tells it."""

    id: str
    name: str
    state_type: str
    """SCHEDULED, PENDING, RUNNING, CANCELLING, PAUSED or one of ``FINAL_TYPES``."""
    state_name: str
    message: str
    run_count: int
    """How often it has been started."""
    created: str
    """UTC, ISO 8601."""
    parameters: Mapping[str, Any]
    tags: frozenset[str]

    @property
    def is_final(self) -> bool:
        """Whether it has ended, well or badly."""
        return self.state_type in FINAL_TYPES


class PrefectApi:
    """A Prefect API. Every method raises what ``_call`` raises."""

    def __init__(
        self,
        access: Access,
        *,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.access = access
        self._sleep = sleep
        self._client = httpx.Client(headers=access.headers, timeout=CALL_TIMEOUT_S, transport=transport)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def require(self, patience_s: float = START_PATIENCE_S) -> None:
        """Make sure that a Prefect API answers here.

        Raises:
            InputError: nothing is there, or something that is no Prefect API.
            ServerError: it is not well.
        """
        try:
            found = _json(self._send("GET", "/health", None, patience_s, away=InputError))
        except NotFoundError:
            raise InputError(f"{self.access.url!r} is no Prefect API: it has no /health; one ends in /api") from None
        if found is not True:
            raise InputError(f"{self.access.url!r} is no Prefect API: /health answered {str(found)[:60]!r}")

    def deployment(self, name: str) -> dict[str, Any] | None:
        """A deployment by ``flow/deployment``; None when there is none."""
        return cast("dict[str, Any] | None", self._find("GET", f"/deployments/name/{quote(name)}"))

    def deployments(self) -> list[str]:
        """Names of all deployments, as ``flow/deployment``."""
        flows = {flow["id"]: flow["name"] for flow in self._call("POST", "/flows/filter", {})}
        found = self._call("POST", "/deployments/filter", {})
        return sorted(f"{flows.get(one['flow_id'], '?')}/{one['name']}" for one in found)

    def start(self, deployment_id: str, request: Mapping[str, Any]) -> tuple[FlowRun, bool]:
        """Create a flow run, or find the one with the same idempotency key; say whether it is new."""
        response = self._send("POST", f"/deployments/{deployment_id}/create_flow_run", dict(request), START_PATIENCE_S)
        return _flow_run(response.json()), response.status_code == httpx.codes.CREATED

    def flow_run(self, run_id: str, patience_s: float = START_PATIENCE_S) -> FlowRun:
        """The run as it is now; a server that is away is asked again for ``patience_s``."""
        return _flow_run(self._send("GET", f"/flow_runs/{run_id}", None, patience_s, refused_s=patience_s).json())

    def settled(self, run: FlowRun) -> FlowRun:
        """The run when it is no longer being cancelled, or as it is after ``CANCELLING_S``."""
        for _ in range(CANCELLING_S):
            if run.state_type != "CANCELLING":
                break
            self._sleep(1.0)
            run = self.flow_run(run.id)
        return run

    def unfinished(self, deployment_id: str, tag: str) -> list[FlowRun]:
        """Runs of a deployment with a tag that may still come to a verdict: a crashed one may be restarted."""
        wanted = {
            "deployments": {"id": {"any_": [deployment_id]}},
            "flow_runs": {
                "tags": {"all_": [tag]},
                "state": {"type": {"any_": ["SCHEDULED", "PENDING", "RUNNING", "PAUSED", "CRASHED"]}},
            },
        }
        return [_flow_run(one) for one in self._call("POST", "/flow_runs/filter", wanted)]

    def cancel(self, run: FlowRun, why: str) -> None:
        """Cancel a run. One that a worker has must be told by CANCELLING: it runs on otherwise."""
        if run.state_type in {"PENDING", "RUNNING"}:
            self._set_state(run, "CANCELLING", "Cancelling", why)
        else:
            self._set_state(run, "CANCELLED", "Cancelled", why)

    def restart(self, run: FlowRun, why: str) -> None:
        """Start a run that ended without a verdict again: the same run, which repeats no answered call."""
        self._set_state(run, "SCHEDULED", "Scheduled", why)

    def artifact(self, run_id: str, key: str) -> str:
        """The text of an artifact of a run; empty when it left none."""
        wanted = {"artifacts": {"flow_run_id": {"any_": [run_id]}, "key": {"any_": [key]}}, "sort": "CREATED_DESC"}
        found = self._call("POST", "/artifacts/filter", wanted)
        return str(found[0]["data"]) if found else ""

    def workers(self, pool: str) -> list[dict[str, Any]]:
        """Workers of a pool, those gone too; none when there is no such pool."""
        return cast("list[dict[str, Any]]", self._find("POST", f"/work_pools/{pool}/workers/filter", {}) or [])

    def limits(self) -> list[dict[str, Any]]:
        """The global concurrency limits, but for those that Prefect makes for deployments."""
        found = self._call("POST", "/v2/concurrency_limits/filter", {})
        return [one for one in found if not str(one["name"]).startswith("deployment:")]

    def _set_state(self, run: FlowRun, kind: str, name: str, why: str) -> None:
        state = {"type": kind, "name": name, "message": why}
        self._call("POST", f"/flow_runs/{run.id}/set_state", {"state": state, "force": True})

    def _find(self, method: str, path: str, body: Any = None) -> Any:
        """What a call answers; None when it is not there."""
        try:
            return self._call(method, path, body)
        except NotFoundError:
            return None

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        return _json(self._send(method, path, body, START_PATIENCE_S))

    def _send(
        self,
        method: str,
        path: str,
        body: Any,
        patience_s: float,
        refused_s: float | None = None,
        away: type[LastgreenError] = ServerError,
    ) -> httpx.Response:
        """One call with its retries; a server that refuses the connection is given up sooner.

        Raises:
            AuthenticationError: 401 or 403.
            InputError: another 4xx, told in the server's words, or the address is none.
            NotFoundError: 404.
            ServerError: no good answer within the patience; ``away`` when nothing listened.
        """
        began = time.monotonic()

        def give_up(state: tenacity.RetryCallState) -> bool:
            error = state.outcome.exception() if state.outcome else None
            sooner = REFUSED_PATIENCE_S if refused_s is None else refused_s
            limit = min(sooner, patience_s) if isinstance(error, httpx.ConnectError) else patience_s
            return time.monotonic() - began >= limit

        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type((httpx.TransportError, _BusyError)),
            wait=tenacity.wait_random_exponential(multiplier=0.3, max=5),
            stop=give_up,
            sleep=self._sleep,
            reraise=True,
        )
        try:
            return retrying(self._once, method, path, body)
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise InputError(f"{self.access.url!r} is no address of a Prefect API: {error}") from None
        except httpx.TransportError as error:
            kind = away if isinstance(error, httpx.ConnectError) else ServerError
            raise kind(f"the Prefect API {self.access.url!r} does not answer: {_said(error)}") from None
        except _BusyError as error:
            raise ServerError(f"the Prefect API {self.access.url!r} is not well: {error}") from None

    def _once(self, method: str, path: str, body: Any) -> httpx.Response:
        try:
            response = self._client.request(method, f"{self.access.url}{path}", json=body)
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise InputError(f"{self.access.url!r} is no address of a Prefect API: {error}") from None
        status = response.status_code
        if status in {401, 403}:
            raise refused(self.access.url, status)
        if status == httpx.codes.NOT_FOUND:
            raise NotFoundError(f"{self.access.url}{path} does not exist; was it deleted?")
        if status == httpx.codes.TOO_MANY_REQUESTS or status >= httpx.codes.INTERNAL_SERVER_ERROR:
            raise _BusyError(f"{method} {path} answered {status}")
        if status >= httpx.codes.BAD_REQUEST:
            raise InputError(f"the Prefect API refused {path}: {_detail(response)}")
        return response


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return response.text


class _BusyError(Exception):
    """The server could not answer now."""


def _flow_run(data: Mapping[str, Any]) -> FlowRun:
    state = data.get("state") or {}
    return FlowRun(
        id=data["id"],
        name=data["name"],
        state_type=state.get("type") or data.get("state_type") or "",
        state_name=state.get("name") or data.get("state_name") or "",
        message=state.get("message") or "",
        run_count=int(data.get("run_count") or 0),
        created=data.get("created") or "",
        parameters=data.get("parameters") or {},
        tags=frozenset(data.get("tags") or ()),
    )


def _detail(response: httpx.Response) -> str:
    try:
        detail = response.json().get("detail", response.text)
    except (ValueError, AttributeError):
        detail = response.text
    return f"{response.status_code}: {str(detail)[:500]}"


def _said(error: Exception) -> str:
    return str(error) or type(error).__name__
