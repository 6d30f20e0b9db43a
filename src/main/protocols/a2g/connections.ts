// Which connection an agent can be reached on, for what it did not ask for: policy, directives, revocations.
import type { Outbox } from "../../engine/ports.ts";
import type { Caller, RpcNotification } from "../../../shared/lib/rpc.ts";
import { directiveMessage, notification } from "./wire.ts";

export interface Connections extends Outbox {
  /** Remembers that this agent speaks on this connection, as long as it lasts. */
  readonly join: (agentDid: string, caller: Caller) => void;
  /** Says that a request of this agent waits for an answer, over HTTP too, where nothing lasts longer; returns how to say that it is over. */
  readonly wait: (agentDid: string) => () => void;
  /** Whether it has a connection, or a request that waits. */
  readonly has: (agentDid: string) => boolean;
  readonly agents: () => readonly string[];
  readonly send: (agentDid: string, message: RpcNotification) => void;
}

export interface ConnectionEvents {
  readonly joined: (agentDid: string, connectionId: string) => void;
  /** The last connection of these agents has ended. */
  readonly left: (connectionId: string, agentDids: readonly string[]) => void;
}

export function createConnections(events: ConnectionEvents, now: () => number): Connections {
  const callers = new Map<string, Set<Caller>>();
  const watched = new Map<string, Set<string>>();
  const waits = new Set<{ readonly agentDid: string }>();

  function join(agentDid: string, caller: Caller): void {
    if (caller.push === undefined || caller.gone.aborted) return;
    const known = callers.get(agentDid) ?? new Set();
    if ([...known].some((other) => other.connectionId === caller.connectionId)) return;
    known.add(caller);
    callers.set(agentDid, known);
    events.joined(agentDid, caller.connectionId);
    const agents = watched.get(caller.connectionId);
    if (agents !== undefined) {
      agents.add(agentDid);
      return;
    }
    watched.set(caller.connectionId, new Set([agentDid]));
    caller.gone.addEventListener("abort", () => leave(caller.connectionId));
  }

  function leave(connectionId: string): void {
    const alone: string[] = [];
    for (const agentDid of watched.get(connectionId) ?? []) {
      const left = new Set([...(callers.get(agentDid) ?? [])].filter((caller) => caller.connectionId !== connectionId));
      if (left.size > 0) callers.set(agentDid, left);
      else {
        callers.delete(agentDid);
        alone.push(agentDid);
      }
    }
    watched.delete(connectionId);
    events.left(connectionId, alone);
  }

  function send(agentDid: string, message: RpcNotification): void {
    for (const caller of callers.get(agentDid) ?? []) caller.push?.(message);
  }

  return {
    join,
    wait: (agentDid) => {
      const wait = { agentDid };
      waits.add(wait);
      return () => void waits.delete(wait);
    },
    has: (agentDid) => callers.has(agentDid) || [...waits].some((wait) => wait.agentDid === agentDid),
    agents: () => [...callers.keys()],
    send,
    directive: (directive, verdict) =>
      send(directive.agentDid, notification("g2a/directive", directiveMessage(directive, verdict))),
    revoke: (agentDid, capabilities, reason) =>
      send(agentDid, notification("g2a/revoke", { agent_did: agentDid, capabilities, reason })),
    halt(agentDid, halted, reason, issuedBy) {
      const directive = halted ? "HALT" : "RESUME";
      for (const one of agentDid === undefined ? callers.keys() : [agentDid]) {
        const issuedAt = new Date(now()).toISOString();
        const message = {
          agent_did: one,
          intent_id: null,
          directive,
          reason,
          issued_by: issuedBy,
          issued_at: issuedAt,
        };
        send(one, notification("g2a/directive", message));
      }
    },
  };
}
