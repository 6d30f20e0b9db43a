// Connection: JSON-RPC over a channel that stays open and can push (a WebSocket, or lines on a socket).
import { fail } from "../../../shared/lib/result.ts";
import type { Peer } from "../../../shared/local/peer.ts";
import { rpcCodes, type Caller, type RpcMethod, type RpcMethods } from "../../../shared/lib/rpc.ts";
import type { Drain } from "../drain.ts";
import { answer, type FaultSink } from "./json-rpc.ts";
import type { Limits } from "../limits.ts";
import { type PeerShare, tooManyBytes } from "../peer-shares.ts";

/** What a listener gives each of its connections. */
export interface ConnectionSettings {
  readonly methods: Pick<RpcMethods, "get" | "onCall">;
  readonly limits: Limits;
  readonly drain: Drain;
  readonly fault: FaultSink;
  /** What the peer may have in flight. Absent for the operator, who is no agent. */
  readonly share?: PeerShare | undefined;
}

export interface Channel {
  readonly connectionId: string;
  readonly transport: Caller["transport"];
  readonly peer: Peer;
  readonly send: (text: string) => void;
  readonly isOpen: () => boolean;
  /** Bytes sent but not taken by the client yet. */
  readonly unread: () => number;
  /** Ends the connection at once. */
  readonly drop: () => void;
}

export interface Connection {
  /** Handles one message; messages are handled concurrently, and each is answered when it is ready. Never rejects. */
  readonly receive: (text: string) => Promise<void>;
  /** Sends a text; false when the client is gone, or is dropped because it does not read. */
  readonly send: (text: string) => boolean;
  /** Tells the methods in flight that nobody is left to wait for. */
  readonly closed: () => void;
  /** Calls back once, as soon as nothing is in flight. */
  readonly whenIdle: (run: () => void) => void;
}

export function createConnection(channel: Channel, settings: ConnectionSettings): Connection {
  const { limits, drain, fault, share } = settings;
  const heavy = refuseAll(rpcCodes.capabilityExhausted, tooManyBytes(limits.bytesPerPeer));
  const gone = new AbortController();
  let inFlight = 0;
  let idle: (() => void) | undefined;

  function send(text: string): boolean {
    if (!channel.isOpen()) return false;
    if (channel.unread() > limits.unreadBytes) {
      channel.drop();
      return false;
    }
    channel.send(text);
    return true;
  }

  const caller: Caller = {
    connectionId: channel.connectionId,
    transport: channel.transport,
    peer: channel.peer,
    push: (notification) => {
      try {
        return send(JSON.stringify(notification));
      } catch (error) {
        fault("push", error);
        return false;
      }
    },
    gone: gone.signal,
  };
  const context = { caller, limits, fault, methods: settings.methods };

  async function receive(text: string): Promise<void> {
    const taken = share?.take(text.length) !== false;
    const refusal = drain.stopping ? stopping : inFlight >= limits.inFlight ? crowded : taken ? undefined : heavy;
    inFlight += 1;
    drain.begin();
    try {
      const response = await answer(text, refusal === undefined ? context : { ...context, methods: refusal });
      if (response !== undefined) send(response);
    } catch (error) {
      fault("connection", error);
    } finally {
      inFlight -= 1;
      if (taken) share?.give(text.length);
      drain.end();
      if (inFlight === 0) idle?.();
    }
  }

  return {
    receive,
    send,
    closed: () => gone.abort(),
    whenIdle: (run) => {
      if (inFlight === 0) run();
      else idle = run;
    },
  };
}

// What a connection answers with instead of its methods while it takes nothing new.
const crowded = refuseAll(
  rpcCodes.capabilityExhausted,
  "Too many requests of this connection are unanswered: wait for some",
);
const stopping = refuseAll(rpcCodes.internalError, "Gatehouse is stopping: nothing new is begun");

/** Methods that all answer with the same error. */
export function refuseAll(code: number, message: string): { readonly get: () => RpcMethod } {
  const refuse: RpcMethod = () => Promise.resolve(fail({ code, message }));
  return { get: () => refuse };
}
