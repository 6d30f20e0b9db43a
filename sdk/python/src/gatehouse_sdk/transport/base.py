"""What the client needs from a transport."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ..model import JsonObject


@dataclass(frozen=True)
class Limits:
    """How much may be under way, and how long a break in the connection is borne."""

    max_in_flight: int = 48
    max_queued: int = 10_000
    first_delay: float = 0.1
    longest_delay: float = 2.0

    def delay(self, failures: int) -> float:
        """Seconds before the next attempt: none before the first one."""
        return 0.0 if failures == 0 else min(self.first_delay * 2 ** (failures - 1), self.longest_delay)


@dataclass(frozen=True)
class Events:
    """What a transport tells the client."""

    #: Adds the signature. Called each time a request is sent, because a signature is good once.
    dress: Callable[[str, JsonObject], JsonObject]
    #: What is sent first on a new connection that takes the place of a lost one, if anything.
    hello: Callable[[], tuple[str, JsonObject] | None]
    #: The engine sent something unasked.
    pushed: Callable[[str, JsonObject], None]
    #: The connection was lost.
    lost: Callable[[], None]


class Transport(Protocol):
    """Sends requests and returns their results."""

    #: True when the engine can send what was not asked for.
    pushes: bool

    async def open(self, timeout: float) -> None:
        """Raises ``UnreachableError`` where nobody listens."""

    async def request(self, method: str, params: JsonObject, timeout: float, *, again: bool = True) -> Any:
        """The result. ``again`` is whether it is sent again after a lost connection."""

    async def close(self) -> None:
        """Ends what is open; requests under way fail."""
