"""smolagents: an agent with a model that follows a script."""

from __future__ import annotations

import asyncio
from typing import Any

from smolagents import ChatMessage, MessageRole, Model, ToolCallingAgent, tool
from smolagents.models import ChatMessageToolCall, ChatMessageToolCallFunction

from gatehouse_sdk.adapters.smolagents import govern_tools

from common import AdapterTest, Cases


class ScriptedModel(Model):
    def __init__(self, command: str) -> None:
        super().__init__(model_id="scripted")
        self._calls = [("execute_command", {"command": command}), ("final_answer", {"answer": "done"})]
        self.read = ""

    def generate(self, messages: list[Any], *args: Any, **kwargs: Any) -> ChatMessage:
        if len(self._calls) == 1:
            self.read = str(messages[-1].content)
        name, arguments = self._calls.pop(0)
        function = ChatMessageToolCallFunction(name=name, arguments=arguments)
        call = ChatMessageToolCall(id=f"c{len(self._calls)}", type="function", function=function)
        return ChatMessage(role=MessageRole.ASSISTANT, content="", tool_calls=[call])


class SmolAgents(Cases, AdapterTest):
    async def drive(self, command: str) -> str:
        @tool
        def execute_command(command: str) -> str:
            """Runs a command.

            Args:
                command: The command.
            """
            return str(run(command))

        run = self.execute
        model = ScriptedModel(command)

        def work() -> None:
            with self.sync_client() as gov:
                agent = ToolCallingAgent(tools=govern_tools(gov, [execute_command]), model=model, verbosity_level=0)
                agent.run("go on")

        await asyncio.to_thread(work)
        return model.read
