"""Whether anything listens where a target is expected: a mistyped address shows in seconds, not after every retry."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from evals.errors import TargetError

PATIENCE_S = 5.0
"""An app that is just starting gets this long."""
PAUSE_S = 0.25
DEFAULT_PORTS = {"http": 80, "https": 443}


async def require_listener(name: str, url: str, patience_s: float = PATIENCE_S) -> None:
    """Open one connection and close it again; behind a proxy nothing can be said, and nothing is.

    Raises:
        TargetError: nobody accepts a connection.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if not host or _is_proxied(parts.scheme, host):
        return
    port = parts.port or DEFAULT_PORTS.get(parts.scheme, 80)
    deadline = asyncio.get_running_loop().time() + patience_s
    while (error := await _refusal(host, port, patience_s)) is not None:
        if asyncio.get_running_loop().time() >= deadline:
            raise TargetError(f"target {name!r}: nothing listens at {host}:{port} ({error}); is the app running?")
        await asyncio.sleep(PAUSE_S)


async def _refusal(host: str, port: int, patience_s: float) -> str | None:
    try:
        async with asyncio.timeout(patience_s):
            _, writer = await asyncio.open_connection(host, port)
    except TimeoutError:
        return f"no connection within {patience_s:g} s"
    except OSError as error:
        return error.strerror or str(error)
    writer.close()
    return None


def _is_proxied(scheme: str, host: str) -> bool:
    proxies = getproxies()
    return bool(proxies.get(scheme) or proxies.get("all")) and not proxy_bypass(host)
