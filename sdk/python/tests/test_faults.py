"""Whatever fails, the function does not run unless it was approved, and it never runs twice."""

from __future__ import annotations

import asyncio
import tempfile
import unittest
from collections.abc import Mapping
from typing import Any

from gatehouse_sdk import (
    AnswerTimeoutError,
    DeniedError,
    GovernanceClient,
    GovernanceError,
    OverloadedError,
    UnreachableError,
)

from support import KINDS, Engine, ScriptedServer, client_for

DID = "did:aeon:fault:1.0:abc123"


class FaultTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.ran = 0

    async def function(self, _: Mapping[str, Any]) -> str:
        self.ran += 1
        return "done"

    def start(self, client: GovernanceClient) -> asyncio.Task[str]:
        return asyncio.ensure_future(client.run("write_file", {"path": "/tmp/a"}, self.function))


class ScriptedFaults(FaultTest):
    async def test_no_answer_in_time(self) -> None:
        for kind in KINDS:
            async with ScriptedServer(kind) as server, client_for(server.url, DID, timeout=1) as client:
                running = self.start(client)
                await (await server.accept()).receive()
                with self.assertRaises(AnswerTimeoutError):
                    await running
        self.assertEqual(self.ran, 0)

    async def test_answers_that_cannot_be_read(self) -> None:
        answers = [
            "this is no JSON",
            "[]",
            '{"jsonrpc":"2.0","id":1}',
            '{"jsonrpc":"2.0","id":1,"result":null}',
            '{"jsonrpc":"2.0","id":1,"result":{"verdict":"approved"}}',
            '{"jsonrpc":"2.0","id":1,"result":{"verdict":["APPROVED"]}}',
            '{"jsonrpc":"2.0","id":1,"result":{"verdict":"APPROVED","intent_id":"another"}}',
            '{"jsonrpc":"2.0","id":true,"result":{"verdict":"APPROVED"}}',
        ]
        for kind in KINDS:
            for answer in answers:
                with self.subTest(answer, kind=kind):
                    async with ScriptedServer(kind) as server, client_for(server.url, DID, timeout=1) as client:
                        running = self.start(client)
                        connection = await server.accept()
                        await connection.receive()
                        await connection.send(answer)
                        with self.assertRaises(UnreachableError):
                            await running
        self.assertEqual(self.ran, 0)

    async def test_an_expired_approval(self) -> None:
        async with ScriptedServer("unix") as server, client_for(server.url, DID) as client:
            running = self.start(client)
            connection = await server.accept()
            request = await connection.receive()
            result = {"verdict": "APPROVED", "expires_at": "2020-01-01T00:00:00Z"}
            await connection.send({"jsonrpc": "2.0", "id": request["id"], "result": result})
            with self.assertRaisesRegex(DeniedError, "expired"):
                await running
        self.assertEqual(self.ran, 0)

    async def test_only_a_dry_run(self) -> None:
        async with ScriptedServer("unix") as server, client_for(server.url, DID) as client:
            running = self.start(client)
            connection = await server.accept()
            request = await connection.receive()
            result = {"verdict": "CONDITIONAL", "conditions": [{"kind": "dry_run", "text": "rehearse"}]}
            await connection.send({"jsonrpc": "2.0", "id": request["id"], "result": result})
            with self.assertRaisesRegex(DeniedError, "dry run"):
                await running
        self.assertEqual(self.ran, 0)

    async def test_the_approved_time_is_over(self) -> None:
        async with ScriptedServer("unix") as server, client_for(server.url, DID) as client:
            ended = asyncio.Event()

            async def slow(_: Mapping[str, Any]) -> None:
                try:
                    await asyncio.sleep(30)
                finally:
                    ended.set()

            running = asyncio.ensure_future(client.run("write_file", {}, slow))
            connection = await server.accept()
            request = await connection.receive()
            result = {"verdict": "APPROVED", "capability_manifest": {"timeout_seconds": 0.1}}
            await connection.send({"jsonrpc": "2.0", "id": request["id"], "result": result})
            report = await connection.receive()
            await connection.send({"jsonrpc": "2.0", "id": report["id"], "result": {}})
            with self.assertRaises(TimeoutError):
                await running
            self.assertTrue(ended.is_set())
            self.assertEqual(report["params"]["status"], "TIMEOUT")

    async def test_cancelling_the_caller(self) -> None:
        async with ScriptedServer("unix") as server, client_for(server.url, DID) as client:
            running = self.start(client)
            connection = await server.accept()
            request = await connection.receive()
            running.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await running
            await connection.send({"jsonrpc": "2.0", "id": request["id"], "result": {"verdict": "APPROVED"}})
            beat = asyncio.ensure_future(client.heartbeat())
            request = await connection.receive()
            await connection.send({"jsonrpc": "2.0", "id": request["id"], "result": {}})
            await beat
        self.assertEqual(self.ran, 0)

    async def test_a_report_that_fails_is_no_error(self) -> None:
        async with ScriptedServer("unix") as server, client_for(server.url, DID) as client:
            running = self.start(client)
            connection = await server.accept()
            request = await connection.receive()
            await connection.send({"jsonrpc": "2.0", "id": request["id"], "result": {"verdict": "APPROVED"}})
            report = await connection.receive()
            error = {"code": -32603, "message": "The ledger cannot record it now."}
            with self.assertLogs("gatehouse_sdk", "WARNING"):
                await connection.send({"jsonrpc": "2.0", "id": report["id"], "error": error})
                self.assertEqual(await running, "done")
        self.assertEqual(self.ran, 1)

    async def test_too_many_at_once(self) -> None:
        async with (
            ScriptedServer("unix") as server,
            client_for(server.url, DID, max_in_flight=2, max_queued=1) as client,
        ):
            running = [self.start(client) for _ in range(3)]
            connection = await server.accept()
            first = [await connection.receive(), await connection.receive()]
            with self.assertRaises(OverloadedError):
                await self.start(client)
            denied = {"code": -32000, "message": "no"}
            for request in first:
                await connection.send({"jsonrpc": "2.0", "id": request["id"], "error": denied})
            third = await connection.receive()
            await connection.send({"jsonrpc": "2.0", "id": third["id"], "error": denied})
            outcomes = await asyncio.gather(*running, return_exceptions=True)
            self.assertEqual([type(outcome) for outcome in outcomes], [DeniedError] * 3)
        self.assertEqual(self.ran, 0)

    async def test_closing_ends_what_is_open(self) -> None:
        async with ScriptedServer("unix") as server:
            client = client_for(server.url, DID)
            running = self.start(client)
            await (await server.accept()).receive()
            await client.close()
            with self.assertRaises(UnreachableError):
                await running
        self.assertEqual(self.ran, 0)

    async def test_nobody_listens(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            for url in (
                "http://127.0.0.1:1",
                f"unix:{directory}/none.sock",
                *(["ws://127.0.0.1:1"] * (len(KINDS) - 1)),
            ):
                async with client_for(url, DID) as client:
                    with self.assertRaisesRegex(UnreachableError, "Is it running"):
                        await self.start(client)
        self.assertEqual(self.ran, 0)

    async def test_what_json_cannot_say(self) -> None:
        async with ScriptedServer("unix") as server, client_for(server.url, DID) as client:

            @client.governed("write_file")
            async def write(path: str, mode: object) -> None:
                self.ran += 1

            with self.assertRaises(TypeError):
                await write("/tmp/a", object())
            with self.assertRaises(ValueError):
                await client.request_intent("write_file", {"size": float("nan")})
        self.assertEqual(self.ran, 0)


class HttpFaults(FaultTest):
    async def test_answers_that_are_no_http(self) -> None:
        answers = [
            b"",
            b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
            b"SSH-2.0-OpenSSH\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\nno",
            b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nnot JSON",
            b'HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"result":"ok"}',
        ]
        for answer in answers:
            with self.subTest(answer):

                async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                    await reader.readuntil(b"\r\n\r\n")
                    writer.write(answer)
                    await writer.drain()
                    writer.close()

                server = await asyncio.start_server(serve, "127.0.0.1", 0)
                port = server.sockets[0].getsockname()[1]
                async with client_for(f"http://127.0.0.1:{port}", DID, timeout=1) as client:
                    with self.assertRaises(UnreachableError):
                        await self.start(client)
                server.close()
        self.assertEqual(self.ran, 0)


class RealFaults(FaultTest):
    async def test_the_engine_is_killed_while_a_human_is_asked(self) -> None:
        engine = Engine()
        self.addCleanup(engine.remove)
        for url in (engine.http, engine.unix, *([engine.ws] if "ws" in KINDS else [])):
            async with client_for(url, DID) as client:
                await client.register()
        clients = [client_for(url, DID) for url in (engine.http, engine.unix, engine.ws)[: 1 + len(KINDS)]]
        command = {"command": "git push --force origin main"}
        running = [
            asyncio.ensure_future(client.run("execute_command", command, self.function, wait=2)) for client in clients
        ]
        await asyncio.to_thread(engine.held)
        engine.kill()
        outcomes = await asyncio.wait_for(asyncio.gather(*running, return_exceptions=True), 60)
        for outcome in outcomes:
            self.assertIsInstance(outcome, GovernanceError)
        for client in clients:
            await client.close()
        self.assertEqual(self.ran, 0)

    async def test_the_engine_is_killed_and_comes_back(self) -> None:
        engine = Engine()
        self.addCleanup(engine.remove)
        async with client_for(engine.unix, DID, timeout=20) as client:
            await client.register()
            self.assertEqual(await client.run("execute_command", {"command": "npm test"}, self.function), "done")
            engine.kill()
            running = asyncio.ensure_future(client.run("execute_command", {"command": "npm test"}, self.function))
            await asyncio.sleep(0.1)
            self.assertFalse(running.done())
            again = await asyncio.to_thread(Engine, str(engine.home))
            self.addCleanup(again.stop)
            self.assertEqual(await running, "done")
        self.assertEqual(self.ran, 2)


if __name__ == "__main__":
    unittest.main()
