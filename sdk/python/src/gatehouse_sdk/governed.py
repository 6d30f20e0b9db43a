"""``governed``: a function that asks before it runs, runs what was approved, and reports."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from .binding import BoundCall
from .errors import GovernanceError
from .model import Verdict
from .permits import current_permit

if TYPE_CHECKING:
    from .client import GovernanceClient
    from .sync import SyncGovernanceClient

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])
_default: GovernanceClient | SyncGovernanceClient | None = None


def set_default_client(client: GovernanceClient | SyncGovernanceClient | None) -> None:
    """The client that ``@governed(tool)`` uses where none is named."""
    global _default
    _default = client


def governed(
    tool: str, *, client: GovernanceClient | SyncGovernanceClient | None = None, **context: Any
) -> Callable[[Function], Function]:
    """A decorator: the function asks before it runs and reports; it raises ``DeniedError`` instead of running.

    ``context`` is that of ``request_intent``: ``session_id``, ``reasoning``, ``wait`` and so on. Without ``client`` the
    one of ``set_default_client`` is used. A coroutine function needs a ``GovernanceClient``, another one a
    ``SyncGovernanceClient``.
    """

    def decorate(function: Function) -> Function:
        from .client import GovernanceClient
        from .sync import SyncGovernanceClient

        def chosen() -> GovernanceClient | SyncGovernanceClient:
            found = client or _default
            if found is None:
                raise GovernanceError("No client: give governed one, or call set_default_client.")
            return found

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def ask(*args: Any, **kwargs: Any) -> Any:
                found = chosen()
                if not isinstance(found, GovernanceClient):
                    raise GovernanceError("A coroutine function needs a GovernanceClient.")
                return await govern_async(found, tool, context, function)(*args, **kwargs)

            return cast(Function, ask)

        @functools.wraps(function)
        def ask_and_wait(*args: Any, **kwargs: Any) -> Any:
            found = chosen()
            if not isinstance(found, SyncGovernanceClient):
                raise GovernanceError("A function that is no coroutine needs a SyncGovernanceClient.")
            return found.governed(tool, **context)(function)(*args, **kwargs)

        return cast(Function, ask_and_wait)

    return decorate


def govern_async(
    client: GovernanceClient,
    tool: str,
    context: Mapping[str, Any],
    function: Callable[Parameters, Awaitable[Value] | Value],
) -> Callable[Parameters, Awaitable[Value]]:
    """The governed form of a function. One that is no coroutine function runs in a thread, which nothing can cancel:
    it should look at ``current_permit().stopped`` when it takes long."""

    @functools.wraps(function)
    async def ask(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Value:
        call = BoundCall(function, args, kwargs)

        async def run(_: Mapping[str, Any]) -> Value:
            approved_args, approved_kwargs = call.approved(_verdict())
            if inspect.iscoroutinefunction(function):
                return cast(Value, await function(*approved_args, **approved_kwargs))
            value = await asyncio.to_thread(function, *approved_args, **approved_kwargs)
            return cast(Value, await value if inspect.isawaitable(value) else value)

        return await client.run(tool, call.arguments, run, **context)

    return ask


def _verdict() -> Verdict:
    permit = current_permit()
    if permit is None:
        raise GovernanceError("There is no permit here.")
    return permit.verdict
