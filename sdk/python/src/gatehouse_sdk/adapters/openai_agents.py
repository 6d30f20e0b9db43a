"""OpenAI Agents SDK: ``Agent(tools=govern_tools(client, tools))``."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import Any

from agents import FunctionTool, Tool
from agents.tool_context import ToolContext

from ..client import GovernanceClient
from ..errors import DeniedError
from . import denial_text


def govern_tools(client: GovernanceClient, tools: Sequence[Tool], **context: Any) -> list[Tool]:
    """The same tools, each of which asks first. Raises ``TypeError`` for hosted tools, which run elsewhere."""
    return [_governed(client, tool, context) for tool in tools]


def _governed(client: GovernanceClient, tool: Tool, context: dict[str, Any]) -> Tool:
    if not isinstance(tool, FunctionTool):
        raise TypeError(f"{tool.name} does not run in this process, so that it cannot be governed here.")

    async def invoke(tool_context: ToolContext[Any], text: str) -> Any:
        async def run(arguments: Mapping[str, Any]) -> Any:
            return await tool.on_invoke_tool(tool_context, json.dumps(dict(arguments)))

        try:
            return await client.run(tool.name, json.loads(text or "{}"), run, **context)
        except DeniedError as error:
            return denial_text(error)

    return dataclasses.replace(tool, on_invoke_tool=invoke)
