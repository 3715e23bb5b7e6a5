"""Ids of runs: they sort by time, and every random choice of a run derives from its id."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import secrets

RUN_ID = re.compile(r"[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}")


def new_run_id(now: dt.datetime) -> str:
    """UTC time to the second and six random hexadecimal digits: ``20261130T104153Z-1f0c9a``."""
    return f"{now.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}-{secrets.token_hex(3)}"


def seed_of(run_id: str) -> int:
    """Seed of a run: the first 4 bytes of the sha256 of its id."""
    return int.from_bytes(hashlib.sha256(run_id.encode()).digest()[:4], "big")
