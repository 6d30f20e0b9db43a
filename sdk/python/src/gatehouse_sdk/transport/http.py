"""JSON-RPC over HTTP: one POST for each request, with the standard library. Nothing can be pushed."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any
from urllib.parse import urlsplit

from ..errors import AnswerTimeoutError, ConnectionLostError, UnreachableError
from ..model import JsonObject
from .base import Events, Limits
from .messages import parse_message, request_text, result_of
from .slots import Slots

_LARGEST_ANSWER = 16 * 1024 * 1024


class HttpTransport:
    """Asks each time on a connection of its own, so that no answer can be taken for another."""

    pushes = False

    def __init__(self, url: str, token: str | None, limits: Limits, events: Events) -> None:
        parts = urlsplit(url)
        if parts.hostname is None:
            raise ValueError(f"{url!r} names no host.")
        self._host = parts.hostname
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._port = parts.port or (443 if self._tls else 80)
        self._path = (parts.path if parts.path not in ("", "/") else "/rpc") + (
            f"?{parts.query}" if parts.query else ""
        )
        self._authority = parts.netloc.rpartition("@")[2]
        self._shown = f"{parts.scheme}://{self._authority}"
        self._token = token
        self._limits = limits
        self._events = events
        self._slots = Slots(limits.max_in_flight, limits.max_queued)
        self._requests: set[asyncio.Task[Any]] = set()
        self._last_id = 0
        self._was_reached = False
        self._closed = False

    async def open(self, timeout: float) -> None:
        try:
            _, writer = await asyncio.wait_for(self._connect(), timeout)
        except (OSError, asyncio.TimeoutError) as error:
            raise self._unreachable(error) from error
        writer.close()

    async def request(self, method: str, params: JsonObject, timeout: float, *, again: bool = True) -> Any:
        if self._closed:
            raise UnreachableError("The client was closed.")
        async with self._slots:
            task = asyncio.create_task(self._attempts(method, params, again))
            self._requests.add(task)
            try:
                return await asyncio.wait_for(task, timeout)
            except asyncio.TimeoutError:
                raise AnswerTimeoutError(f"Gatehouse did not answer {method} within {timeout:g} s.") from None
            except asyncio.CancelledError:
                if self._closed:
                    raise UnreachableError("The client was closed.") from None
                raise
            finally:
                self._requests.discard(task)

    async def close(self) -> None:
        self._closed = True
        for task in list(self._requests):
            task.cancel()

    async def _attempts(self, method: str, params: JsonObject, again: bool) -> Any:
        failures = 0
        while True:
            self._last_id += 1
            body = request_text(method, self._events.dress(method, params), self._last_id).encode()
            try:
                answer = await self._post(body)
                self._was_reached = True
                return self._read(answer, self._last_id)
            except (OSError, ConnectionLostError, asyncio.IncompleteReadError) as error:
                if not (again and self._was_reached):
                    raise self._unreachable(error) from error
            await asyncio.sleep(self._limits.delay(failures))
            failures += 1

    def _unreachable(self, error: Exception) -> UnreachableError:
        return UnreachableError(f"Gatehouse cannot be reached at {self._shown}. Is it running? ({error})")

    def _read(self, answer: bytes, request_id: int) -> Any:
        message = parse_message(answer)
        if message is None or ("id" in message and message["id"] is not None and type(message["id"]) is not int):
            raise UnreachableError(f"{self._shown} answered with something that is no JSON-RPC response.")
        if message.get("id") is not None and message["id"] > request_id:
            raise UnreachableError(f"{self._shown} answered another request.")
        return result_of(message)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self._host, self._port, ssl=self._tls, limit=_LARGEST_ANSWER)

    async def _post(self, body: bytes) -> bytes:
        reader, writer = await self._connect()
        try:
            head = [
                f"POST {self._path} HTTP/1.1",
                f"Host: {self._authority}",
                "Content-Type: application/json",
                f"Content-Length: {len(body)}",
                "Connection: close",
            ]
            if self._token is not None:
                head.append(f"Authorization: Bearer {self._token}")
            writer.write("\r\n".join([*head, "", ""]).encode() + body)
            await writer.drain()
            status, answer = await _read_response(reader)
        finally:
            writer.close()
        if status in (429, 503):
            # Too many at once, or it is stopping: the same request may be answered later.
            raise ConnectionLostError(f"it answered {status}")
        if status != 200:
            raise UnreachableError(f"{self._shown} answered {status}: {answer[:300].decode(errors='replace')}")
        return answer


async def _read_response(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    if not words[0].startswith("HTTP/1.") or len(words) < 2 or not words[1].isdigit():
        raise UnreachableError("The answer is no HTTP response.")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return int(words[1]), await _read_chunks(reader)
    length = headers.get("content-length")
    if length is None:
        return int(words[1]), await reader.read(_LARGEST_ANSWER)
    if not length.isdigit() or int(length) > _LARGEST_ANSWER:
        raise UnreachableError("The answer is longer than any engine's.")
    return int(words[1]), await reader.readexactly(int(length))


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while True:
        line = (await reader.readuntil(b"\r\n")).split(b";")[0].strip()
        try:
            size = int(line, 16)
        except ValueError:
            raise UnreachableError("The answer is no HTTP response.") from None
        if size == 0:
            return bytes(body)
        if len(body) + size > _LARGEST_ANSWER:
            raise UnreachableError("The answer is longer than any engine's.")
        body += await reader.readexactly(size)
        await reader.readexactly(2)
