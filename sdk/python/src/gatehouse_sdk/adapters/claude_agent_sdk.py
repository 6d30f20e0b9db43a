"""Claude Agent SDK: ``ClaudeAgentOptions(hooks=govern_hooks(client))``."""

from __future__ import annotations

from typing import Any

from claude_agent_sdk import HookMatcher

from ..client import GovernanceClient
from ..errors import DeniedError, GovernanceError
from ..permits import Permit, result_of
from . import denial_text


def govern_hooks(client: GovernanceClient, *, wait: float = 540.0, **context: Any) -> dict[Any, list[HookMatcher]]:
    """Hooks that ask before each tool and report afterwards. ``wait`` is how many seconds a human is waited for."""
    running: dict[str, Permit] = {}

    async def before(said: Any, tool_use_id: str | None, _: Any) -> Any:
        try:
            permit = await client.begin(
                said["tool_name"], said["tool_input"], **{"wait": wait, "working_directory": said.get("cwd"), **context}
            )
        except DeniedError as error:
            return _decision("deny", denial_text(error))
        except GovernanceError as error:
            return _decision("deny", f"Gatehouse could not be asked: {error}")
        running[tool_use_id or ""] = permit
        return _decision("allow", permit.verdict.reason, dict(permit.verdict.arguments))

    async def after(said: Any, tool_use_id: str | None, _: Any) -> Any:
        permit = running.pop(tool_use_id or "", None)
        if permit is not None:
            failed = said.get("hook_event_name") == "PostToolUseFailure"
            result = {"error": str(said.get("error"))} if failed else result_of(said.get("tool_response"))
            await client.finish(permit, "FAILURE" if failed else "SUCCESS", result)
        return {}

    # A matcher's own limit must not be over before the human's, and a hook that fails is no permission.
    return {
        "PreToolUse": [HookMatcher(hooks=[before], timeout=wait + 60, on_failure="block")],
        "PostToolUse": [HookMatcher(hooks=[after])],
        "PostToolUseFailure": [HookMatcher(hooks=[after])],
    }


def _decision(decision: str, reason: str, changed: dict[str, Any] | None = None) -> dict[str, Any]:
    output: dict[str, Any] = {
        "hookEventName": "PreToolUse",
        "permissionDecision": decision,
        "permissionDecisionReason": reason,
    }
    if changed is not None:
        output["updatedInput"] = changed
    return {"hookSpecificOutput": output}
