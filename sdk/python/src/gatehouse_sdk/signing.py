"""Signs messages with the agent's Ed25519 key. Needs the extra ``signing``."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

from .canonical import canonical
from .errors import GovernanceError

Nonce = Callable[[], str]


def _fresh_nonce() -> str:
    return secrets.token_hex(16)


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Signer:
    """Holds a private key: 64 hex digits, the 32 bytes of an Ed25519 seed."""

    def __init__(self, private_key: str, *, nonce: Nonce = _fresh_nonce, now: Callable[[], str] = _now) -> None:
        if not re.fullmatch(r"[0-9a-fA-F]{64}", private_key):
            raise ValueError("private_key must be the 32 bytes of an Ed25519 private key in 64 hex digits.")
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        except ImportError:
            raise GovernanceError("Signing needs an extra: pip install 'gatehouse-sdk[signing]'.") from None
        self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private_key))
        self._nonce = nonce
        self._now = now
        self.key_hex = self._key.public_key().public_bytes_raw().hex()

    @property
    def public_key(self) -> str:
        """``ed25519:`` and 64 hex digits, as ``a2g/register`` wants it."""
        return f"ed25519:{self.key_hex}"

    def sign(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The parameters with a signature that is good for this method, once."""
        nonce, timestamp = self._nonce(), self._now()
        text = canonical({"method": method, "nonce": nonce, "params": params, "timestamp": timestamp})
        value = self._key.sign(text.encode()).hex()
        return {**params, "signature": {"alg": "ed25519", "nonce": nonce, "timestamp": timestamp, "value": value}}
