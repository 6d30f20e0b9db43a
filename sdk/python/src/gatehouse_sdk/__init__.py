"""Govern an AI agent with Gatehouse: ask before each action, run what was approved, report."""

from __future__ import annotations

from .client import GovernanceClient
from .errors import (
    AnswerTimeoutError,
    DeniedError,
    GovernanceError,
    OverloadedError,
    RefusedError,
    UnreachableError,
)
from .governed import governed, set_default_client
from .model import (
    Condition,
    Delegation,
    Directive,
    Event,
    Manifest,
    Policy,
    Quota,
    QuotaLimit,
    Receipt,
    Revocation,
    Verdict,
)
from .permits import Permit, current_permit
from .signing import Signer
from .sync import SyncGovernanceClient

__version__ = "0.1.0"

__all__ = [
    "AnswerTimeoutError",
    "Condition",
    "Delegation",
    "DeniedError",
    "Directive",
    "Event",
    "GovernanceClient",
    "GovernanceError",
    "Manifest",
    "OverloadedError",
    "Permit",
    "Policy",
    "Quota",
    "QuotaLimit",
    "Receipt",
    "RefusedError",
    "Revocation",
    "Signer",
    "SyncGovernanceClient",
    "UnreachableError",
    "Verdict",
    "current_permit",
    "governed",
    "set_default_client",
]
