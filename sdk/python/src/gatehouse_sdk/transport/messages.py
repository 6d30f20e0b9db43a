"""JSON-RPC on the wire: how a request is written and how an answer is read."""

from __future__ import annotations

import json
from typing import Any

from ..errors import RefusedError, UnreachableError
from ..model import JsonObject


def encode(value: Any) -> str:
    """Compact JSON in the given order of members; raises ``ValueError`` for what JSON cannot hold."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text.encode("utf-8")
    return text


def request_text(method: str, params: JsonObject, request_id: int) -> str:
    """One request."""
    return encode({"jsonrpc": "2.0", "method": method, "params": params, "id": request_id})


def parse_message(text: str | bytes) -> JsonObject | None:
    """None when it is no JSON object."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def result_of(response: JsonObject) -> Any:
    """The result; raises for an error, and for an answer that is neither."""
    error = response.get("error")
    if isinstance(error, dict):
        message, code = error.get("message"), error.get("code")
        raise RefusedError(
            message if isinstance(message, str) else "Gatehouse refused without a reason.",
            code if isinstance(code, int) else 0,
            error.get("data"),
        )
    if "result" not in response or error is not None:
        raise UnreachableError("The answer holds neither a result nor an error.")
    return response["result"]
