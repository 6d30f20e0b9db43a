"""CrewAI: an agent with a model that follows a script."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any

os.environ.update(CREWAI_TRACING_ENABLED="false", CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true")

from crewai import Agent, BaseLLM, Crew, Task
from crewai.tools import tool

from gatehouse_sdk.adapters.crewai import govern_tools

from common import AdapterTest, Cases


class ScriptedModel(BaseLLM):
    command: str = ""
    read: str = ""

    def call(self, messages: Any, *args: Any, **kwargs: Any) -> str:
        text = messages if isinstance(messages, str) else "\n".join(str(each["content"]) for each in messages)
        if "did not allow" in text or "ran " in text.replace(self.command, "").rpartition("Action Input:")[2]:
            self.read = text
            return "Thought: I know the answer\nFinal Answer: done"
        arguments = json.dumps({"command": self.command})
        return f"Thought: go on\nAction: execute_command\nAction Input: {arguments}\n"

    def supports_function_calling(self) -> bool:
        return False


class CrewAi(Cases, AdapterTest):
    async def drive(self, command: str) -> str:
        @tool("execute_command")
        def execute_command(command: str) -> str:
            """Runs a command."""
            return self.execute(command)

        model = ScriptedModel(model="scripted", command=command)

        def work() -> None:
            with self.sync_client() as gov:
                agent = Agent(
                    role="tester", goal="go on", backstory="none", llm=model, tools=govern_tools(gov, [execute_command])
                )
                task = Task(description="go on", expected_output="done", agent=agent)
                Crew(agents=[agent], tasks=[task]).kickoff()

        await asyncio.to_thread(work)
        return model.read
