"""FastMCP servers: ``server.add_middleware(GatehouseMiddleware(client))`` governs every tool of the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastmcp.exceptions import ToolError
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext

from ..client import GovernanceClient
from ..errors import DeniedError
from . import denial_text


class GatehouseMiddleware(Middleware):
    """Asks before each tool call. ``context`` is that of ``request_intent``."""

    def __init__(self, client: GovernanceClient, **context: Any) -> None:
        self._client = client
        self._context = context

    async def on_call_tool(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        """Runs the tool with the approved arguments; a denial is the tool's error."""
        message = context.message
        outcome: list[Any] = []

        async def run(arguments: Mapping[str, Any]) -> Any:
            changed = message.model_copy(update={"arguments": dict(arguments)})
            outcome.append(await call_next(context.copy(message=changed)))
            return outcome[0].structured_content

        try:
            await self._client.run(message.name, message.arguments or {}, run, **self._context)
        except DeniedError as error:
            raise ToolError(denial_text(error)) from error
        return outcome[0]
