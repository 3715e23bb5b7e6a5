"""The way to S3: addresses, and the times that S3 writes."""

from __future__ import annotations

import datetime as dt

import pytest

from evals.errors import InputError
from tasks.stores.s3_opening import open_s3, read_time

NOON = dt.datetime(2026, 11, 30, 12, 0, 5, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-11-30T12:00:05Z", NOON),
        ("2026-11-30T12:00:05.000Z", NOON),
        ("2026-11-30T13:00:05+01:00", NOON),
        ("20261130T120005Z", NOON),
        ("Mon, 30 Nov 2026 12:00:05 GMT", NOON),
        (NOON.timestamp(), NOON),
        (int(NOON.timestamp()), NOON),
    ],
)
def test_every_form_in_which_aws_writes_a_time_is_read(written: str | float, meant: dt.datetime) -> None:
    """Listings, headers and JSON have one each."""
    assert read_time(written) == meant


def test_what_is_no_time_is_refused() -> None:
    """As botocore expects of a reader of times."""
    with pytest.raises(ValueError, match="yesterday"):
        read_time("yesterday")


@pytest.mark.parametrize("url", ["s3://", "s3:///", "gs://bucket/x", "https://example.com/x"])
def test_an_address_of_another_kind_is_refused(url: str) -> None:
    """With what can be given instead."""
    with pytest.raises(InputError, match=r"give a folder or s3://bucket/prefix"):
        open_s3(url, 1.0)
