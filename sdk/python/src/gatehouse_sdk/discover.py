"""Finds the engine that runs for this user: its addresses and the owner's token, from the data directory."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from .errors import UnreachableError


@dataclass(frozen=True)
class Address:
    """Where an engine listens, as its ``address.json`` says."""

    http: str
    ws: str
    agent_socket: str | None
    pid: int


@dataclass(frozen=True)
class Target:
    """Where to connect, and what to show there."""

    url: str
    token: str | None


def data_directory(platform: str, environment: Mapping[str, str], home: str) -> str:
    """``GATEHOUSE_HOME``, else where the desktop app puts its data."""
    explicit = environment.get("GATEHOUSE_HOME")
    if explicit:
        return explicit
    if platform == "win32":
        return (environment.get("APPDATA") or f"{home}\\AppData\\Roaming") + "\\Gatehouse"
    if platform == "darwin":
        return f"{home}/Library/Application Support/Gatehouse"
    return (environment.get("XDG_CONFIG_HOME") or f"{home}/.config") + "/Gatehouse"


def parse_address(text: str) -> Address | None:
    """None when the text is no address file."""
    try:
        said = json.loads(text)
    except ValueError:
        return None
    if not isinstance(said, dict):
        return None
    http, ws, pid, socket = said.get("http"), said.get("ws"), said.get("pid"), said.get("agent_socket")
    if not (isinstance(http, str) and isinstance(ws, str) and type(pid) is int):
        return None
    return Address(http, ws, socket if isinstance(socket, str) else None, pid)


def parse_token(text: str) -> str | None:
    """The token in the text of the token file."""
    return text.strip() or None


def gets_token(url: str, engine: Address) -> bool:
    """The owner's token belongs to the engine it was made for; no other address gets to see it."""
    return urlsplit(url).netloc in {urlsplit(engine.http).netloc, urlsplit(engine.ws).netloc}


def find_engine() -> tuple[Address, str | None] | None:
    """The running engine and the owner's token; None when no engine runs for this user."""
    directory = Path(data_directory(sys.platform, os.environ, str(Path.home())))
    address = parse_address(_read(directory / "address.json"))
    if address is None or not _is_running(address.pid):
        return None
    return address, parse_token(_read(directory / "token"))


def choose_target(url: str | None, token: str | None, has_websocket: bool) -> Target:
    """The address that was asked for, or that of the running engine."""
    found = find_engine()
    if url is None or url == "unix:":
        if found is None:
            raise UnreachableError("No running Gatehouse was found. Start it, or name its address.")
        engine, _ = found
        if url is None:
            url = engine.ws if has_websocket else engine.http
        elif engine.agent_socket is None:
            raise UnreachableError("The running Gatehouse has no socket. Name another address.")
        else:
            url = f"unix:{engine.agent_socket}"
    shown = token or os.environ.get("GATEHOUSE_TOKEN") or None
    if shown is None and found is not None and gets_token(url, found[0]):
        shown = found[1]
    return Target(url, shown)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _is_running(pid: int) -> bool:
    """A crash leaves the file behind, and another program may have the port by now."""
    if sys.platform == "win32":
        # os.kill would end the process there; the address is tried instead.
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
