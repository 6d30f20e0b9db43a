"""The names of ``aeon``, for programs written after the A2G document."""

from __future__ import annotations

from .client import GovernanceClient
from .errors import DeniedError, GovernanceError
from .governed import governed
from .model import Manifest, Policy, Verdict
from .model import Manifest as CapabilityManifest

__all__ = [
    "CapabilityManifest",
    "DeniedError",
    "GovernanceClient",
    "GovernanceError",
    "Manifest",
    "Policy",
    "Verdict",
    "governed",
]
