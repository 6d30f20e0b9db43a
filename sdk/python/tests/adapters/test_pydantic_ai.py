"""PydanticAI: an agent with a model that follows a script; escalations wait or are deferred."""

from __future__ import annotations

from typing import Any

from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.toolsets import FunctionToolset

from gatehouse_sdk import GovernanceClient
from gatehouse_sdk.adapters.pydantic_ai import GovernedToolset

from common import ASKS, AdapterTest, Cases


class PydanticAi(Cases, AdapterTest):
    def agent(self, gov: GovernanceClient, command: str, **options: Any) -> Agent[None, Any]:
        self.read: list[str] = []

        def execute_command(command: str) -> str:
            return self.execute(command)

        def script(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
            self.read = [
                str(part.content) for message in messages for part in message.parts if isinstance(part, ToolReturnPart)
            ]
            if self.read:
                return ModelResponse([TextPart("done")])
            return ModelResponse([ToolCallPart("execute_command", {"command": command}, f"call-{self.did}")])

        toolset = GovernedToolset(FunctionToolset([execute_command]), client=gov, **options)
        return Agent(FunctionModel(script), toolsets=[toolset], output_type=[str, DeferredToolRequests])

    async def drive(self, command: str) -> str:
        async with self.client() as gov:
            await self.agent(gov, command).run("go on")
        return self.read[0]

    async def test_an_escalation_is_deferred_and_resumed(self) -> None:
        async with self.client() as gov:
            agent = self.agent(gov, ASKS, escalation="defer")
            first = await agent.run("go on")
            assert isinstance(first.output, DeferredToolRequests)
            [call] = first.output.approvals
            self.assertEqual(self.ran, [])
            await self.engine.human("approve")
            results = DeferredToolResults(approvals={call.tool_call_id: True})
            await agent.run(message_history=first.all_messages(), deferred_tool_results=results)
            self.assertIn(f"ran {ASKS}", self.read[0])
            self.assertEqual(self.ran, [ASKS])
