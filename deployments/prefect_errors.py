"""What Prefect's own client raises, told as what it is: refused credentials, or a server that is not well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.errors import AuthenticationError, LastgreenError, ServerError

if TYPE_CHECKING:
    import httpx

HINT = "set PREFECT_API_KEY (Cloud) or PREFECT_API_AUTH_STRING (self-hosted)"


def refused(url: str, status: int) -> AuthenticationError:
    """The error for 401 and 403."""
    return AuthenticationError(f"the Prefect API {url!r} refused our credentials ({status}); {HINT}")


def explain(error: BaseException) -> LastgreenError | None:
    """Our error for one of the HTTP client's, also inside of a group; None for a fault of ours."""
    import httpx  # 60 ms, on the way out

    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, httpx.HTTPStatusError):
        url, status = _address(error.request.url), error.response.status_code
        if status in {401, 403}:
            return refused(url, status)
        if httpx.codes.is_server_error(status):
            return ServerError(f"the Prefect API {url!r} is not well: it answered {status}")
    if isinstance(error, httpx.TransportError):
        return ServerError(f"the Prefect API{_of(error)} does not answer: {str(error) or type(error).__name__}")
    return None


def _of(error: httpx.TransportError) -> str:
    """The address in words; an error that was raised before there was a request has none."""
    try:
        return f" {_address(error.request.url)!r}"
    except RuntimeError:
        return ""


def _address(url: object) -> str:
    """An address up to the API, without what was asked of it."""
    head, found, _ = str(url).partition("/api/")
    return f"{head}/api" if found else head
