"""The way to S3: s3fs with the usual AWS variables and files, without retries and caches of its own."""

from __future__ import annotations

import datetime as dt
import os
from email.utils import parsedate_to_datetime
from typing import Any

from evals.errors import InputError

CONNECT_TIMEOUT_S = 5.0


def open_s3(url: str, read_timeout_s: float) -> tuple[Any, str]:
    """Return the file system of an address, and its bucket and prefix; nothing is sent yet.

    Raises:
        InputError: it is no such address.
    """
    import fsspec  # with s3fs 0.3 s

    scheme, _, rest = url.partition("://")
    if scheme != "s3" or not rest.strip("/"):
        raise InputError(f"store {url!r} is not an address that can be used: give a folder or s3://bucket/prefix")
    try:
        filesystem, root = fsspec.core.url_to_fs(url, **_options(read_timeout_s))
    except (ValueError, ImportError) as error:
        raise InputError(f"store {url!r} is not an address that can be used: {error}") from None
    filesystem.retries = 1
    filesystem.session = filesystem.session or _session()
    return filesystem, str(root)


def _options(read_timeout_s: float) -> dict[str, Any]:
    """Everything else (keys, profile, endpoint, region) botocore takes from the usual AWS variables and files."""
    config: dict[str, Any] = {
        "connect_timeout": CONNECT_TIMEOUT_S,
        "read_timeout": read_timeout_s,
        "retries": {"total_max_attempts": 1},
    }
    own = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
    style = os.environ.get("AWS_S3_ADDRESSING_STYLE") or ("path" if own else None)
    if style:
        # A server of one's own seldom has a name for every bucket.
        config["s3"] = {"addressing_style": style}
    options: dict[str, Any] = {"config_kwargs": config, "use_listings_cache": False}
    region = os.environ.get("AWS_REGION")
    if region and not os.environ.get("AWS_DEFAULT_REGION"):
        options["client_kwargs"] = {"region_name": region}
    return options


def _session() -> Any:
    """A session that reads the times in listings with the standard library: dateutil takes two thirds of a listing."""
    import s3fs.core

    # By way of s3fs: aiobotocore is its dependency, not ours.
    session = s3fs.core.aiobotocore.session.AioSession()
    session.get_component("response_parser_factory").set_parser_defaults(timestamp_parser=read_time)
    return session


def read_time(value: str | float) -> dt.datetime:
    """A time as AWS writes it: ISO 8601 in listings, RFC 5322 in headers, seconds since 1970 in JSON.

    Raises:
        ValueError: it is none of them.
    """
    if isinstance(value, int | float):
        return dt.datetime.fromtimestamp(value, dt.UTC)
    try:
        return dt.datetime.fromisoformat(value)
    except ValueError:
        return parsedate_to_datetime(value)
