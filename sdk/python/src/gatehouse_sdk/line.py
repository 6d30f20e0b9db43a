"""The agent's line to Gatehouse: its name, signatures, registering again when the session has expired, heartbeats."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .discover import choose_target
from .errors import METHOD_NOT_FOUND, SESSION_EXPIRED, GovernanceError, RefusedError
from .model import JsonObject, Policy
from .reading import read_policy
from .signing import Signer
from .transport import Events, Limits, Transport, create_transport, has_websocket

EXTENSIONS = ("a2g/delegate", "a2g/escalate", "g2a/quota")
_logger = logging.getLogger("gatehouse_sdk")


@dataclass(frozen=True)
class Settings:
    """What a client was made with."""

    url: str | None
    token: str | None
    timeout: float
    heartbeat: float
    limits: Limits
    extensions: tuple[str, ...]


class Line:
    """Sends the agent's messages over whatever transport the address asks for."""

    def __init__(
        self,
        settings: Settings,
        agent_did: str | None,
        signer: Signer | None,
        pushed: Callable[[str, JsonObject], None],
        lost: Callable[[], None],
    ) -> None:
        self.agent_did = agent_did
        self._settings = settings
        self._signer = signer
        self._events = Events(self._dress, self._hello, pushed, lost)
        self._registration: JsonObject | None = None
        self._held: tuple[str, ...] = ()
        self._heart: asyncio.Task[None] | None = None
        self._made: Transport | None = None
        self.closed = False

    @property
    def timeout(self) -> float:
        """Seconds for the answer to one request."""
        return self._settings.timeout

    @property
    def pushes(self) -> bool:
        """Whether the engine can send what was not asked for."""
        return self._transport().pushes

    async def open(self) -> None:
        """Connects."""
        await self._transport().open(self._settings.timeout)

    async def send(self, method: str, params: JsonObject, *, patience: float = 0, again: bool = True) -> Any:
        """The result. ``patience`` is added to the time an answer may take."""
        try:
            return await self._request(method, params, patience, again)
        except RefusedError as error:
            if error.code != SESSION_EXPIRED or self._registration is None:
                raise
        await self._request("a2g/register", self._registration, 0, True)
        return await self._request(method, params, patience, again)

    async def register(
        self,
        agent_did: str | None,
        capabilities: list[str] | None,
        metadata: JsonObject,
        extensions: tuple[str, ...] | None,
    ) -> Policy:
        """``a2g/register``, and heartbeats from then on."""
        self._name_agent(agent_did, metadata)
        offered = self._settings.extensions if extensions is None else extensions
        registration: JsonObject = {}
        if self._signer is not None:
            registration["public_key"] = self._signer.public_key
        if capabilities is not None:
            registration["capabilities_requested"] = list(capabilities)
        if offered:
            registration["extensions"] = list(offered)
        registration["metadata"] = metadata
        policy = read_policy(await self._request("a2g/register", registration, 0, True))
        self._registration = registration
        self._held = policy.extensions
        self._beat()
        return policy

    def demand(self, extension: str) -> None:
        """Raises unless the engine has agreed to the extension."""
        if extension not in self._held:
            raise RefusedError(
                f"{extension} was not agreed on: register first, with an engine that offers it.", METHOD_NOT_FOUND
            )

    async def close(self) -> None:
        """Ends heartbeats and the connection."""
        self.closed = True
        if self._heart is not None:
            self._heart.cancel()
        if self._made is not None:
            await self._made.close()

    def _transport(self) -> Transport:
        if self._made is None:
            target = choose_target(self._settings.url, self._settings.token, has_websocket())
            self._made = create_transport(target, self._settings.limits, self._events)
        return self._made

    async def _request(self, method: str, params: JsonObject, patience: float, again: bool) -> Any:
        if self.agent_did is None:
            raise GovernanceError("The agent has no name yet: give agent_did to the client, or register first.")
        return await self._transport().request(method, params, self._settings.timeout + patience, again=again)

    def _dress(self, method: str, params: JsonObject) -> JsonObject:
        message = {"agent_did": self.agent_did, **params}
        return message if self._signer is None else self._signer.sign(method, message)

    def _hello(self) -> tuple[str, JsonObject] | None:
        return None if self._registration is None else ("a2g/register", self._registration)

    def _name_agent(self, agent_did: str | None, metadata: JsonObject) -> None:
        if agent_did is not None:
            self.agent_did = agent_did
        elif self.agent_did is None and self._signer is not None and metadata.get("name"):
            version = metadata.get("version") or "1.0"
            self.agent_did = f"did:aeon:{metadata['name']}:{version}:{self._signer.key_hex}"

    def _beat(self) -> None:
        if self._settings.heartbeat > 0 and (self._heart is None or self._heart.done()):
            self._heart = asyncio.create_task(self._beats())

    async def _beats(self) -> None:
        while True:
            await asyncio.sleep(self._settings.heartbeat)
            # A missed one does no harm: the next request finds out what is wrong.
            with contextlib.suppress(GovernanceError):
                await self.send("a2g/heartbeat", {}, again=False)
