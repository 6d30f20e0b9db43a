"""The shared vectors, reproduced byte for byte."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import json
import unittest
from typing import Any

from gatehouse_sdk import GovernanceClient, RefusedError, UnreachableError, Verdict, errors
from gatehouse_sdk.canonical import canonical
from gatehouse_sdk.discover import data_directory, gets_token, parse_address, parse_token
from gatehouse_sdk.model import Directive, Policy, Quota, Revocation

from support import HAS_CRYPTOGRAPHY, KINDS, Connection, ScriptedServer, call, client_for, vectors


def wire(verdict: Verdict) -> dict[str, Any]:
    """The verdict as the vectors spell it: what is None is absent."""
    said = {"approved": verdict.approved, **dataclasses.asdict(verdict)}
    said["conditions"] = [_present(each) for each in said["conditions"]]
    if said["manifest"] is not None:
        said["manifest"] = _present(said["manifest"])
    plain: dict[str, Any] = json.loads(json.dumps(_present(said)))
    return plain


def _present(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def event_of(event: Any) -> dict[str, Any]:
    names = {Policy: "policy", Directive: "directive", Revocation: "revoke", Quota: "quota"}
    said = _present(dataclasses.asdict(event))
    for internal in ("agent_did", "extensions"):
        said.pop(internal, None)
    plain: dict[str, Any] = json.loads(json.dumps({"event": names[type(event)], **said}))
    return plain


class CanonicalVectors(unittest.TestCase):
    def test_cases(self) -> None:
        for case in vectors("canonical")["cases"]:
            with self.subTest(case["name"]):
                text = canonical(json.loads(case["json"]))
                self.assertEqual(text, case["canonical"])
                self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), case["sha256"])

    def test_refused(self) -> None:
        for case in vectors("canonical")["refused"]:
            with self.subTest(case["name"]), self.assertRaises(ValueError):
                canonical(json.loads(case["json"]))
        for value in (float("nan"), float("inf"), 10**400, object()):
            with self.subTest(repr(value)), self.assertRaises(ValueError):
                canonical([value])


@unittest.skipUnless(HAS_CRYPTOGRAPHY, "needs cryptography")
class SignatureVectors(unittest.TestCase):
    def setUp(self) -> None:
        self.file = vectors("signatures")
        self.keys = {key["name"]: key for key in self.file["keys"]}
        self.cases = {case["name"]: case for case in self.file["cases"]}

    def test_keys(self) -> None:
        from gatehouse_sdk.signing import Signer

        for key in self.keys.values():
            self.assertEqual(Signer(key["private_key"]).public_key, key["public_key"])

    def test_cases(self) -> None:
        for case in self.cases.values():
            with self.subTest(case["name"]):
                self.assertEqual(self.sign(case), case["signed_params"])
                members = {name: case[name] for name in ("method", "nonce", "params", "timestamp")}
                self.assertEqual(canonical(members), case["signed_text"])

    def test_refused(self) -> None:
        for refused in self.file["refused"]:
            case = self.cases[refused["case"]]
            with self.subTest(refused["name"]):
                changed = self.sign({**case, **refused["change"]})
                self.assertNotEqual(changed["signature"]["value"], case["value"])

    def sign(self, case: dict[str, Any]) -> dict[str, Any]:
        from gatehouse_sdk.signing import Signer

        key = self.keys[case["key"]]["private_key"]
        signer = Signer(key, nonce=lambda: str(case["nonce"]), now=lambda: str(case["timestamp"]))
        return signer.sign(case["method"], case["params"])


class DiscoveryVectors(unittest.TestCase):
    def test_directories(self) -> None:
        for case in vectors("discovery")["directories"]:
            with self.subTest(case["name"]):
                found = data_directory(case["platform"], case["environment"], case["home"])
                self.assertEqual(found, case["directory"])

    def test_files(self) -> None:
        file = vectors("discovery")
        for case in file["addresses"]:
            with self.subTest(case["name"]):
                address = parse_address(case["text"])
                if case["engine"] is None:
                    self.assertIsNone(address)
                else:
                    assert address is not None
                    self.assertEqual(address.pid, case["pid"])
                    members = {name: getattr(address, name) for name in case["engine"]}
                    self.assertEqual(members, case["engine"])
        for case in file["tokens"]:
            self.assertEqual(parse_token(case["text"]), case["token"])

    def test_token(self) -> None:
        file = vectors("discovery")
        engine = parse_address(file["addresses"][0]["text"])
        assert engine is not None
        for case in file["sends_token"]:
            with self.subTest(case["url"]):
                self.assertEqual(gets_token(case["url"], engine), case["sends"])


class MessageVectors(unittest.IsolatedAsyncioTestCase):
    async def test_requests(self) -> None:
        file = vectors("requests")
        for kind in KINDS:
            for case in file["cases"]:
                with self.subTest(case["name"], kind=kind):
                    async with (
                        ScriptedServer(kind) as server,
                        client_for(server.url, file["agent_did"]) as client,
                    ):
                        task = call(client, case["call"], case["options"])
                        request = await (await server.accept()).receive()
                        self.assertIsInstance(request["id"], int)
                        self.assertEqual(canonical({**request, "id": 1}), case["canonical"])
                        task.cancel()

    async def test_answers(self) -> None:
        await self.answers("answers")

    async def test_errors(self) -> None:
        file = vectors("errors")
        for name, code in file["codes"].items():
            self.assertEqual(getattr(errors, name.upper()), code)
        await self.answers("errors")

    async def answers(self, name: str) -> None:
        file = vectors(name)
        proposed = file.get("proposed", {"path": "/tmp/test.txt"})
        for kind in KINDS:
            for case in file["cases"]:
                with self.subTest(case["name"], kind=kind):
                    async with ScriptedServer(kind) as server, client_for(server.url, "did:aeon:a:1.0:b") as client:
                        options = {"intent_id": "i-1", "tool": "write_file", "arguments": proposed, "wait_ms": 0}
                        task = call(client, "request_intent", options)
                        connection = await server.accept()
                        request = await connection.receive()
                        await connection.send({**case["response"], "id": request["id"]})
                        await self.compare(task, case)

    async def compare(self, task: asyncio.Task[Verdict], case: dict[str, Any]) -> None:
        if "error" not in case:
            self.assertEqual(wire(await task), case["verdict"])
        elif case["error"] == "unreachable":
            with self.assertRaises(UnreachableError):
                await task
        else:
            with self.assertRaises(RefusedError) as caught:
                await task
            self.assertEqual(caught.exception.code, case["code"])
            self.assertEqual(caught.exception.message, case.get("message", caught.exception.message))
            self.assertEqual(caught.exception.reason, case.get("reason"))

    async def test_notifications(self) -> None:
        file = vectors("notifications")
        did = "did:aeon:kimi:1.0:abc123"
        for kind in KINDS:
            for case in file["cases"]:
                with self.subTest(case["name"], kind=kind):
                    async with ScriptedServer(kind) as server, client_for(server.url, did) as client:
                        await self.notify(server, client, file["proposed"], case)

    async def notify(
        self, server: ScriptedServer, client: GovernanceClient, proposed: dict[str, Any], case: dict[str, Any]
    ) -> None:
        heard: list[Any] = []
        for listen in (client.on_policy, client.on_directive, client.on_revoke, client.on_quota):
            listen(heard.append)
        task = call(client, "request_intent", {"intent_id": "i-1", "tool": "write_file", "arguments": proposed})
        connection = await server.accept()
        request = await connection.receive()
        await connection.send({"jsonrpc": "2.0", "id": request["id"], "result": {"verdict": "ESCALATE"}})
        await connection.send(case["message"])
        # What is sent after the message is read after it.
        beat = call(client, "heartbeat", {})
        request = await connection.receive()
        await connection.send({"jsonrpc": "2.0", "id": request["id"], "result": {}})
        await beat
        self.assertEqual([event_of(event) for event in heard], [case["event"]] if "event" in case else [])
        if "verdict" in case:
            self.assertEqual(wire(await task), case["verdict"])
        else:
            await asyncio.sleep(0)
            self.assertFalse(task.done())
            task.cancel()


class ReconnectVectors(unittest.IsolatedAsyncioTestCase):
    async def test_scripts(self) -> None:
        file = vectors("reconnects")
        for kind in KINDS:
            for script in file["scripts"]:
                with self.subTest(script["name"], kind=kind):
                    async with ScriptedServer(kind) as server, client_for(server.url, file["agent_did"]) as client:
                        await asyncio.wait_for(self.play(server, client, script["steps"]), 10)

    async def play(self, server: ScriptedServer, client: GovernanceClient, steps: list[dict[str, Any]]) -> None:
        connection: Connection | None = None
        calls: dict[str, asyncio.Task[Any]] = {}
        ids: dict[str, Any] = {}
        for step in steps:
            match step["do"]:
                case "call":
                    calls[step["as"]] = call(client, step["call"], step["options"])
                case "accept":
                    connection = await server.accept()
                case "expect":
                    assert connection is not None
                    request = await asyncio.wait_for(connection.receive(), 5)
                    self.assertEqual(request["method"], step["method"])
                    self.assertEqual(canonical(request["params"]), canonical(step["params"]))
                    ids[step["as"]] = request["id"]
                case "answer":
                    assert connection is not None
                    answer = {name: step[name] for name in ("result", "error") if name in step}
                    await connection.send({"jsonrpc": "2.0", "id": ids[step["to"]], **answer})
                case "push":
                    assert connection is not None
                    await connection.send(step["message"])
                case "drop":
                    assert connection is not None
                    await connection.drop()
                case "return":
                    value = await calls[step["as"]]
                    for name in set(step) - {"do", "as"}:
                        self.assertEqual(getattr(value, name), step[name])
                case other:
                    self.fail(f"unknown step {other}")
        self.assertEqual([task for task in calls.values() if not task.done()], [])


if __name__ == "__main__":
    unittest.main()
