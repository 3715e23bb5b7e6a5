"""What S3 and the way to it answer when something is wrong: which of it passes, and what to tell a person.

s3fs turns most refusals into kinds of ``OSError`` whose cause is botocore's error; what botocore finds before it
sends, or on the wire, comes as it is.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import Any

from evals.errors import AuthenticationError, InputError, LastgreenError, StoreError

PASSING_STATUS = frozenset({408, 409, 425, 429})
"""409 is two conditional writes of one key at the same moment."""
BUCKET_CODES = frozenset({"NoSuchBucket", "InvalidBucketName"})
REGION_CODES = frozenset(
    {"PermanentRedirect", "AuthorizationHeaderMalformed", "301", "IllegalLocationConstraintException"}
)


def code_of(error: BaseException) -> str:
    """S3's code, ``NoSuchBucket`` for instance; empty when S3 did not answer."""
    return next((str(found["Error"].get("Code", "")) for found in _answers(error)), "")


def is_passing(error: BaseException) -> bool:
    """Whether the same request may succeed later: overload, a broken or silent connection, a server that restarts."""
    status = next((int(found["ResponseMetadata"]["HTTPStatusCode"]) for found in _answers(error)), None)
    if status is not None:
        return status >= 500 or status in PASSING_STATUS
    # By name: botocore is s3fs's dependency, not ours.
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if "SSLError" in kinds:
        return False
    broken = {"HTTPClientError", "ResponseStreamingError", "IncompleteReadError", "TimeoutError", "ConnectionError"}
    return bool(kinds & broken) or _is_from_the_wire(error)


def is_refused_condition(error: BaseException) -> bool:
    """Whether a conditional write was refused because the object exists, or changed."""
    status = next((found["ResponseMetadata"]["HTTPStatusCode"] for found in _answers(error)), None)
    return isinstance(error, FileExistsError) or status == 412


def is_of_s3(error: BaseException) -> bool:
    """Whether an error came from S3, botocore or the connection: anything else is a fault of ours."""
    return (
        isinstance(error, OSError)
        or _is_bad_endpoint(error)
        or _module(error)
        in {
            "botocore",
            "aiobotocore",
            "aiohttp",
            "httpx",
            "httpcore",
            "fsspec",
        }
    )


def explain(error: BaseException, place: str) -> LastgreenError:
    """Our error for one of S3's."""
    kind, code = type(error).__name__, code_of(error)
    if code in BUCKET_CODES or kind == "ParamValidationError":
        return InputError(f"the bucket of {place} does not exist, or its name is not valid: {_said(error)}")
    if code in REGION_CODES:
        return InputError(
            f"{place} lies in another region than the one configured (AWS_DEFAULT_REGION): {_said(error)}"
        )
    if kind in {"ProfileNotFound", "NoRegionError", "InvalidRegionError", "InvalidConfigError", "ConfigParseError"}:
        return InputError(f"the AWS configuration cannot be used for {place}: {_said(error)}")
    if _is_bad_endpoint(error):
        return InputError(f"the S3 endpoint of {place} is no address (AWS_ENDPOINT_URL): {_said(error)}")
    if isinstance(error, PermissionError) or "Credential" in kind or "Token" in kind:
        return AuthenticationError(f"the store refused our credentials for {place}: {_said(error)}")
    return StoreError(f"{place} cannot be used: {_said(error)}")


def _said(error: BaseException) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(text.split()).rstrip(".") or type(error).__name__


def _answers(error: BaseException | None) -> Iterator[dict[str, Any]]:
    """What S3 answered, as botocore kept it, from the error or its cause."""
    while error is not None:
        response = getattr(error, "response", None)
        if (
            isinstance(response, dict)
            and "Error" in response
            and "HTTPStatusCode" in response.get("ResponseMetadata", {})
        ):
            yield response
        error = error.__cause__


def _is_bad_endpoint(error: BaseException) -> bool:
    return isinstance(error, ValueError) and str(error).startswith("Invalid endpoint")


def _is_from_the_wire(error: BaseException) -> bool:
    passing = {errno.EBUSY, errno.ETIMEDOUT, errno.ECONNRESET, errno.ECONNREFUSED, errno.EPIPE}
    return _module(error) in {"aiohttp", "httpx", "httpcore", "fsspec"} or getattr(error, "errno", None) in passing


def _module(error: BaseException) -> str:
    return type(error).__module__.partition(".")[0]
