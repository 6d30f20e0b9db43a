"""LangChain and LangGraph: an agent with a model that follows a script; escalations wait or are stored."""

from __future__ import annotations

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from gatehouse_sdk import GovernanceClient
from gatehouse_sdk.adapters.langchain import GatehouseMiddleware

from common import ASKS, AdapterTest, Cases


class ScriptedModel(GenericFakeChatModel):
    def bind_tools(self, *args: Any, **kwargs: Any) -> Any:
        return self


class LangChain(Cases, AdapterTest):
    def agent(self, gov: GovernanceClient, command: str, **options: Any) -> Any:
        @tool
        def execute_command(command: str) -> str:
            """Runs a command."""
            return self.execute(command)

        call = {"name": "execute_command", "args": {"command": command}, "id": f"call-{self.did}"}
        model = ScriptedModel(messages=iter([AIMessage("", tool_calls=[call]), AIMessage("done")]))
        middleware = GatehouseMiddleware(gov, **options)
        return create_agent(model, [execute_command], middleware=[middleware], checkpointer=InMemorySaver())

    def read(self, state: Any) -> str:
        return str(next(message.content for message in state["messages"] if isinstance(message, ToolMessage)))

    async def drive(self, command: str) -> str:
        async with self.client() as gov:
            config = {"configurable": {"thread_id": "1"}}
            return self.read(await self.agent(gov, command).ainvoke({"messages": ["go on"]}, config))

    async def test_an_escalation_is_stored_and_resumed(self) -> None:
        async with self.client() as gov:
            agent = self.agent(gov, ASKS, escalation="interrupt")
            config = {"configurable": {"thread_id": "1"}}
            state = await agent.ainvoke({"messages": ["go on"]}, config)
            self.assertEqual(state["__interrupt__"][0].value["intent_id"], f"langgraph-call-{self.did}")
            self.assertEqual(self.ran, [])
            await self.engine.human("approve")
            state = await agent.ainvoke(Command(resume=True), config)
            self.assertIn(f"ran {ASKS}", self.read(state))
            self.assertEqual(self.ran, [ASKS])
