"""Backpressure: so many requests at a time, others wait in order, and beyond a limit a call fails at once."""

from __future__ import annotations

import asyncio
from types import TracebackType

from ..errors import OverloadedError


class Slots:
    """An async context manager that holds one of a limited number of places."""

    def __init__(self, places: int, queue: int) -> None:
        self._semaphore = asyncio.Semaphore(places)
        self._queue = queue
        self._waiting = 0

    async def __aenter__(self) -> None:
        if self._semaphore.locked():
            if self._waiting >= self._queue:
                raise OverloadedError(f"{self._queue} requests wait already. Send fewer at a time.")
            self._waiting += 1
            try:
                await self._semaphore.acquire()
            finally:
                self._waiting -= 1
        else:
            await self._semaphore.acquire()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._semaphore.release()
