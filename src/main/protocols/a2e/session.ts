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
  type Writer,
} from "./messages.ts";
import { createTypeRegistry, type Namespace, type TypeRegistry, type Work } from "./registry.ts";

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
  return (peer) => new A2eSession(peer, ports, registry, write);
}

class A2eSession implements LineSession {
  readonly #peer: LinePeer;
  readonly #ports: A2ePorts;
  readonly #registry: TypeRegistry;
  readonly #write: Writer;
  readonly #leaving = new AbortController();
  readonly #gone = new AbortController();
  readonly #running = new Set<string>();
  readonly #noted = new Set<string>();
  #waiting: Waiting[] = [];
  #session: Session | undefined;
  #ending = false;
  #cancelDrain: (() => void) | undefined;

  constructor(peer: LinePeer, ports: A2ePorts, registry: TypeRegistry, write: Writer) {
    this.#peer = peer;
    this.#ports = ports;
    this.#registry = registry;
    this.#write = write;
    if (peer.refusal === undefined) return;
    this.#refuse(null, fault("runtime_error", peer.refusal, { reason: "too_many_connections" }));
    peer.end();
  }

  receive(line: LineInput): void {
    if (this.#peer.refusal !== undefined) return;
    const envelope = readEnvelope(line);
    if (!envelope.ok) return this.#refuse(requestIdOf(line), envelope.error);
    const message = envelope.value;
    if (this.#session !== undefined)
      this.#ports.identity.heard(this.#session.agentDid, this.#peer, this.#ports.clock.now());
    switch (message.type) {
      case "ping":
        return void this.#peer.send(this.#write.message("pong", { req_id: message.id }));
      case "shutdown":
        return this.#shutdown(message);
      case "handshake/req":
        return this.#handshake(message);
      default:
        return this.#dispatch(message);
    }
  }

  #handshake({ id, members }: Envelope): void {
    const request = readMembers(handshakeSchema, members);
    if (!request.ok) return this.#refuse(id, request.error);
    if (this.#ending) return this.#refuse(id, shuttingDown);
    if (this.#session !== undefined) {
      return this.#refuse(id, fault("invalid_message", "The handshake is done already.", { reason: "already_open" }));
    }
    const { agent_id: agentId, agent_caps: wanted, auth_token: token } = request.value;
    const asked = wanted.length === 0 ? this.#registry.capabilities : wanted;
    const accepted = asked.map((capability) => ({
      capability,
      enabled: this.#registry.capabilities.includes(capability),
      metadata: {},
    }));
    const reject = (reason: string, message: string): void => {
      const nothing = { session_id: "", accepted_caps: accepted, max_parallel: 0 };
      this.#peer.send(this.#write.message("handshake/resp", { req_id: id, ...nothing, ok: false, reason, message }));
      this.#peer.end();
    };
    if (!this.#peer.admits(token ?? undefined)) return reject("auth_failed", authAdvice);
    if (!accepted.some(({ enabled }) => enabled)) {
      return reject("no_caps", `There are only these capabilities: ${this.#registry.capabilities.join(", ")}.`);
    }
    const agentDid = agentId.startsWith("did:") ? agentId : agentDidOf("a2e", agentId, this.#ports.sha256);
    const known = this.#ports.identity.authenticate(
      { ...members, agent_did: agentDid },
      "handshake/req",
      this.#peer,
      this.#ports.clock.now(),
    );
    if (!known.ok) return reject("auth_failed", known.error.message);
    this.#session = { sessionId: this.#write.nextId(), agentDid };
    this.#ports.identity.markConnected(agentDid, this.#peer.connectionId);
    const terms = { session_id: this.#session.sessionId, accepted_caps: accepted, max_parallel: maxParallel };
    this.#peer.send(this.#write.message("handshake/resp", { req_id: id, ...terms, ok: true }));
  }

  #dispatch({ type, id, members }: Envelope): void {
    const known = this.#registry.get(type);
    const work = known?.read(members);
    if (work?.ok === false) return this.#refuse(id, work.error, known?.capability);
    if (this.#session === undefined) {
      const detail = { reason: "handshake_required" };
      return this.#refuse(id, fault("unauthorized", "A session begins with handshake/req.", detail), known?.capability);
    }
    if (known === undefined || work === undefined) return this.#generic(type, id);
    if (work.value === undefined) return;
    if (this.#ending) return this.#refuse(id, shuttingDown, known.capability);
    if (this.#running.has(id) || this.#waiting.some((other) => other.id === id)) {
      const detail = { reason: "duplicate_id" };
      return this.#refuse(
        id,
        fault("invalid_message", "A request with this id is under way.", detail),
        known.capability,
      );
    }
    if (this.#waiting.length >= mostWaiting) {
      const detail = { reason: "too_many_waiting" };
      return this.#refuse(
        id,
        fault("runtime_error", "Too many requests wait for their turn.", detail),
        known.capability,
      );
    }
    this.#waiting.push({ id, capability: known.capability, work: work.value });
    this.#next();
  }

  /** Nobody registered the type. A request must be answered; anything else is only noted. */
  #generic(type: string, id: string): void {
    if (type.endsWith("/req")) {
      const detail = { reason: "unknown_type", type };
      return this.#refuse(id, fault("invalid_message", `There is no ${type} here.`, detail), type.split("/")[0]);
    }
    if (this.#noted.has(type) || this.#noted.size >= mostNoted) return;
    this.#noted.add(type);
    this.#ports.note(`A2E: a message of the unknown type ${JSON.stringify(type)} was taken as a generic one.`);
  }

  /** In the order of arrival, as many at once as the handshake said. */
  #next(): void {
    while (this.#running.size < maxParallel) {
      const request = this.#waiting.shift();
      if (request === undefined || this.#session === undefined) break;
      this.#running.add(request.id);
      void this.#perform(request, this.#session).finally(() => {
        this.#running.delete(request.id);
        this.#next();
      });
    }
    this.#endWhenIdle();
  }

