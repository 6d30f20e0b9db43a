"""AutoGen: ``AssistantAgent(name, model_client, tools=govern_tools(client, tools))``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool, ToolSchema

from ..client import GovernanceClient
from ..errors import DeniedError
from . import denial_text


class GovernedTool(BaseTool[Any, Any]):
    """A tool that asks first; the model reads why it did not run."""

    def __init__(self, client: GovernanceClient, tool: BaseTool[Any, Any], context: dict[str, Any]) -> None:
        super().__init__(tool.args_type(), tool.return_type(), tool.name, tool.description)
        self._client = client
        self._tool = tool
        self._context = context

    @property
    def schema(self) -> ToolSchema:
        """As of the tool itself."""
        return self._tool.schema

    async def run_json(
        self, args: Mapping[str, Any], cancellation_token: CancellationToken, call_id: str | None = None
    ) -> Any:
        """Runs the tool with the approved arguments."""

        async def run(arguments: Mapping[str, Any]) -> Any:
            return await self._tool.run_json(arguments, cancellation_token, call_id)

        try:
            return await self._client.run(self.name, dict(args), run, **self._context)
        except DeniedError as error:
            return denial_text(error)

    async def run(self, args: Any, cancellation_token: CancellationToken) -> Any:
        """The same for arguments that are a model already."""
        return await self.run_json(args.model_dump(), cancellation_token)

    def return_value_as_string(self, value: Any) -> str:
        """As of the tool itself; a denial is a text already."""
        return value if isinstance(value, str) else self._tool.return_value_as_string(value)


def govern_tools(
    client: GovernanceClient, tools: Sequence[BaseTool[Any, Any]], **context: Any
) -> list[BaseTool[Any, Any]]:
    """The same tools, each of which asks first."""
    return [GovernedTool(client, tool, context) for tool in tools]
