"""What the client raises. A denial is a verdict, not an error, except in ``governed``, which cannot go on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .model import Verdict

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
POLICY_VIOLATION = -32000
EXECUTION_ERROR = -32001
REGISTRATION_FAILED = -32002
CAPABILITY_EXHAUSTED = -32003
SESSION_EXPIRED = -32004


class GovernanceError(Exception):
    """The base of every error of this package."""


class RefusedError(GovernanceError):
    """The engine answered with a JSON-RPC error that is no denial."""

    def __init__(self, message: str, code: int, data: Any = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.data = data

    @property
    def reason(self) -> str | None:
        """``data.reason``, the engine's short name for what is wrong."""
        reason = self.data.get("reason") if isinstance(self.data, dict) else None
        return reason if isinstance(reason, str) else None


class UnreachableError(GovernanceError):
    """There is no connection, or an answer that cannot be read."""


class ConnectionLostError(UnreachableError):
    """The connection ended before the answer; the request may be sent again."""


class AnswerTimeoutError(UnreachableError):
    """No answer came in time."""


class OverloadedError(GovernanceError):
    """``max_queued`` requests wait already."""


class DeniedError(GovernanceError):
    """Raised by a governed function instead of running."""

    def __init__(self, verdict: Verdict, message: str | None = None) -> None:
        super().__init__(message or _message_of(verdict))
        self.verdict = verdict


def _message_of(verdict: Verdict) -> str:
    if verdict.approved:
        return f"Only a dry run is approved: {verdict.reason}"
    if verdict.verdict == "ESCALATE":
        return f"No human has answered yet: {verdict.reason}"
    return verdict.reason
