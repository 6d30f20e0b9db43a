"""Permits: an action that was approved, watched while it runs, and reported afterwards."""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
import threading
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import DeniedError, GovernanceError
from .model import Directive, Event, JsonObject, Revocation, Status, Verdict

if TYPE_CHECKING:
    from .client import GovernanceClient

Value = TypeVar("Value")
_LARGEST_RESULT = 64 * 1024
_logger = logging.getLogger("gatehouse_sdk")
_current: contextvars.ContextVar[Permit | None] = contextvars.ContextVar("gatehouse_permit", default=None)


class Permit:
    """What a governed function may do: its verdict, and whether it must stop."""

    def __init__(self, tool: str, intent_id: str) -> None:
        self.tool = tool
        self.intent_id = intent_id
        #: Set when the approved time is over, at a halt, or when the approval or the tool was withdrawn.
        self.stopped = threading.Event()
        self.why = ""
        self._verdict: Verdict | None = None
        self._stop: asyncio.Future[None] | None = None
        self._began = 0.0

    @property
    def verdict(self) -> Verdict:
        """The verdict it runs under."""
        if self._verdict is None:
            raise GovernanceError("The permit has no verdict yet.")
        return self._verdict

    def begin(self, verdict: Verdict) -> None:
        """Raises ``DeniedError`` unless the action may run now."""
        self._verdict = verdict
        if not verdict.approved or verdict.dry_run:
            raise DeniedError(verdict)
        if verdict.expires_at is not None and verdict.expires_at <= time.time() * 1000:
            raise DeniedError(verdict, f"The approval has expired; ask again. {verdict.reason}")
        if self.stopped.is_set():
            raise DeniedError(verdict, self.why)
        self._began = time.perf_counter()

    def hear(self, event: Event) -> None:
        """Stops when the event withdraws the approval."""
        if isinstance(event, Directive):
            if event.kind == "HALT":
                self.stop(f"A human stopped the agent: {event.reason}")
            elif event.kind == "DENY" and event.intent_id == self.intent_id:
                self.stop(f"A human withdrew the approval: {event.reason}")
        elif isinstance(event, Revocation) and event.covers(self.tool):
            self.stop(f"The tool was revoked: {event.reason}")

    def stop(self, why: str) -> None:
        """The function must end."""
        if self.stopped.is_set():
            return
        self.why = why
        self.stopped.set()
        if self._stop is not None and not self._stop.done():
            self._stop.set_result(None)

    async def watch(self, run: Awaitable[Value]) -> Value:
        """Runs it until it ends, its time is over or it must stop; cancels it in the last two cases."""
        loop = asyncio.get_running_loop()
        self._stop = loop.create_future()
        seconds = self.verdict.manifest.timeout_seconds if self.verdict.manifest else 0
        task = asyncio.ensure_future(run)
        try:
            ends: set[asyncio.Future[Any]] = {task, self._stop}
            await asyncio.wait(ends, timeout=seconds or None, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            if self.stopped.is_set():
                raise DeniedError(self.verdict, self.why)
            self.stop(f"The approved time of {seconds:g} s is over.")
            raise TimeoutError(self.why)
        finally:
            self._stop.cancel()
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
                if not task.cancelled():
                    # Its own error is less important than why it was stopped.
                    task.exception()

    def metrics(self) -> JsonObject:
        """How long it has run."""
        return {"duration_ms": round((time.perf_counter() - self._began) * 1000)}


def current_permit() -> Permit | None:
    """The permit of the governed function that runs here; None elsewhere."""
    return _current.get()


class Permits:
    """Asks for permits and reports what came of them."""

    def __init__(self, client: GovernanceClient) -> None:
        self._client = client
        self._open: set[Permit] = set()
        #: Ids that callers chose; ids that are made here never come twice.
        self._used: set[str] = set()

    def hear(self, event: Event) -> None:
        """Tells every open permit."""
        for permit in list(self._open):
            permit.hear(event)

    async def begin(self, tool: str, arguments: Mapping[str, Any], context: dict[str, Any]) -> Permit:
        """Asks; raises ``DeniedError`` unless the action may run now."""
        given = context.get("intent_id")
        permit = Permit(tool, given or str(uuid.uuid4()))
        self._open.add(permit)
        try:
            verdict = await self._client.request_intent(tool, arguments, **{**context, "intent_id": permit.intent_id})
            if permit.intent_id in self._used:
                raise DeniedError(verdict, f"The intent {permit.intent_id} has run already.")
            permit.begin(verdict)
            if given is not None:
                self._used.add(given)
        except BaseException:
            self._open.discard(permit)
            raise
        return permit

    async def finish(self, permit: Permit, status: Status, result: JsonObject | None) -> None:
        """Reports. It has run, so a report that fails is no error to the caller."""
        self._open.discard(permit)
        try:
            await self._client.report(permit.intent_id, status=status, result=result, metrics=permit.metrics())
        except (GovernanceError, ValueError) as error:
            _logger.warning("The report about %s did not reach Gatehouse: %s", permit.intent_id, error)

    async def run(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        function: Callable[[Mapping[str, Any]], Awaitable[Value]],
        context: dict[str, Any],
    ) -> Value:
        """Asks, runs the function with the approved arguments, reports."""
        permit = await self.begin(tool, arguments, context)
        mark = _current.set(permit)
        try:
            value = await permit.watch(_started(function, permit.verdict.arguments))
        except BaseException as error:
            await self.finish(permit, status_of(error, permit), {"error": str(error) or type(error).__name__})
            raise
        finally:
            _current.reset(mark)
        await self.finish(permit, "SUCCESS", result_of(value))
        return value


async def _started(function: Callable[[Mapping[str, Any]], Awaitable[Value]], arguments: Mapping[str, Any]) -> Value:
    return await function(arguments)


def enter(permit: Permit) -> contextvars.Token[Permit | None]:
    """Makes it the current permit."""
    return _current.set(permit)


def leave(mark: contextvars.Token[Permit | None]) -> None:
    """Undoes ``enter``."""
    _current.reset(mark)


def status_of(error: BaseException, permit: Permit) -> Status:
    """How a function that raised this is reported."""
    if isinstance(error, (asyncio.CancelledError, KeyboardInterrupt)):
        return "ABORTED"
    if permit.stopped.is_set():
        return "TIMEOUT" if isinstance(error, TimeoutError) else "ABORTED"
    return "FAILURE"


def result_of(value: Any) -> JsonObject | None:
    """What is reported about a value: left out when it is no JSON, or long."""
    if value is None:
        return None
    result: JsonObject = value if isinstance(value, dict) else {"value": value}
    try:
        text = json.dumps(result, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return None
    return result if len(text) <= _LARGEST_RESULT else None
