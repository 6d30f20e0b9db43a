"""AutoGen: an assistant with a model that follows a script."""

from __future__ import annotations

import json
from typing import Any

from autogen_agentchat.agents import AssistantAgent
from autogen_core import FunctionCall
from autogen_core.models import ChatCompletionClient, CreateResult, ModelInfo, RequestUsage
from autogen_core.tools import FunctionTool

from gatehouse_sdk.adapters.autogen import govern_tools

from common import AdapterTest, Cases

USAGE = RequestUsage(prompt_tokens=0, completion_tokens=0)


class ScriptedModel(ChatCompletionClient):
    def __init__(self, command: str) -> None:
        self._command = command
        self.read = ""

    async def create(self, messages: Any, **kwargs: Any) -> CreateResult:
        results = [message for message in messages if type(message).__name__ == "FunctionExecutionResultMessage"]
        if not results:
            call = FunctionCall(id="c1", name="execute_command", arguments=json.dumps({"command": self._command}))
            return CreateResult(finish_reason="function_calls", content=[call], usage=USAGE, cached=False)
        self.read = str(results[-1].content[0].content)
        return CreateResult(finish_reason="stop", content="done", usage=USAGE, cached=False)

    def create_stream(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    async def close(self) -> None:
        pass

    def actual_usage(self) -> RequestUsage:
        return USAGE

    def total_usage(self) -> RequestUsage:
        return USAGE

    def count_tokens(self, *args: Any, **kwargs: Any) -> int:
        return 0

    def remaining_tokens(self, *args: Any, **kwargs: Any) -> int:
        return 1000

    @property
    def capabilities(self) -> Any:
        return self.model_info

    @property
    def model_info(self) -> ModelInfo:
        return ModelInfo(
            vision=False, function_calling=True, json_output=False, family="unknown", structured_output=False
        )


class AutoGen(Cases, AdapterTest):
    async def drive(self, command: str) -> str:
        def execute_command(command: str) -> str:
            return self.execute(command)

        model = ScriptedModel(command)
        tool = FunctionTool(execute_command, description="Runs a command")
        async with self.client() as gov:
            agent = AssistantAgent(
                "tester", model_client=model, tools=govern_tools(gov, [tool]), reflect_on_tool_use=True
            )
            await agent.run(task="go on")
        return model.read
