"""LangChain and LangGraph: ``create_agent(model, tools, middleware=[GatehouseMiddleware(client)])``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, TypeAlias

from langchain.agents.middleware import AgentMiddleware
from langchain.agents.middleware.types import ToolCallRequest
from langchain_core.messages import ToolMessage
from langgraph.types import Command, interrupt

from ..client import GovernanceClient
from ..errors import DeniedError
from . import denial_text

Outcome: TypeAlias = ToolMessage | Command[Any]


class GatehouseMiddleware(AgentMiddleware[Any, Any]):
    """Asks before each tool call of an agent that is invoked with ``ainvoke`` or ``astream``.

    Where a human must decide, ``escalation="wait"`` waits for the answer; ``"interrupt"`` stores the graph with
    LangGraph's ``interrupt``, whose value names the intent, and needs a checkpointer. Resume it with any
    ``Command(resume=…)``: the engine's answer counts, not the value.
    """

    def __init__(
        self, client: GovernanceClient, *, escalation: Literal["wait", "interrupt"] = "wait", **context: Any
    ) -> None:
        super().__init__()
        self._client = client
        self._escalation = escalation
        self._context = context

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[Outcome]]
    ) -> Outcome:
        """Runs the tool with the approved arguments; the model reads why it did not run."""
        call = request.tool_call
        outcome: list[Outcome] = []

        async def run(arguments: Mapping[str, Any]) -> Any:
            answer = await handler(request.override(tool_call={**call, "args": dict(arguments)}))
            outcome.append(answer)
            failed = isinstance(answer, ToolMessage) and answer.status == "error"
            if failed:
                raise _ToolFailedError(str(getattr(answer, "content", "")))
            return getattr(answer, "content", None)

        try:
            await self._ask(call, run)
        except DeniedError as error:
            return ToolMessage(denial_text(error), tool_call_id=call["id"], name=call["name"], status="error")
        except _ToolFailedError:
            pass
        return outcome[0]

    async def _ask(self, call: Any, run: Callable[[Mapping[str, Any]], Awaitable[Any]]) -> None:
        if self._escalation == "wait":
            await self._client.run(call["name"], call["args"], run, **self._context)
            return
        # The node runs again when it is resumed: the same id gets the same verdict.
        context = {**self._context, "intent_id": f"langgraph-{call['id']}"}
        try:
            await self._client.run(call["name"], call["args"], run, **{**context, "wait": 0})
        except DeniedError as error:
            if error.verdict.verdict != "ESCALATE":
                raise
            interrupt({"intent_id": error.verdict.intent_id, "tool": call["name"], "reason": error.verdict.reason})
            await self._client.run(call["name"], call["args"], run, **context)


class _ToolFailedError(Exception):
    """The tool failed and the framework made a message of it; it is reported as a failure."""
