"""PydanticAI: ``Agent(model, toolsets=[GovernedToolset(FunctionToolset(tools), client)])``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic_ai import ApprovalRequired, RunContext
from pydantic_ai.toolsets import WrapperToolset
from pydantic_ai.toolsets.abstract import ToolsetTool

from ..client import GovernanceClient
from ..errors import DeniedError
from . import denial_text


@dataclass
class GovernedToolset(WrapperToolset[Any]):
    """Asks before each tool call.

    Where a human must decide, ``escalation="wait"`` waits for the answer; ``"defer"`` ends the run with PydanticAI's
    ``DeferredToolRequests``, to be resumed with ``DeferredToolResults``: an approval there asks the engine again,
    whose answer counts.
    """

    client: GovernanceClient = field(kw_only=True)
    escalation: Literal["wait", "defer"] = field(default="wait", kw_only=True)
    context: dict[str, Any] = field(default_factory=dict, kw_only=True)

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> Any:
        """Runs the tool with the approved arguments; the model reads why it did not run."""

        async def run(arguments: Mapping[str, Any]) -> Any:
            return await self.wrapped.call_tool(name, dict(arguments), ctx, tool)

        context = dict(self.context)
        if self.escalation == "defer":
            context["intent_id"] = f"pydantic-ai-{ctx.tool_call_id}"
            if not ctx.tool_call_approved:
                context["wait"] = 0
        try:
            return await self.client.run(name, tool_args, run, **context)
        except DeniedError as error:
            if error.verdict.verdict == "ESCALATE" and self.escalation == "defer":
                raise ApprovalRequired(metadata={"intent_id": error.verdict.intent_id}) from error
            return denial_text(error)
