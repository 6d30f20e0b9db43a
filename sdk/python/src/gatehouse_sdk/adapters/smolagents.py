"""smolagents: ``ToolCallingAgent(tools=govern_tools(client, tools), model=model)``."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from smolagents import Tool

from ..errors import DeniedError
from ..sync import SyncGovernanceClient
from . import denial_text


def govern_tools(client: SyncGovernanceClient, tools: Sequence[Tool], **context: Any) -> list[Tool]:
    """The same tools, each of which asks first; the model reads why one did not run."""
    return [_governed(client, tool, context) for tool in tools]


def _governed(client: SyncGovernanceClient, tool: Tool, context: dict[str, Any]) -> Tool:
    governed: Tool = copy.copy(tool)
    forward = tool.forward
    names = list(tool.inputs)

    def ask(*args: Any, **kwargs: Any) -> Any:
        given = {**dict(zip(names, args, strict=False)), **kwargs}

        def run(arguments: Mapping[str, Any]) -> Any:
            return forward(**arguments)

        try:
            return client.run(tool.name, given, run, **context)
        except DeniedError as error:
            return denial_text(error)

    governed.forward = ask
    return governed
