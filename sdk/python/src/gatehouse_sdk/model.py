"""What the engine says, as values: verdicts, the policy, directives, revocations and quotas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

JsonObject = dict[str, Any]
Outcome = Literal["APPROVED", "DENIED", "ESCALATE", "CONDITIONAL"]
Status = Literal["SUCCESS", "FAILURE", "TIMEOUT", "ABORTED"]
ConditionKind = Literal["paths", "no_network", "arguments", "dry_run", "warning", "note"]
DirectiveKind = Literal["APPROVE", "DENY", "MODIFY", "ASK_AGAIN", "HALT", "RESUME"]


@dataclass(frozen=True)
class Condition:
    """Under what an approval holds."""

    kind: ConditionKind
    text: str
    value: Any = None


@dataclass(frozen=True)
class Manifest:
    """What an approved action may use. A limit of 0 was not stated."""

    max_memory_mb: float = 0
    max_cpu_percent: float = 0
    timeout_seconds: float = 0
    network_allowed: bool = False
    filesystem_scope: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] | None = None
    blocked_hosts: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Verdict:
    """The answer to an intent."""

    intent_id: str
    verdict: Outcome
    #: One sentence, for the agent and its user.
    reason: str
    #: What may run: the proposed arguments, or what a human or a rule made of them.
    arguments: Mapping[str, Any]
    conditions: tuple[Condition, ...] = ()
    manifest: Manifest | None = None
    #: The engine's short name for the reason.
    code: str | None = None
    risk_score: float | None = None
    risk_level: str | None = None
    #: Milliseconds since 1970; ask again after that.
    expires_at: float | None = None

    @property
    def approved(self) -> bool:
        """True for ``APPROVED`` and ``CONDITIONAL``."""
        return self.verdict in ("APPROVED", "CONDITIONAL")

    @property
    def dry_run(self) -> bool:
        """Whether only a dry run is approved."""
        return any(condition.kind == "dry_run" for condition in self.conditions)


@dataclass(frozen=True)
class Policy:
    """What the agent may do, as the engine says it at registration and whenever it changes."""

    agent_did: str
    version: str
    constitution_hash: str
    #: Tools, network and resources, as the protocol writes them.
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    #: The extensions that hold.
    extensions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Directive:
    """What a human tells the agent about an intent, or about all of them when ``intent_id`` is None."""

    kind: DirectiveKind
    intent_id: str | None
    reason: str
    issued_by: str


@dataclass(frozen=True)
class Revocation:
    """Tools the agent may not use any more; ``"*"`` is all of them."""

    capabilities: tuple[str, ...] | Literal["*"]
    reason: str

    def covers(self, tool: str) -> bool:
        """Whether the tool was revoked."""
        return self.capabilities == "*" or tool in self.capabilities


@dataclass(frozen=True)
class QuotaLimit:
    """One limit and how much of it is used."""

    name: str
    limit: float
    used: float
    window_seconds: float | None = None


@dataclass(frozen=True)
class Quota:
    """Limits that changed during the session."""

    limits: tuple[QuotaLimit, ...]
    reason: str


@dataclass(frozen=True)
class Receipt:
    """How a report was taken."""

    late: bool = False
    violation: bool = False


@dataclass(frozen=True)
class Delegation:
    """A child agent under the parent's narrowed capabilities."""

    agent_did: str
    parent_did: str
    chain: tuple[str, ...]
    capabilities: tuple[str, ...]
    expires_at: str | None = None


Event = Policy | Directive | Revocation | Quota
