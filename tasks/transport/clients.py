"""Connections: one pooled httpx transport for each host, in one event loop.

httpx is the interface; aiohttp carries it, because the pool of httpx itself costs about ten times the processor time.
Of httpx only the transport is used, not the client around it: redirects, cookies, netrc and request logging are not
wanted here (they would carry secrets, or one case's state, to other places), and they cost a fifth of the time.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

IDLE_S = 20.0
"""Seconds an unused connection is kept: below the 30 to 60 s after which common servers close theirs."""


class Clients:
    """Hands out the transport of a host and closes them all at the end; use it as an async context manager.

    Args:
        connect: Makes the transport of a host; a test gives ``lambda url: httpx.MockTransport(...)``.
    """

    def __init__(self, connect: Callable[[httpx.URL], httpx.AsyncBaseTransport] | None = None) -> None:
        self._connect = connect or pooled_transport
        self._transports: dict[tuple[str, str, int | None], httpx.AsyncBaseTransport] = {}
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._transports.clear()
        await self._stack.aclose()

    def get(self, url: httpx.URL) -> httpx.AsyncBaseTransport:
        """Return the transport for the scheme, host and port of ``url``."""
        origin = (url.scheme, url.host, url.port)
        known = self._transports.get(origin)
        if known is None:
            known = self._transports[origin] = self._connect(url)
            self._stack.push_async_callback(known.aclose)
        return known


def pooled_transport(url: httpx.URL) -> AiohttpTransport:
    """Build the transport of one host; the environment's proxies and certificates count, cookies are not kept."""
    context = _ssl_context() if url.scheme == "https" else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

    def session() -> aiohttp.ClientSession:
        # The limiter counts open calls, so the pool need not; a cookie would let one case see what another did.
        connector = aiohttp.TCPConnector(limit=0, ssl=context, keepalive_timeout=IDLE_S)
        return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())

    return AiohttpTransport(verify=context, client=session, proxy=_proxy_for(url))


def _ssl_context() -> ssl.SSLContext:
    context = httpx.create_ssl_context(trust_env=True)
    # A company's own authority stands in the system's store.
    context.load_default_certs()
    return context


def _proxy_for(url: httpx.URL) -> httpx.Proxy | None:
    # Asked once for each host: aiohttp would ask a thread at every request.
    if proxy_bypass(url.host):
        return None
    address = getproxies().get(url.scheme) or getproxies().get("all")
    return httpx.Proxy(address) if address else None
