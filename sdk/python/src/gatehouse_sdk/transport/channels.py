"""Two-way connections that carry one JSON text at a time: lines on a local socket, and WebSocket messages."""

from __future__ import annotations

import asyncio
import importlib.util
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlencode, urlsplit, urlunsplit

from ..errors import ConnectionLostError, GovernanceError

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

_LONGEST_MESSAGE = 16 * 1024 * 1024


def has_websocket() -> bool:
    """Whether the extra ``websocket`` is installed."""
    return importlib.util.find_spec("websockets") is not None


class Channel(Protocol):
    """An open connection."""

    async def send(self, text: str) -> None:
        """Raises ``ConnectionLostError``."""

    async def receive(self) -> str | bytes:
        """Raises ``ConnectionLostError``."""

    async def close(self) -> None:
        """Never raises."""


class LineChannel:
    """One JSON text a line, on a Unix socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, path: str) -> LineChannel:
        """Connects to the socket."""
        if not hasattr(asyncio, "open_unix_connection"):
            raise GovernanceError("This system has no Unix sockets for Python: use a ws: or http: address.")
        return cls(*await asyncio.open_unix_connection(path, limit=_LONGEST_MESSAGE))

    async def send(self, text: str) -> None:
        try:
            self._writer.write(text.encode() + b"\n")
            await self._writer.drain()
        except OSError as error:
            raise ConnectionLostError(str(error)) from error

    async def receive(self) -> bytes:
        try:
            line = await self._reader.readline()
        except (OSError, ValueError) as error:
            raise ConnectionLostError(str(error)) from error
        if not line.endswith(b"\n"):
            raise ConnectionLostError("Gatehouse closed the connection.")
        return line

    async def close(self) -> None:
        self._writer.close()


class WebSocketChannel:
    """One JSON text a message."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    @classmethod
    async def open(cls, url: str, token: str | None) -> WebSocketChannel:
        """Connects; needs the extra ``websocket``."""
        try:
            from websockets.asyncio.client import connect
            from websockets.exceptions import InvalidHandshake
        except ImportError:
            raise GovernanceError("WebSockets need an extra: pip install 'gatehouse-sdk[websocket]'.") from None
        try:
            socket = await connect(
                _with_token(url, token), max_size=_LONGEST_MESSAGE, compression=None, open_timeout=None, proxy=None
            )
        except InvalidHandshake as error:
            raise ConnectionLostError(str(error)) from error
        return cls(socket)

    async def send(self, text: str) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await self._socket.send(text)
        except ConnectionClosed as error:
            raise ConnectionLostError(str(error)) from error

    async def receive(self) -> str | bytes:
        from websockets.exceptions import ConnectionClosed

        try:
            return await self._socket.recv(decode=False)
        except ConnectionClosed as error:
            raise ConnectionLostError(str(error)) from error

    async def close(self) -> None:
        await self._socket.close()


def _with_token(url: str, token: str | None) -> str:
    if token is None:
        return url
    parts = urlsplit(url)
    query = "&".join(filter(None, [parts.query, urlencode({"token": token})]))
    return urlunsplit(parts._replace(query=query, path=parts.path or "/"))