  async #perform({ id, capability, work }: Waiting, { sessionId, agentDid }: Session): Promise<void> {
    const done = this.#peer.begin();
    let seq = 0;
    const emit = (type: string, kind: string, data: JsonObject): void => {
      this.#peer.send(this.#write.message(type, { req_id: id, seq, kind, data }));
      seq += 1;
    };
    try {
      const standing = this.#ports.identity.heard(agentDid, this.#peer, this.#ports.clock.now());
      if (!standing.ok) return this.#refuse(id, fault("unauthorized", standing.error.message), capability);
      const context = {
        sessionId,
        agentDid,
        peerKey: peerKey(this.#peer.peer),
        emit,
        leaving: this.#leaving.signal,
        gone: this.#gone.signal,
      };
      const reply = await work(context);
      if (!reply.ok) return this.#refuse(id, reply.error, capability);
      this.#peer.send(this.#write.message(reply.value.type, { req_id: id, ...reply.value.members }));
    } catch (error) {
      this.#ports.note(`A2E: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      this.#refuse(id, fault("runtime_error", "The request was not processed."), capability);
    } finally {
      done();
    }
  }

  #shutdown({ id, members }: Envelope): void {
    const request = readMembers(shutdownSchema, members);
    if (!request.ok) return this.#refuse(id, request.error);
    this.#drain(request.value.timeout ?? usualDrainSeconds);
  }

  #drain(seconds: number): void {
    this.#ending = true;
    this.#cancelDrain?.();
    this.#cancelDrain = this.#ports.clock.after(seconds * second, () => {
      for (const { id: late, capability } of this.#waiting) this.#refuse(late, shuttingDown, capability);
      this.#waiting = [];
      this.#gone.abort();
    });
    this.#endWhenIdle();
  }

  #endWhenIdle(): void {
    if (!this.#ending || this.#running.size + this.#waiting.length > 0) return;
    this.#cancelDrain?.();
    this.#peer.end();
  }

  #refuse(id: string | null, given: A2eFault, capability = "base"): void {
    this.#peer.send(this.#write.error(id, given, capability));
  }

  inputEnded(): void {
    this.#leaving.abort();
    this.#ending = true;
    this.#endWhenIdle();
  }

  closed(): void {
    this.#cancelDrain?.();
    this.#waiting = [];
    this.#leaving.abort();
    this.#gone.abort();
    if (this.#session !== undefined) this.#ports.identity.markGone(this.#peer.connectionId, this.#ports.clock.now());
  }

  stopping(): void {
    const message = this.#write.message("shutdown", { reason: "Gatehouse is stopping.", timeout: usualDrainSeconds });
    this.#peer.send(message);
    this.#drain(usualDrainSeconds);
  }
}

const shuttingDown = fault("runtime_error", "The session is being shut down.", { reason: "shutting_down" });
