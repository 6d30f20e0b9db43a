"""Asking: sends an intent and, when a human must decide, waits for the answer by push or by asking again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import RefusedError, UnreachableError
from .line import Line
from .model import JsonObject, Verdict
from .reading import verdict_from_directive, verdict_from_error, verdict_from_result

#: Seconds one question after a held intent stays open.
_LONGEST_POLL = 25.0


@dataclass(frozen=True, eq=False)
class _Waiting:
    intent_id: str
    #: The directive, or None when the connection was lost and somebody must ask instead.
    answer: asyncio.Future[JsonObject | None]


class Asker:
    """Turns questions into verdicts."""

    def __init__(self) -> None:
        self._waiting: set[_Waiting] = set()

    def deliver(self, directive: JsonObject) -> None:
        """A directive came: all who wait for its intent hear it."""
        for waiting in self._waiting:
            if waiting.intent_id == directive.get("intent_id") and not waiting.answer.done():
                # One that settles nothing leaves them waiting; one that cannot be read makes them ask.
                try:
                    settles = verdict_from_directive(directive, waiting.intent_id, {}) is not None
                except UnreachableError:
                    settles = True
                if settles:
                    waiting.answer.set_result(directive)

    def lost(self) -> None:
        """The connection was lost: a directive may have been lost with it."""
        for waiting in self._waiting:
            if not waiting.answer.done():
                waiting.answer.set_result(None)

    async def ask(
        self, line: Line, method: str, params: JsonObject, arguments: Mapping[str, Any], wait: float | None
    ) -> Verdict:
        """The final verdict; ``ESCALATE`` only when the time for a human is over."""
        intent_id: str = params["intent_id"]
        deadline = None if wait is None else time.monotonic() + wait
        waiting = _Waiting(intent_id, asyncio.get_running_loop().create_future())
        self._waiting.add(waiting)
        try:
            verdict = await self._once(line, method, params, arguments)
            if verdict.verdict != "ESCALATE" or (wait is not None and wait <= 0):
                return verdict
            if line.pushes:
                await asyncio.wait({waiting.answer}, timeout=_left(deadline))
                directive = waiting.answer.result() if waiting.answer.done() else None
                settled = None if directive is None else verdict_from_directive(directive, intent_id, arguments)
                if settled is not None:
                    return settled
            return await self._poll(line, verdict, arguments, deadline)
        finally:
            self._waiting.discard(waiting)
            waiting.answer.cancel()

    async def once_more(self, line: Line, intent_id: str, arguments: Mapping[str, Any], timeout: float) -> Verdict:
        """``a2g/await``: the verdict as it is after that time."""
        params = {"intent_id": intent_id, "timeout_ms": round(timeout * 1000)}
        return await self._once(line, "a2g/await", params, arguments, timeout)

    async def _poll(
        self, line: Line, verdict: Verdict, arguments: Mapping[str, Any], deadline: float | None
    ) -> Verdict:
        """Asks until a human has answered or the time is over. A break in the line is no answer."""
        failures = 0
        while verdict.verdict == "ESCALATE":
            left = _left(deadline)
            if left is not None and left <= 0:
                break
            wait = _LONGEST_POLL if left is None else min(_LONGEST_POLL, left)
            try:
                verdict = await self.once_more(line, verdict.intent_id, arguments, wait)
                failures = 0
            except UnreachableError:
                left = _left(deadline)
                if line.closed or left == 0:
                    raise
                failures += 1
                await asyncio.sleep(min(failures, 5.0 if left is None else left))
        return verdict

    async def _once(
        self, line: Line, method: str, params: JsonObject, arguments: Mapping[str, Any], patience: float = 0
    ) -> Verdict:
        intent_id: str = params["intent_id"]
        try:
            return verdict_from_result(await line.send(method, params, patience=patience), intent_id, arguments)
        except RefusedError as error:
            denial = verdict_from_error(error, intent_id, arguments)
            if denial is None:
                raise
            return denial


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())
