"""A thousand intents a second over one WebSocket, with reports and a reconnect: none lost, none run twice.

Beside it, in the same run, what a bare WebSocket echo costs.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
import unittest
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from gatehouse_sdk import GovernanceClient

from support import Engine

INTENTS = 4000
#: Before the clock runs: the engine is compiled while it works.
WARMING = 2000
WORKERS = 48


def engine_without_model() -> Engine:
    """Its heuristics score alone, as the bars of speed ask."""
    home = tempfile.mkdtemp(prefix="gatehouse-sdk-")
    Path(home, "settings.json").write_text(json.dumps({"risk_model": {"scorer": "off"}}))
    return Engine(home)


async def together(count: int, work: Callable[[int], Awaitable[Any]]) -> float:
    """Seconds for so many calls, ``WORKERS`` of them at a time."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await work(number)

    began = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(WORKERS)))
    return time.perf_counter() - began


class Relay:
    """Passes bytes on to the engine, and can cut every connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: list[asyncio.StreamWriter] = []

    async def start(self) -> str:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self._own = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return f"ws://{self._own}"

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def close(self) -> None:
        self.cut()
        self._server.close()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers += [writer, up_writer]
        # The engine serves only those who ask for it by its own address.
        head = await reader.readuntil(b"\r\n\r\n")
        up_writer.write(head.replace(self._own.encode(), f"127.0.0.1:{self._port}".encode()))
        await asyncio.gather(_pass(reader, up_writer), _pass(up_reader, writer))


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    writer.close()


class Load(unittest.TestCase):
    def test_nothing_is_lost_and_nothing_runs_twice(self) -> None:
        # Not an asynchronous test case: those run with the loop's debugging, which is slow.
        asyncio.run(self.load())

    async def load(self) -> None:
        engine = engine_without_model()
        self.addCleanup(engine.remove)
        relay = Relay(int(engine.ws.rpartition(":")[2]))
        url = await relay.start()
        self.addCleanup(relay.close)
        ran: Counter[int] = Counter()
        async with GovernanceClient(url, agent_did="did:aeon:load:1.0:abc123", timeout=60) as gov:
            await gov.register()

            async def one(number: int) -> None:
                async def run(_: Mapping[str, Any]) -> None:
                    ran[number] += 1
                    if ran.total() == WARMING + INTENTS // 2:
                        relay.cut()

                await gov.run("read_file", {"path": f"/tmp/file-{number}.txt"}, run)

            await together(WARMING, one)
            spent = time.process_time()
            seconds = await together(INTENTS, lambda number: one(WARMING + number))
            spent = time.process_time() - spent
        self.assertEqual(len(ran), WARMING + INTENTS)
        self.assertEqual(set(ran.values()), {1})
        echo = await self.echo()
        entries = engine.operate("getStatus", {})["ledger"]["entries"]
        # Each intent is one entry, and so is its report.
        self.assertGreaterEqual(entries, 2 * (WARMING + INTENTS))
        print(
            f"{INTENTS} intents with reports and a reconnect: {INTENTS / seconds:.0f}/s, "
            f"{seconds / INTENTS * 1e6:.0f} µs each, of which {spent / INTENTS * 1e6:.0f} µs of this process; "
            f"a bare echo {echo * 1e6:.0f} µs; load {os.getloadavg()[0]:.1f}"
        )

    async def echo(self) -> float:
        """Seconds for one message there and back, over one WebSocket, as many at a time."""
        from websockets.asyncio.client import connect
        from websockets.asyncio.server import ServerConnection, serve

        async def repeat(connection: ServerConnection) -> None:
            async for message in connection:
                await connection.send(message)

        async with serve(repeat, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with connect(f"ws://127.0.0.1:{port}", compression=None) as connection:
                answers: asyncio.Queue[Any] = asyncio.Queue()

                async def listen() -> None:
                    async for message in connection:
                        answers.put_nowait(message)

                listening = asyncio.create_task(listen())

                async def one(_: int) -> None:
                    await connection.send("x" * 300)
                    await answers.get()

                seconds = await together(INTENTS, one)
                listening.cancel()
        return seconds / INTENTS


if __name__ == "__main__":
    unittest.main()
