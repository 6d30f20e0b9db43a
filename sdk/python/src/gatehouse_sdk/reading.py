"""Reads what the engine sent. What cannot be read is never a yes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args

from .errors import CAPABILITY_EXHAUSTED, POLICY_VIOLATION, RefusedError, UnreachableError
from .model import (
    Condition,
    ConditionKind,
    Delegation,
    Directive,
    DirectiveKind,
    Event,
    JsonObject,
    Manifest,
    Outcome,
    Policy,
    Quota,
    QuotaLimit,
    Revocation,
    Verdict,
)


def verdict_from_result(result: Any, intent_id: str, arguments: Mapping[str, Any]) -> Verdict:
    """From the result of ``a2g/intent``, ``a2g/await`` or ``a2g/escalate``."""
    if not isinstance(result, dict):
        raise UnreachableError("The verdict is not an object.")
    named = result.get("intent_id")
    if named is not None and named != intent_id:
        raise UnreachableError(f"The verdict is for the intent {named!r}, not for {intent_id!r}.")
    return _verdict(result, intent_id, arguments, _outcome(result.get("verdict")), _text(result.get("reason")))


def verdict_from_error(error: RefusedError, intent_id: str, arguments: Mapping[str, Any]) -> Verdict | None:
    """From an error that is a denial; None for every other error."""
    data = error.data if isinstance(error.data, dict) else {}
    named = data.get("intent_id")
    # A limit that is used up is a denial as well, when it is said about an intent.
    denial = error.code == POLICY_VIOLATION or (error.code == CAPABILITY_EXHAUSTED and named is not None)
    if not denial:
        return None
    inner = data.get("verdict")
    inner = inner if isinstance(inner, dict) else {}
    risk = inner.get("risk_assessment")
    level = risk.get("level") if isinstance(risk, dict) else None
    said = {
        "reasoning": error.message,
        "risk_assessment": {"score": data.get("risk_score"), "level": level},
        "expires_at": inner.get("expires_at"),
    }
    return _verdict(said, intent_id, arguments, "DENIED", _text(data.get("reason")))


def verdict_from_directive(params: JsonObject, intent_id: str, arguments: Mapping[str, Any]) -> Verdict | None:
    """From a directive that settles an intent; None when it settles nothing."""
    said = params.get("verdict")
    inner = said if isinstance(said, dict) else {}
    spoken = inner.get("verdict") if isinstance(said, dict) else said
    kind = params.get("directive")
    outcome: Outcome
    if kind in ("DENY", "HALT"):
        outcome = "DENIED"
    elif kind in ("APPROVE", "MODIFY"):
        outcome = _outcome(spoken) if spoken is not None else ("CONDITIONAL" if kind == "MODIFY" else "APPROVED")
    else:
        return None
    merged = {**inner, **params, "reasoning": params.get("reason")}
    return _verdict(merged, intent_id, arguments, outcome, None)


def _verdict(
    said: Mapping[str, Any], intent_id: str, proposed: Mapping[str, Any], outcome: Outcome, code: str | None
) -> Verdict:
    conditions = _conditions(said.get("conditions"))
    given = said.get("arguments")
    changed = next((c.value for c in reversed(conditions) if c.kind == "arguments"), None)
    arguments = given if isinstance(given, dict) else changed if isinstance(changed, dict) else proposed
    risk = said.get("risk_assessment")
    risk = risk if isinstance(risk, dict) else {}
    return Verdict(
        intent_id=intent_id,
        verdict=outcome,
        reason=_text(said.get("reasoning")) or _text(said.get("reason")) or f"The verdict is {outcome}.",
        arguments=arguments,
        conditions=conditions,
        manifest=_manifest(said.get("capability_manifest")),
        code=code,
        risk_score=_number(risk.get("score")),
        risk_level=_text(risk.get("level")),
        expires_at=_moment(said.get("expires_at")),
    )


def _outcome(value: Any) -> Outcome:
    known: tuple[Outcome, ...] = get_args(Outcome)
    for outcome in known:
        if outcome == value:
            return outcome
    raise UnreachableError(f"{value!r} is no verdict this client knows.")


def _conditions(value: Any) -> tuple[Condition, ...]:
    return tuple(_condition(each) for each in value) if isinstance(value, list) else ()


def _condition(value: Any) -> Condition:
    if not isinstance(value, dict):
        return Condition("note", value if isinstance(value, str) else _compact(value))
    kinds: tuple[ConditionKind, ...] = get_args(ConditionKind)
    kind: ConditionKind = next((known for known in kinds if known == value.get("kind")), "note")
    text = value.get("text")
    return Condition(kind, text if isinstance(text, str) else _compact(value), value.get("value"))


def _manifest(value: Any) -> Manifest | None:
    if not isinstance(value, dict):
        return None

    def number(name: str) -> float:
        return _number(value.get(name)) or 0

    def texts(name: str) -> tuple[str, ...] | None:
        found = value.get(name)
        return tuple(each for each in found if isinstance(each, str)) if isinstance(found, list) else None

    return Manifest(
        max_memory_mb=number("max_memory_mb"),
        max_cpu_percent=number("max_cpu_percent"),
        timeout_seconds=number("timeout_seconds"),
        network_allowed=value.get("network_allowed") is True,
        filesystem_scope=texts("filesystem_scope") or (),
        allowed_hosts=texts("allowed_hosts"),
        blocked_hosts=texts("blocked_hosts"),
    )


def read_policy(params: Any) -> Policy:
    """From the answer to ``a2g/register`` or from ``g2a/policy``."""
    said = params if isinstance(params, dict) else {}
    capabilities = said.get("capabilities")
    return Policy(
        agent_did=_text(said.get("agent_did")) or "",
        version=_text(said.get("version")) or "",
        constitution_hash=_text(said.get("constitution_hash")) or "",
        capabilities=capabilities if isinstance(capabilities, dict) else {},
        extensions=_texts(said.get("extensions")),
    )


def read_event(method: str, params: JsonObject) -> Event | None:
    """None for what this client does not know."""
    if method == "g2a/policy":
        return read_policy(params)
    if method == "g2a/directive":
        return _directive(params)
    if method == "g2a/revoke":
        names = params.get("capabilities")
        # A list that cannot be read counts as everything.
        return Revocation(_texts(names) if isinstance(names, list) else "*", _text(params.get("reason")) or "")
    if method == "g2a/quota":
        limits = params.get("limits")
        read = tuple(_limit(each) for each in limits if isinstance(each, dict)) if isinstance(limits, list) else ()
        return Quota(read, _text(params.get("reason")) or "")
    return None


def _directive(params: JsonObject) -> Directive | None:
    kinds: tuple[DirectiveKind, ...] = get_args(DirectiveKind)
    kind = next((known for known in kinds if known == params.get("directive")), None)
    if kind is None:
        return None
    reason, issuer = _text(params.get("reason")), _text(params.get("issued_by"))
    return Directive(kind, _text(params.get("intent_id")), reason or "", issuer or "")


def _limit(value: JsonObject) -> QuotaLimit:
    return QuotaLimit(
        name=_text(value.get("name")) or "",
        limit=_number(value.get("limit")) or 0,
        used=_number(value.get("used")) or 0,
        window_seconds=_number(value.get("window_seconds")),
    )


def read_delegation(result: Any) -> Delegation:
    """From the result of ``a2g/delegate``."""
    if not isinstance(result, dict):
        raise UnreachableError("The delegation is not an object.")
    return Delegation(
        agent_did=_text(result.get("agent_did")) or "",
        parent_did=_text(result.get("parent_did")) or "",
        chain=_texts(result.get("chain")),
        capabilities=_texts(result.get("capabilities")),
        expires_at=_text(result.get("expires_at")),
    )


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: Any) -> float | None:
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _moment(value: Any) -> float | None:
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp() * 1000
    except ValueError:
        return None
