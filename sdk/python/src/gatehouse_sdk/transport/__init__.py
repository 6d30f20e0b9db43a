"""Transports: HTTP and local sockets with the standard library, WebSockets with an extra."""

from __future__ import annotations

from urllib.parse import urlsplit

from ..discover import Target
from .base import Events, Limits, Transport
from .channels import Channel, LineChannel, WebSocketChannel, has_websocket
from .duplex import DuplexTransport
from .http import HttpTransport

__all__ = ["Events", "Limits", "Transport", "create_transport", "has_websocket"]


def create_transport(target: Target, limits: Limits, events: Events) -> Transport:
    """The transport for an address."""
    scheme = urlsplit(target.url).scheme
    if scheme in ("http", "https"):
        return HttpTransport(target.url, target.token, limits, events)
    if scheme in ("ws", "wss"):

        async def websocket() -> Channel:
            return await WebSocketChannel.open(target.url, target.token)

        return DuplexTransport(websocket, target.url, limits, events)
    if scheme == "unix":
        path = target.url.removeprefix("unix:")
        path = path.removeprefix("//") if path.startswith("///") else path

        async def socket() -> Channel:
            return await LineChannel.open(path)

        return DuplexTransport(socket, target.url, limits, events)
    raise ValueError(f"{target.url!r} must begin with ws:, wss:, http:, https: or unix:.")
