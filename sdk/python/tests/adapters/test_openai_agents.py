"""OpenAI Agents SDK: the runner with a model that follows a script."""

from __future__ import annotations

import json
from typing import Any

from agents import Agent, Model, ModelResponse, Runner, Usage, function_tool, set_tracing_disabled
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from gatehouse_sdk.adapters.openai_agents import govern_tools

from common import AdapterTest, Cases

set_tracing_disabled(True)


class ScriptedModel(Model):
    def __init__(self, command: str) -> None:
        self._command = command
        self.read = ""

    async def get_response(self, system_instructions: Any, input: Any, *args: Any, **kwargs: Any) -> ModelResponse:
        outputs = [item["output"] for item in input if isinstance(item, dict) and "output" in item]
        if not outputs:
            arguments = json.dumps({"command": self._command})
            call = ResponseFunctionToolCall(
                arguments=arguments, call_id="c1", name="execute_command", type="function_call"
            )
            return ModelResponse(output=[call], usage=Usage(), response_id=None)
        self.read = str(outputs[-1])
        text = ResponseOutputText(annotations=[], text="done", type="output_text")
        message = ResponseOutputMessage(id="m1", content=[text], role="assistant", status="completed", type="message")
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError


class OpenAiAgents(Cases, AdapterTest):
    async def drive(self, command: str) -> str:
        @function_tool
        def execute_command(command: str) -> str:
            return self.execute(command)

        model = ScriptedModel(command)
        async with self.client() as gov:
            agent = Agent(name="tester", model=model, tools=govern_tools(gov, [execute_command]))
            await Runner.run(agent, "go on")
        return model.read
