"""JSON-RPC over one lasting connection: answers in any order, pushes in between, and resuming after a break."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from ..errors import AnswerTimeoutError, ConnectionLostError, GovernanceError, UnreachableError
from ..model import JsonObject
from .base import Events, Limits
from .channels import Channel
from .messages import parse_message, request_text, result_of
from .slots import Slots


@dataclass(eq=False)
class _Entry:
    """A request that was not answered yet."""

    method: str
    params: JsonObject
    answer: asyncio.Future[Any]
    again: bool
    request_id: int = 0
    #: The connection it was last sent on.
    connection: int = 0


class DuplexTransport:
    """A WebSocket or a local socket."""

    pushes = True

    def __init__(self, connect: Callable[[], Awaitable[Channel]], shown: str, limits: Limits, events: Events) -> None:
        self._connect = connect
        self._shown = shown
        self._limits = limits
        self._events = events
        self._slots = Slots(limits.max_in_flight, limits.max_queued)
        #: In the order in which they were first sent, which is the order in which they are sent again.
        self._entries: dict[int, _Entry] = {}
        self._by_id: dict[int, _Entry] = {}
        self._last_id = 0
        self._last_entry = 0
        self._connection = 0
        self._channel: Channel | None = None
        self._opened: asyncio.Future[None] | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._was_open = False
        self._closed = False

    async def open(self, timeout: float) -> None:
        if self._channel is not None:
            return
        self._begin()
        assert self._opened is not None
        try:
            await asyncio.wait_for(asyncio.shield(self._opened), timeout)
        except asyncio.TimeoutError:
            raise AnswerTimeoutError(f"{self._shown} did not accept a connection within {timeout:g} s.") from None

    async def request(self, method: str, params: JsonObject, timeout: float, *, again: bool = True) -> Any:
        async with self._slots:
            self._begin()
            loop = asyncio.get_running_loop()
            entry = _Entry(method, params, loop.create_future(), again)
            self._last_entry += 1
            number = self._last_entry
            self._entries[number] = entry
            timer = loop.call_later(timeout, self._expire, entry, timeout)
            try:
                if self._channel is not None:
                    # A connection that ends here is noticed by its reader, and the entry is sent on the next one.
                    with contextlib.suppress(ConnectionLostError):
                        await self._send(self._channel, entry)
                return await entry.answer
            finally:
                timer.cancel()
                del self._entries[number]
                self._by_id.pop(entry.request_id, None)

    async def close(self) -> None:
        self._closed = True
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeper
        self._fail(UnreachableError("The client was closed."))

    def _expire(self, entry: _Entry, timeout: float) -> None:
        if not entry.answer.done():
            lost = "" if self._channel is not None else f" {self._shown} cannot be reached."
            message = f"Gatehouse did not answer {entry.method} within {timeout:g} s.{lost}"
            entry.answer.set_exception(AnswerTimeoutError(message))

    def _begin(self) -> None:
        """Starts the task that holds the connection, if none runs."""
        if self._closed:
            raise UnreachableError("The client was closed.")
        if self._keeper is None or self._keeper.done():
            self._opened = asyncio.get_running_loop().create_future()
            # Whoever waits for it hears of a failure; nobody has to.
            self._opened.add_done_callback(lambda opened: opened.cancelled() or opened.exception())
            self._keeper = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        failures = 0
        while not self._closed:
            try:
                channel = await self._connect()
            except (OSError, GovernanceError, asyncio.TimeoutError) as error:
                if not self._was_open:
                    self._give_up(error)
                    return
                await asyncio.sleep(self._limits.delay(failures + 1))
                failures += 1
                continue
            failures = 0
            try:
                await self._serve(channel)
            finally:
                self._channel = None
                with contextlib.suppress(OSError, asyncio.TimeoutError):
                    await asyncio.wait_for(channel.close(), 1)
            self._events.lost()

    def _give_up(self, error: Exception) -> None:
        """Nobody has ever answered there: waiting would not help."""
        if isinstance(error, GovernanceError) and not isinstance(error, UnreachableError):
            failure: GovernanceError = error
        else:
            failure = UnreachableError(f"Gatehouse cannot be reached at {self._shown}. Is it running? ({error})")
        if self._opened is not None and not self._opened.done():
            self._opened.set_exception(failure)
        self._keeper = None
        self._fail(failure)

    def _fail(self, error: Exception) -> None:
        for entry in list(self._entries.values()):
            if not entry.answer.done():
                entry.answer.set_exception(error)

    async def _serve(self, channel: Channel) -> None:
        """Until the connection is lost."""
        self._connection += 1
        reader = asyncio.create_task(self._read(channel))
        try:
            await self._resume(channel)
            await reader
        except ConnectionLostError as error:
            for entry in list(self._entries.values()):
                if not entry.again and entry.connection == self._connection and not entry.answer.done():
                    entry.answer.set_exception(ConnectionLostError(f"The connection to Gatehouse was lost: {error}"))
        finally:
            reader.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionLostError):
                await reader

    async def _resume(self, channel: Channel) -> None:
        hello = self._events.hello() if self._was_open else None
        self._was_open = True
        if hello is not None:
            self._last_id += 1
            method, params = hello
            await channel.send(request_text(method, self._events.dress(method, params), self._last_id))
        while unsent := [each for each in self._entries.values() if each.connection != self._connection]:
            for entry in unsent:
                await self._send(channel, entry)
        self._channel = channel
        if self._opened is not None and not self._opened.done():
            self._opened.set_result(None)

    async def _send(self, channel: Channel, entry: _Entry) -> None:
        self._by_id.pop(entry.request_id, None)
        self._last_id += 1
        entry.request_id, entry.connection = self._last_id, self._connection
        self._by_id[entry.request_id] = entry
        try:
            text = request_text(entry.method, self._events.dress(entry.method, entry.params), entry.request_id)
        except ValueError as error:
            if not entry.answer.done():
                entry.answer.set_exception(error)
            return
        await channel.send(text)

    async def _read(self, channel: Channel) -> None:
        while True:
            message = parse_message(await channel.receive())
            if message is None:
                # What is no JSON says that the other side is no engine; its further answers are worth nothing.
                raise ConnectionLostError("Gatehouse sent something that is no JSON object.")
            method, params = message.get("method"), message.get("params")
            if isinstance(method, str):
                self._events.pushed(method, params if isinstance(params, dict) else {})
            else:
                self._answer(message)

    def _answer(self, message: JsonObject) -> None:
        request_id = message.get("id")
        # Not a bool, which Python would take for 0 or 1.
        entry = self._by_id.pop(request_id, None) if type(request_id) is int else None
        if entry is None or entry.answer.done():
            return
        try:
            entry.answer.set_result(result_of(message))
        except GovernanceError as error:
            entry.answer.set_exception(error)
