"""What Prefect's client raises is told as what it is."""

from __future__ import annotations

import httpx
import pytest

from deployments.prefect_errors import explain
from evals.errors import AuthenticationError, LastgreenError, ServerError

API = "https://prefect.example/api"


def answered(status: int, path: str = "/work_pools/x") -> httpx.HTTPStatusError:
    """An answer that is no success."""
    request = httpx.Request("GET", f"{API}{path}?secret=1")
    return httpx.HTTPStatusError("no", request=request, response=httpx.Response(status, request=request))


@pytest.mark.parametrize(
    ("error", "kind", "told"),
    [
        (answered(401), AuthenticationError, f"the Prefect API '{API}' refused our credentials (401)"),
        (answered(403), AuthenticationError, "PREFECT_API_AUTH_STRING"),
        (answered(503), ServerError, f"the Prefect API '{API}' is not well: it answered 503"),
        (ExceptionGroup("x", [ExceptionGroup("y", [answered(401)])]), AuthenticationError, "refused"),
        (
            httpx.ConnectError("refused", request=httpx.Request("GET", f"{API}/health")),
            ServerError,
            f"the Prefect API '{API}' does not answer: refused",
        ),
        (httpx.ReadTimeout(""), ServerError, "does not answer: ReadTimeout"),
    ],
)
def test_refusals_are_to_be_mended_and_outages_are_not_ours(
    error: Exception, kind: type[LastgreenError], told: str
) -> None:
    """Exit 3 and 4; what was asked of the server is not repeated."""
    found = explain(error)
    assert type(found) is kind
    assert told in str(found)
    assert "secret" not in str(found)


@pytest.mark.parametrize("error", [answered(422), KeyError("x"), ExceptionGroup("x", [ValueError("y")])])
def test_what_is_a_fault_of_ours_is_not_explained_away(error: Exception) -> None:
    """It is reported as an internal error."""
    assert explain(error) is None
