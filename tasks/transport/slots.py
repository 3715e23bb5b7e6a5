"""Places for calls that are open at once: first come, first served, and as many as the service bears."""

from __future__ import annotations

import asyncio
from collections import deque


class Slots:
    """A semaphore whose width can change and that can pause; belongs to one event loop.

    Width is a float so that it can grow by fractions; its whole part counts, and it never falls below 1.
    """

    __slots__ = ("_open", "_paused_until", "_timer", "_waiting", "_width", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self._width = float(most)
        self._open = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._paused_until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def width(self) -> int:
        """How many may be open now."""
        return int(self._width)

    @property
    def open(self) -> int:
        """How many are open."""
        return self._open

    async def take(self, *, first: bool = False) -> None:
        """Wait for a place; ``first`` goes before those who wait already."""
        if not self._waiting and self._has_room():
            self._open += 1
            return
        place = asyncio.get_running_loop().create_future()
        (self._waiting.appendleft if first else self._waiting.append)(place)
        try:
            await place
        except asyncio.CancelledError:
            self._withdraw(place)
            raise

    def give_back(self) -> None:
        """Free a place."""
        self._open -= 1
        self._admit()

    def narrow(self) -> None:
        """Halve the width."""
        self._width = max(1.0, self._width / 2)

    def widen(self, by: float) -> None:
        """Let the width grow again, up to ``most``."""
        if self._width < self.most:
            self._width = min(float(self.most), self._width + by)
            self._admit()

    def pause(self, seconds: float) -> None:
        """Admit nobody for so long; a longer pause that is under way stands."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        if until <= self._paused_until:
            return
        self._paused_until = until
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(until, self._resume)

    def release_all(self) -> None:
        """Admit everybody who waits, whatever the width: they are to learn that there is nothing to wait for."""
        while self._waiting:
            self._hand_over(self._waiting.popleft())

    def _resume(self) -> None:
        self._timer = None
        self._admit()

    def _has_room(self) -> bool:
        return self._open < self.width and self._timer is None

    def _admit(self) -> None:
        while self._waiting and self._has_room():
            self._hand_over(self._waiting.popleft())

    def _hand_over(self, place: asyncio.Future[None]) -> None:
        if not place.done():
            self._open += 1
            place.set_result(None)

    def _withdraw(self, place: asyncio.Future[None]) -> None:
        if place.cancelled():
            # Futures that are done are skipped when their turn comes.
            return
        self.give_back()
