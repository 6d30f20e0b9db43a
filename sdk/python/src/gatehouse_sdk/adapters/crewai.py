"""CrewAI: ``Agent(tools=govern_tools(client, tools), …)``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crewai.tools import BaseTool
from pydantic import PrivateAttr

from ..errors import DeniedError
from ..sync import SyncGovernanceClient
from . import denial_text


class GovernedTool(BaseTool):
    """A tool that asks first; the model reads why it did not run."""

    _tool: BaseTool = PrivateAttr()
    _client: SyncGovernanceClient = PrivateAttr()
    _context: dict[str, Any] = PrivateAttr(default_factory=dict)

    def _run(self, **kwargs: Any) -> Any:
        def run(arguments: Mapping[str, Any]) -> Any:
            return self._tool.run(**arguments)

        try:
            return self._client.run(self._tool.name, kwargs, run, **self._context)
        except DeniedError as error:
            return denial_text(error)


def govern_tools(client: SyncGovernanceClient, tools: Sequence[BaseTool], **context: Any) -> list[BaseTool]:
    """The same tools, each of which asks first."""
    return [_governed(client, tool, context) for tool in tools]


def _governed(client: SyncGovernanceClient, tool: BaseTool, context: dict[str, Any]) -> BaseTool:
    # A remembered answer of the tool would be one that nobody was asked about.
    governed = GovernedTool(
        name=tool.name,
        description=tool.description,
        args_schema=tool.args_schema,
        result_as_answer=tool.result_as_answer,
        cache_function=lambda *_: False,
    )
    governed._tool, governed._client, governed._context = tool, client, context
    return governed
