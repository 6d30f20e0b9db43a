// One A2E stream: handshake first, requests in order and few at once, and an end that lets what is under way finish.
import { second } from "../../../shared/lib/clock.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { LineInput, LinePeer, LineProtocol, LineSession } from "../../../shared/lib/line-stream.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import type { Result } from "../../../shared/lib/result.ts";
import type { RpcError, RpcParams } from "../../../shared/lib/rpc.ts";
import type { Clock, Identifiers, Sha256 } from "../../engine/ports.ts";
import { agentDidOf } from "../common/agent-did.ts";
import type { Source } from "../common/identity.ts";
import { handshakeSchema, shutdownSchema, toldTypes } from "./base.ts";
import {
  type A2eFault,
  createWriter,
  type Envelope,
  fault,
  readEnvelope,
  readMembers,
  requestIdOf,
} from "./messages.ts";
import { createTypeRegistry, type Namespace, type Work } from "./registry.ts";

const authAdvice =
  "Only the user who runs Gatehouse is served without a token: send auth_token. The owner gets it with: gatehouse token";

export interface A2ePorts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly sha256: Sha256;
  readonly identity: {
    /** For the handshake: who it is, proved as far as that agent must. */
    readonly authenticate: (
      params: RpcParams,
      method: string,
      source: Source,
      now: number,
    ) => Result<unknown, RpcError>;
    /** For what comes after it on the same stream. */
    readonly heard: (agentDid: string, source: Source, now: number) => Result<unknown, RpcError>;
    readonly markConnected: (agentDid: string, connectionId: string) => void;
    readonly markGone: (connectionId: string, now: number) => void;
  };
  readonly namespaces: readonly Namespace[];
  /** Hears of messages nobody handles, once for each type and stream. */
  readonly note: (text: string) => void;
}

/** Requests of one stream that run at once, and that wait for their turn. */
const maxParallel = 4;
const mostWaiting = 64;
/** Types noted for one stream: a flood of made-up ones is not written down. */
const mostNoted = 20;
const usualDrainSeconds = 10;

interface Session {
  readonly sessionId: string;
  readonly agentDid: string;
}

interface Waiting {
  readonly id: string;
  readonly capability: string;
  readonly work: Work;
}

