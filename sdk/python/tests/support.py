"""A real engine in a process of its own, the human who answers it, and servers that follow a script."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

from gatehouse_sdk import GovernanceClient

ROOT = Path(__file__).resolve().parents[3]
VECTORS = ROOT / "sdk" / "vectors"
HAS_WEBSOCKETS = importlib.util.find_spec("websockets") is not None
HAS_CRYPTOGRAPHY = importlib.util.find_spec("cryptography") is not None


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))


class Engine:
    """The engine of this project; every process of this user may answer as its operator."""

    def __init__(self, home: str | None = None) -> None:
        self.home = Path(home or tempfile.mkdtemp(prefix="gatehouse-sdk-"))
        node = ROOT / "node_modules" / ".bin" / "node"
        script = ROOT / "test" / "support" / "engine" / "open-engine.ts"
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
        self._process = subprocess.Popen(
            [str(node), str(script), str(self.home)],
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line == "":
            self.stop()
            raise RuntimeError("The engine did not start.")
        ready = json.loads(line)
        self.http: str = ready["http"]
        self.ws: str = ready["ws"]
        self.unix: str = f"unix:{ready['agent_socket']}"
        self._operator: str = ready["operator_socket"]

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def operate(self, method: str, params: dict[str, Any]) -> Any:
        """An operation of the console."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self._operator)
            request = {"jsonrpc": "2.0", "method": method, "params": params, "id": 1}
            connection.sendall(json.dumps(request).encode() + b"\n")
            with connection.makefile("rb") as lines:
                answer = json.loads(lines.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def held(self, seconds: float = 15.0) -> dict[str, Any]:
        """The request that waits for a human."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            held: list[dict[str, Any]] = self.operate("listApprovals", {})
            if held:
                return held[0]
            time.sleep(0.05)
        raise TimeoutError("Nothing waits for a human.")

    def answer(self, decision: str, **details: Any) -> None:
        """Answers what waits, as a human would."""
        held = self.held()
        answer = {"approvalId": held["approvalId"], "digest": held["digest"], "decision": decision, **details}
        outcome = self.operate("resolveApproval", answer)
        if outcome.get("outcome") == "REFUSED":
            raise RuntimeError(outcome)

    async def human(self, decision: str, **details: Any) -> None:
        await asyncio.to_thread(self.answer, decision, **details)

    def feed(self) -> list[dict[str, Any]]:
        """What the console lists, newest first."""
        feed: list[dict[str, Any]] = self.operate("listFeed", {})
        return feed


class Connection(Protocol):
    async def receive(self) -> dict[str, Any]: ...

    async def send(self, message: Any) -> None: ...

    async def drop(self) -> None: ...


class LineConnection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self._reader.readline())
        return message

    async def send(self, message: Any) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        self._writer.write(text.encode() + b"\n")
        await self._writer.drain()

    async def drop(self) -> None:
        self._writer.transport.abort()


class WebSocketConnection:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self._connection.recv())
        return message

    async def send(self, message: Any) -> None:
        await self._connection.send(message if isinstance(message, str) else json.dumps(message))

    async def drop(self) -> None:
        self._connection.transport.abort()


class ScriptedServer:
    """Takes connections one after the other; a test plays the engine's part on each."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._connections: asyncio.Queue[Connection] = asyncio.Queue()
        self._directory = tempfile.mkdtemp(prefix="gatehouse-sdk-")
        self._close: Callable[[], Awaitable[None]] | None = None
        self._open: list[Connection] = []
        self.url = ""

    async def __aenter__(self) -> ScriptedServer:
        if self._kind == "ws":
            from websockets.asyncio.server import serve

            server = await serve(self._take_websocket, "127.0.0.1", 0)
            self.url = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"

            async def close() -> None:
                server.close()

            self._close = close
        else:
            path = f"{self._directory}/agent.sock"
            lines = await asyncio.start_unix_server(self._take_lines, path)
            self.url = f"unix:{path}"

            async def close_lines() -> None:
                lines.close()

            self._close = close_lines
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._close is not None
        for connection in self._open:
            await connection.drop()
        await self._close()
        shutil.rmtree(self._directory)

    async def accept(self) -> Connection:
        connection = await asyncio.wait_for(self._connections.get(), 5)
        self._open.append(connection)
        return connection

    async def _take_lines(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._connections.put(LineConnection(reader, writer))

    async def _take_websocket(self, connection: Any) -> None:
        await self._connections.put(WebSocketConnection(connection))
        await connection.wait_closed()


KINDS = ("unix", "ws") if HAS_WEBSOCKETS else ("unix",)


def client_for(url: str, agent_did: str, **options: Any) -> GovernanceClient:
    """Without heartbeats, and with little patience."""
    return GovernanceClient(url, **{"agent_did": agent_did, "heartbeat": 0, "timeout": 5, **options})


def snake_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options of the vectors as this SDK spells them: seconds in place of milliseconds."""
    spelled = dict(options)
    if "timeout_ms" in spelled:
        spelled["timeout"] = spelled.pop("timeout_ms") / 1000
    if "wait_ms" in spelled:
        spelled["wait"] = spelled.pop("wait_ms") / 1000
    return spelled


def call(client: GovernanceClient, name: str, options: dict[str, Any]) -> asyncio.Task[Any]:
    """Starts the method that the vectors name."""
    method = getattr(client, {"await": "await_verdict"}.get(name, name))
    spelled = snake_options(options)
    first = [spelled.pop(member) for member in ("intent_id",) if name in ("await", "report") and member in spelled]
    return asyncio.ensure_future(method(*first, **spelled))
