"""Claude Agent SDK: its own program with a model that follows a script, and the shell it really has."""

from __future__ import annotations

import asyncio
import json
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from claude_agent_sdk import ClaudeAgentOptions, query

from gatehouse_sdk.adapters.claude_agent_sdk import govern_hooks

from common import ASKS, DESTROYS, AdapterTest


class ScriptedModel(ThreadingHTTPServer):
    """Calls the shell once, then says that it is done."""

    def __init__(self, command: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.command = command
        self.read = ""
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Handler(BaseHTTPRequestHandler):
    server: ScriptedModel

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        blocks = [
            block
            for message in body.get("messages", [])
            if isinstance(message.get("content"), list)
            for block in message["content"]
        ]
        results = [block for block in blocks if block.get("type") == "tool_result"]
        if results:
            self.server.read = json.dumps(results[-1]["content"])
        if results or not body.get("tools"):
            content: dict[str, Any] = {"type": "text", "text": "done"}
        else:
            content = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": self.server.command}}
        self.reply(content, bool(body.get("stream")))

    def reply(self, content: dict[str, Any], stream: bool) -> None:
        stop = "tool_use" if content["type"] == "tool_use" else "end_turn"
        usage = {"input_tokens": 1, "output_tokens": 1}
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "usage": usage}
        if stream:
            whole = json.dumps(content.get("input", {}))
            empty = {**content, "input": {}} if "input" in content else {**content, "text": ""}
            delta = (
                {"type": "input_json_delta", "partial_json": whole}
                if "input" in content
                else {"type": "text_delta", "text": content["text"]}
            )
            events: list[dict[str, Any]] = [
                {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
                {"type": "content_block_start", "index": 0, "content_block": empty},
                {"type": "content_block_delta", "index": 0, "delta": delta},
                {"type": "content_block_stop", "index": 0},
                {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": usage},
                {"type": "message_stop"},
            ]
            text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
        else:
            text = json.dumps({**message, "content": [content], "stop_reason": stop})
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if stream else "application/json")
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *args: Any) -> None:
        pass


class ClaudeAgentSdk(AdapterTest):
    async def drive(self, command: str) -> str:
        model = ScriptedModel(command)
        with tempfile.TemporaryDirectory() as folder:
            async with self.client() as gov:
                options = ClaudeAgentOptions(
                    hooks=govern_hooks(gov, wait=60),
                    cwd=folder,
                    model="scripted",
                    setting_sources=[],
                    env={
                        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{model.server_port}",
                        "ANTHROPIC_API_KEY": "none",
                        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                        "CLAUDE_CONFIG_DIR": f"{folder}/config",
                        "HOME": folder,
                    },
                )
                async for _ in query(prompt="go on", options=options):
                    pass
        model.shutdown()
        model.server_close()
        return model.read

    async def test_asked_run_and_reported(self) -> None:
        self.assertIn("hello", await self.drive("echo hello"))
        self.assertEqual(self.reports(), ["SUCCESS"])

    async def test_a_denial_reaches_the_model_with_its_reason(self) -> None:
        self.assertIn("Gatehouse did not allow this", await self.drive(DESTROYS))

    async def test_changed_arguments(self) -> None:
        driving = asyncio.ensure_future(self.drive(ASKS))
        await self.engine.human("approve", arguments={"command": "echo changed by a human"})
        self.assertIn("changed by a human", await driving)
        self.assertEqual(self.reports(), ["SUCCESS"])

    async def test_a_human_says_no(self) -> None:
        driving = asyncio.ensure_future(self.drive(ASKS))
        await self.engine.human("deny", reason="use staging")
        self.assertIn("use staging", await driving)

    async def test_a_failure_is_reported(self) -> None:
        self.assertIn("no space", await self.drive("echo no space; exit 3"))
        self.assertEqual(self.reports(), ["FAILURE"])