export function createA2eProtocol(ports: A2ePorts): LineProtocol {
  const registry = createTypeRegistry(toldTypes, ports.namespaces);
  const write = createWriter(ports.clock, ports.identifiers);

  return (peer: LinePeer): LineSession => {
    const leaving = new AbortController();
    const gone = new AbortController();
    const running = new Set<string>();
    const noted = new Set<string>();
    let waiting: Waiting[] = [];
    let session: Session | undefined;
    let ending = false;
    let cancelDrain: (() => void) | undefined;

    const refuse = (id: string | null, given: A2eFault, capability = "base"): void =>
      void peer.send(write.error(id, given, capability));

    if (peer.refusal !== undefined) {
      refuse(null, fault("runtime_error", peer.refusal, { reason: "too_many_connections" }));
      peer.end();
    }

    function receive(line: LineInput): void {
      if (peer.refusal !== undefined) return;
      const envelope = readEnvelope(line);
      if (!envelope.ok) return refuse(requestIdOf(line), envelope.error);
      const message = envelope.value;
      if (session !== undefined) ports.identity.heard(session.agentDid, peer, ports.clock.now());
      switch (message.type) {
        case "ping":
          return void peer.send(write.message("pong", { req_id: message.id }));
        case "shutdown":
          return shutdown(message);
        case "handshake/req":
          return handshake(message);
        default:
          return dispatch(message);
      }
    }

    function handshake({ id, members }: Envelope): void {
      const request = readMembers(handshakeSchema, members);
      if (!request.ok) return refuse(id, request.error);
      if (ending) return refuse(id, shuttingDown);
      if (session !== undefined) {
        return refuse(id, fault("invalid_message", "The handshake is done already.", { reason: "already_open" }));
      }
      const { agent_id: agentId, agent_caps: wanted, auth_token: token } = request.value;
      const asked = wanted.length === 0 ? registry.capabilities : wanted;
      const accepted = asked.map((capability) => ({
        capability,
        enabled: registry.capabilities.includes(capability),
        metadata: {},
      }));
      const reject = (reason: string, message: string): void => {
        const nothing = { session_id: "", accepted_caps: accepted, max_parallel: 0 };
        peer.send(write.message("handshake/resp", { req_id: id, ...nothing, ok: false, reason, message }));
        peer.end();
      };
      if (!peer.admits(token ?? undefined)) return reject("auth_failed", authAdvice);
      if (!accepted.some(({ enabled }) => enabled)) {
        return reject("no_caps", `There are only these capabilities: ${registry.capabilities.join(", ")}.`);
      }
      const agentDid = agentId.startsWith("did:") ? agentId : agentDidOf("a2e", agentId, ports.sha256);
      const known = ports.identity.authenticate(
        { ...members, agent_did: agentDid },
        "handshake/req",
        peer,
        ports.clock.now(),
      );
      if (!known.ok) return reject("auth_failed", known.error.message);
      session = { sessionId: write.nextId(), agentDid };
      ports.identity.markConnected(agentDid, peer.connectionId);
      const terms = { session_id: session.sessionId, accepted_caps: accepted, max_parallel: maxParallel };
      peer.send(write.message("handshake/resp", { req_id: id, ...terms, ok: true }));
    }

    function dispatch({ type, id, members }: Envelope): void {
      const known = registry.get(type);
      const work = known?.read(members);
      if (work?.ok === false) return refuse(id, work.error, known?.capability);
      if (session === undefined) {
        const detail = { reason: "handshake_required" };
        return refuse(id, fault("unauthorized", "A session begins with handshake/req.", detail), known?.capability);
      }
      if (known === undefined || work === undefined) return generic(type, id);
      if (work.value === undefined) return;
      if (ending) return refuse(id, shuttingDown, known.capability);
      if (running.has(id) || waiting.some((other) => other.id === id)) {
        const detail = { reason: "duplicate_id" };
        return refuse(id, fault("invalid_message", "A request with this id is under way.", detail), known.capability);
      }
      if (waiting.length >= mostWaiting) {
        const detail = { reason: "too_many_waiting" };
        return refuse(id, fault("runtime_error", "Too many requests wait for their turn.", detail), known.capability);
      }
      waiting.push({ id, capability: known.capability, work: work.value });
      next();
    }

    /** Nobody registered the type. A request must be answered; anything else is only noted. */
    function generic(type: string, id: string): void {
      if (type.endsWith("/req")) {
        const detail = { reason: "unknown_type", type };
        return refuse(id, fault("invalid_message", `There is no ${type} here.`, detail), type.split("/")[0]);
      }
      if (noted.has(type) || noted.size >= mostNoted) return;
      noted.add(type);
      ports.note(`A2E: a message of the unknown type ${JSON.stringify(type)} was taken as a generic one.`);
    }

    /** In the order of arrival, as many at once as the handshake said. */
    function next(): void {
      while (running.size < maxParallel) {
        const request = waiting.shift();
        if (request === undefined || session === undefined) break;
        running.add(request.id);
        void perform(request, session).finally(() => {
          running.delete(request.id);
          next();
        });
      }
      endWhenIdle();
    }

    async function perform({ id, capability, work }: Waiting, { sessionId, agentDid }: Session): Promise<void> {
      const done = peer.begin();
      let seq = 0;
      const emit = (type: string, kind: string, data: JsonObject): void => {
        peer.send(write.message(type, { req_id: id, seq, kind, data }));
        seq += 1;
      };
      try {
        const standing = ports.identity.heard(agentDid, peer, ports.clock.now());
        if (!standing.ok) return refuse(id, fault("unauthorized", standing.error.message), capability);
        const context = {
          sessionId,
          agentDid,
          peerKey: peerKey(peer.peer),
          emit,
          leaving: leaving.signal,
          gone: gone.signal,
        };
        const reply = await work(context);
        if (!reply.ok) return refuse(id, reply.error, capability);
        peer.send(write.message(reply.value.type, { req_id: id, ...reply.value.members }));
      } catch (error) {
        ports.note(`A2E: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        refuse(id, fault("runtime_error", "The request was not processed."), capability);
      } finally {
        done();
      }
    }

    function shutdown({ id, members }: Envelope): void {
      const request = readMembers(shutdownSchema, members);
      if (!request.ok) return refuse(id, request.error);
      drain(request.value.timeout ?? usualDrainSeconds);
    }

    function drain(seconds: number): void {
      ending = true;
      cancelDrain?.();
      cancelDrain = ports.clock.after(seconds * second, () => {
        for (const { id: late, capability } of waiting) refuse(late, shuttingDown, capability);
        waiting = [];
        gone.abort();
      });
      endWhenIdle();
    }

    function endWhenIdle(): void {
      if (!ending || running.size + waiting.length > 0) return;
      cancelDrain?.();
      peer.end();
    }

    return {
      receive,
      inputEnded: () => {
        leaving.abort();
        ending = true;
        endWhenIdle();
      },
      closed: () => {
        cancelDrain?.();
        waiting = [];
        leaving.abort();
        gone.abort();
        if (session !== undefined) ports.identity.markGone(peer.connectionId, ports.clock.now());
      },
      stopping: () => {
        peer.send(write.message("shutdown", { reason: "Gatehouse is stopping.", timeout: usualDrainSeconds }));
        drain(usualDrainSeconds);
      },
    };
  };
}

const shuttingDown = fault("runtime_error", "The session is being shut down.", { reason: "shutting_down" });
