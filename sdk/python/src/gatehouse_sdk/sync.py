"""The same client for programs without asyncio: it runs the asyncio client on a thread of its own."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import CancelledError
from types import TracebackType
from typing import Any, TypeVar

from .binding import BoundCall
from .client import GovernanceClient
from .errors import UnreachableError
from .governed import Parameters
from .model import Delegation, Directive, JsonObject, Policy, Quota, Receipt, Revocation, Status, Verdict
from .permits import Permit, enter, leave, result_of, status_of

Value = TypeVar("Value")


class SyncGovernanceClient:
    """One agent's client; every method waits for its answer. Options are those of :class:`GovernanceClient`.

    Listeners are called on the client's own thread.
    """

    def __init__(self, url: str | None = None, **options: Any) -> None:
        self._client = GovernanceClient(url, **options)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="gatehouse-sdk", daemon=True)
        self._thread.start()

    @classmethod
    def connect(cls, url: str | None = None, **options: Any) -> SyncGovernanceClient:
        """A client whose connection is open."""
        client = cls(url, **options)
        try:
            client._wait(client._client._line.open())
        except BaseException:
            client.close()
            raise
        return client

    @property
    def agent_did(self) -> str | None:
        """The agent's name."""
        return self._client.agent_did

    def register(
        self, agent_did: str | None = None, capabilities: Sequence[str] | None = None, **details: Any
    ) -> Policy:
        """As :meth:`GovernanceClient.register`."""
        return self._wait(self._client.register(agent_did, capabilities, **details))

    def request_intent(self, tool: str, arguments: Mapping[str, Any], **context: Any) -> Verdict:
        """As :meth:`GovernanceClient.request_intent`."""
        return self._wait(self._client.request_intent(tool, arguments, **context))

    def await_verdict(
        self, intent_id: str, *, timeout: float = 60.0, arguments: Mapping[str, Any] | None = None
    ) -> Verdict:
        """As :meth:`GovernanceClient.await_verdict`."""
        return self._wait(self._client.await_verdict(intent_id, timeout=timeout, arguments=arguments))

    def report(
        self, intent_id: str, status: Status = "SUCCESS", result: Any = None, metrics: JsonObject | None = None
    ) -> Receipt:
        """As :meth:`GovernanceClient.report`."""
        return self._wait(self._client.report(intent_id, status, result, metrics))

    def heartbeat(self, status: str | None = None, load: float | None = None) -> None:
        """As :meth:`GovernanceClient.heartbeat`."""
        self._wait(self._client.heartbeat(status, load))

    def delegate(self, child_did: str, capabilities: Sequence[str], **details: Any) -> Delegation:
        """As :meth:`GovernanceClient.delegate`."""
        return self._wait(self._client.delegate(child_did, capabilities, **details))

    def escalate(self, question: str, **details: Any) -> Verdict:
        """As :meth:`GovernanceClient.escalate`."""
        return self._wait(self._client.escalate(question, **details))

    def governed(
        self, tool: str, **context: Any
    ) -> Callable[[Callable[Parameters, Value]], Callable[Parameters, Value]]:
        """A decorator: the function asks before it runs, runs in the caller's thread, and reports.

        Nothing can cancel it there: one that takes long should look at ``current_permit().stopped``.
        """

        def decorate(function: Callable[Parameters, Value]) -> Callable[Parameters, Value]:
            @functools.wraps(function)
            def ask(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Value:
                call = BoundCall(function, args, kwargs)

                def run(permit: Permit) -> Value:
                    approved_args, approved_kwargs = call.approved(permit.verdict)
                    return function(*approved_args, **approved_kwargs)

                return self._govern(tool, call.arguments, run, context)

            return ask

        return decorate

    def run(
        self, tool: str, arguments: Mapping[str, Any], function: Callable[[Mapping[str, Any]], Value], **context: Any
    ) -> Value:
        """As :meth:`GovernanceClient.run`, in the caller's thread."""
        return self._govern(tool, arguments, lambda permit: function(permit.verdict.arguments), context)

    def on_policy(self, listener: Callable[[Policy], object]) -> Callable[[], None]:
        """As :meth:`GovernanceClient.on_policy`."""
        return self._client.on_policy(listener)

    def on_directive(self, listener: Callable[[Directive], object]) -> Callable[[], None]:
        """As :meth:`GovernanceClient.on_directive`."""
        return self._client.on_directive(listener)

    def on_revoke(self, listener: Callable[[Revocation], object]) -> Callable[[], None]:
        """As :meth:`GovernanceClient.on_revoke`."""
        return self._client.on_revoke(listener)

    def on_quota(self, listener: Callable[[Quota], object]) -> Callable[[], None]:
        """As :meth:`GovernanceClient.on_quota`."""
        return self._client.on_quota(listener)

    def close(self) -> None:
        """Ends the connection and the thread."""
        if self._loop.is_closed():
            return
        self._wait(self._client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> SyncGovernanceClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _govern(
        self, tool: str, arguments: Mapping[str, Any], run: Callable[[Permit], Value], context: dict[str, Any]
    ) -> Value:
        permit = self._wait(self._client.begin(tool, arguments, **context))
        mark = enter(permit)
        try:
            value = run(permit)
        except BaseException as error:
            said = {"error": str(error) or type(error).__name__}
            self._wait(self._client.finish(permit, status_of(error, permit), said))
            raise
        finally:
            leave(mark)
        self._wait(self._client.finish(permit, "SUCCESS", result_of(value)))
        return value

    def _wait(self, work: Coroutine[Any, Any, Value]) -> Value:
        if self._loop.is_closed():
            work.close()
            raise UnreachableError("The client was closed.")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except CancelledError:
            raise UnreachableError("The client was closed.") from None
        except BaseException:
            # The caller was interrupted: nobody waits for the answer any more.
            future.cancel()
            raise
