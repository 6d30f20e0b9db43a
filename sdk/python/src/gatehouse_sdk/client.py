"""The asyncio client: registers an agent, asks before it acts, waits for humans, reports afterwards."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from .asking import Asker
from .governed import Parameters, govern_async
from .line import EXTENSIONS, Line, Settings
from .model import Delegation, Directive, Event, JsonObject, Policy, Quota, Receipt, Revocation, Status, Verdict
from .permits import Permit, Permits
from .reading import read_delegation, read_event
from .signing import Signer
from .transport import Limits

Value = TypeVar("Value")
Heard = TypeVar("Heard", bound=Event)
_logger = logging.getLogger("gatehouse_sdk")


class GovernanceClient:
    """One agent's client. It opens nothing by itself; the first request connects.

    :param url: ``ws:``, ``wss:``, ``http:``, ``https:`` or ``unix:/path``; without it the engine that runs for
        this user is found, and ``unix:`` alone means its socket.
    :param agent_did: ``did:aeon:<id>:<version>:<key>``; may be given to :meth:`register` instead.
    :param private_key: an Ed25519 seed in 64 hex digits; with it every message is signed.
    :param token: ``GATEHOUSE_TOKEN``, else the owner's token, unless given.
    :param timeout: seconds for the answer to one request, reconnects included, humans apart.
    :param heartbeat: seconds between heartbeats once registered; 0 sends none.
    :param max_in_flight: requests unanswered at a time; more wait in order.
    :param max_queued: requests that wait for a place; beyond it a call fails with ``OverloadedError``.
    :param reconnect: seconds before the second attempt to reconnect; doubled up to 2.
    :param extensions: what is offered at registration.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        agent_did: str | None = None,
        private_key: str | None = None,
        token: str | None = None,
        timeout: float = 30.0,
        heartbeat: float = 20.0,
        max_in_flight: int = 48,
        max_queued: int = 10_000,
        reconnect: float = 0.1,
        extensions: Sequence[str] = EXTENSIONS,
    ) -> None:
        limits = Limits(max_in_flight, max_queued, first_delay=reconnect)
        settings = Settings(url, token, timeout, heartbeat, limits, tuple(extensions))
        signer = None if private_key is None else Signer(private_key)
        self._asker = Asker()
        self._permits = Permits(self)
        self._listeners: list[tuple[type[Any], Callable[[Any], object]]] = []
        self._line = Line(settings, agent_did, signer, self._pushed, self._asker.lost)

    @classmethod
    async def connect(cls, url: str | None = None, **options: Any) -> GovernanceClient:
        """A client whose connection is open."""
        client = cls(url, **options)
        await client._line.open()
        return client

    @property
    def agent_did(self) -> str | None:
        """The agent's name."""
        return self._line.agent_did

    async def register(
        self,
        agent_did: str | None = None,
        capabilities: Sequence[str] | None = None,
        *,
        name: str | None = None,
        version: str | None = None,
        runtime: str | None = None,
        extensions: Sequence[str] | None = None,
    ) -> Policy:
        """``a2g/register``: returns the policy, begins heartbeats. ``capabilities`` are the tools it will ask for."""
        metadata = _given(name=name, version=version, runtime=runtime)
        wanted = None if capabilities is None else list(capabilities)
        offered = None if extensions is None else tuple(extensions)
        return await self._line.register(agent_did, wanted, metadata, offered)

    async def request_intent(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        intent_id: str | None = None,
        session_id: str | None = None,
        parent_intent: str | None = None,
        reasoning: str | None = None,
        working_directory: str | None = None,
        workspace: str | None = None,
        wait: float | None = None,
    ) -> Verdict:
        """``a2g/intent``: the final verdict. Where a human must decide it waits ``wait`` seconds, for ever unless
        given; 0 returns ``ESCALATE`` at once."""
        context = _context(session_id, parent_intent, reasoning, working_directory, workspace)
        params: JsonObject = {
            "intent_id": intent_id or str(uuid.uuid4()),
            "tool": tool,
            "arguments": dict(arguments),
            "context": context,
        }
        return await self._asker.ask(self._line, "a2g/intent", params, arguments, wait)

    async def await_verdict(
        self, intent_id: str, *, timeout: float = 60.0, arguments: Mapping[str, Any] | None = None
    ) -> Verdict:
        """``a2g/await``: the verdict as it is after that time at the latest. ``arguments`` are those proposed."""
        return await self._asker.once_more(self._line, intent_id, arguments or {}, timeout)

    async def report(
        self, intent_id: str, status: Status = "SUCCESS", result: Any = None, metrics: JsonObject | None = None
    ) -> Receipt:
        """``a2g/report``: how the action went."""
        params = {"intent_id": intent_id, "status": status, **_given(result=result, metrics=metrics)}
        answer = await self._line.send("a2g/report", params)
        said = answer if isinstance(answer, dict) else {}
        return Receipt(late=said.get("late") is True, violation=said.get("violation") is True)

    async def heartbeat(self, status: str | None = None, load: float | None = None) -> None:
        """``a2g/heartbeat``; sent by itself once registered."""
        await self._line.send("a2g/heartbeat", _given(status=status, load=load), again=False)

    async def delegate(
        self,
        child_did: str,
        capabilities: Sequence[str],
        *,
        public_key: str | None = None,
        expires_in_seconds: float | None = None,
        metadata: JsonObject | None = None,
        reason: str | None = None,
    ) -> Delegation:
        """``a2g/delegate``: a child agent under some of this agent's capabilities."""
        self._line.demand("a2g/delegate")
        optional = _given(
            public_key=public_key, expires_in_seconds=expires_in_seconds, metadata=metadata, reason=reason
        )
        params = {"child_did": child_did, "capabilities": list(capabilities), **optional}
        return read_delegation(await self._line.send("a2g/delegate", params))

    async def escalate(
        self,
        question: str,
        *,
        options: Sequence[str] | None = None,
        intent_id: str | None = None,
        session_id: str | None = None,
        parent_intent: str | None = None,
        reasoning: str | None = None,
        working_directory: str | None = None,
        workspace: str | None = None,
        wait: float | None = None,
    ) -> Verdict:
        """``a2g/escalate``: asks a human; the verdict's ``reason`` is what they wrote."""
        self._line.demand("a2g/escalate")
        params: JsonObject = {"intent_id": intent_id or str(uuid.uuid4()), "question": question}
        if options is not None:
            params["options"] = list(options)
        context = _context(session_id, parent_intent, reasoning, working_directory, workspace)
        if context:
            params["context"] = context
        return await self._asker.ask(self._line, "a2g/escalate", params, {}, wait)

    def governed(
        self, tool: str, **context: Any
    ) -> Callable[[Callable[Parameters, Awaitable[Value]]], Callable[Parameters, Awaitable[Value]]]:
        """A decorator: the coroutine function asks before it runs and reports afterwards."""
        return lambda function: govern_async(self, tool, context, function)

    async def run(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        function: Callable[[Mapping[str, Any]], Awaitable[Value]],
        **context: Any,
    ) -> Value:
        """What ``governed`` does, for arguments that are JSON already: the function gets those that were approved."""
        return await self._permits.run(tool, arguments, function, context)

    async def begin(self, tool: str, arguments: Mapping[str, Any], **context: Any) -> Permit:
        """The first half of ``run``, for callers that run the action elsewhere: asks, and raises ``DeniedError``."""
        return await self._permits.begin(tool, arguments, context)

    async def finish(self, permit: Permit, status: Status = "SUCCESS", result: JsonObject | None = None) -> None:
        """The second half: reports; never raises because of the report."""
        await self._permits.finish(permit, status, result)

    def on_policy(self, listener: Callable[[Policy], object]) -> Callable[[], None]:
        """Calls the listener with each policy. Returns how to stop listening, as the others do."""
        return self._listen(Policy, listener)

    def on_directive(self, listener: Callable[[Directive], object]) -> Callable[[], None]:
        """Calls the listener with each directive."""
        return self._listen(Directive, listener)

    def on_revoke(self, listener: Callable[[Revocation], object]) -> Callable[[], None]:
        """Calls the listener with each revocation."""
        return self._listen(Revocation, listener)

    def on_quota(self, listener: Callable[[Quota], object]) -> Callable[[], None]:
        """Calls the listener when limits change."""
        return self._listen(Quota, listener)

    async def events(self) -> AsyncIterator[Event]:
        """Everything the engine sends unasked, from now on."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        stop = self._listen(object, queue.put_nowait)
        try:
            while True:
                yield await queue.get()
        finally:
            stop()

    async def close(self) -> None:
        """Requests that are open end with ``UnreachableError``."""
        await self._line.close()

    async def __aenter__(self) -> GovernanceClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _listen(self, kind: type[Any], listener: Callable[[Any], object]) -> Callable[[], None]:
        entry = (kind, listener)
        self._listeners.append(entry)

        def stop() -> None:
            if entry in self._listeners:
                self._listeners.remove(entry)

        return stop

    def _pushed(self, method: str, params: JsonObject) -> None:
        if params.get("agent_did") not in (None, self.agent_did):
            return
        event = read_event(method, params)
        if event is not None:
            self._permits.hear(event)
        if method == "g2a/directive":
            self._asker.deliver(params)
        for kind, listener in list(self._listeners):
            if event is not None and isinstance(event, kind):
                try:
                    listener(event)
                except Exception:
                    _logger.exception("A listener failed")


def _given(**members: Any) -> JsonObject:
    return {name: value for name, value in members.items() if value is not None}


def _context(
    session_id: str | None,
    parent_intent: str | None,
    reasoning: str | None,
    working_directory: str | None,
    workspace: str | None,
) -> JsonObject:
    return _given(
        session_id=session_id,
        parent_intent=parent_intent,
        reasoning=reasoning,
        working_directory=working_directory,
        workspace=workspace,
    )
