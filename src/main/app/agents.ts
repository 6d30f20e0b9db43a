// Wires what is known about agents: who they are, what humans granted them, and the connections they are reached by.
import type { Grant } from "../shared/approval.ts";
import { second } from "../shared/clock.ts";
import { agentDirectory } from "./agent-directory.ts";
import { createGrantBook, type GrantBook } from "./engine/grant-book.ts";
import type { AgentDirectory, Clock, GrantStore, SettingsSource } from "./engine/ports.ts";
import { noticedEntry, type RecordEntry } from "./house-entries.ts";
import type { StoredAgent } from "./identity/agent.ts";
import { createRegistry, type Registry, type RegistryOptions } from "./identity/registry.ts";
import type { PolicyFile } from "./machine/policy-file.ts";
import { type Connections, createConnections } from "./protocols/a2g/connections.ts";
import type { LedgerStore } from "./store/ledger.ts";
import type { EventBus } from "./telemetry/events.ts";

export interface AgentParts {
  readonly clock: Clock;
  readonly settings: SettingsSource;
  readonly policy: PolicyFile;
  readonly ledger: LedgerStore;
  readonly events: EventBus;
  readonly record: RecordEntry;
  /** Tells which processes of earlier still run. */
  readonly machine: RegistryOptions["machine"];
  /** The agent's last connection ended, and it did not come back. */
  readonly gone: (agentDid: string) => void;
}

export interface Agents {
  readonly registry: Registry;
  readonly directory: AgentDirectory;
  readonly grants: GrantBook;
  readonly grantStore: GrantStore;
  readonly connections: Connections;
}

/** An agent whose last connection ended may come back within this time to what it waits for. */
const reconnectWithin = 5 * second;

export function composeAgents({ clock, settings, policy, ledger, events, record, machine, gone }: AgentParts): Agents {
  const remembered = ledger.remembered();
  const registry = createRegistry({
    settings: settings.current,
    signatureDemanded: () => policy.current().document.signatures === "required",
    startedAt: clock.now(),
    machine,
    store: {
      load: () => remembered.agents.map((body) => JSON.parse(body) as StoredAgent),
      save: (agents) => {
        for (const agent of agents)
          ledger.remember({ kind: "agents", id: agent.agentDid, body: JSON.stringify(agent) });
      },
      remove: (agentDid) => ledger.remember({ kind: "agents", id: agentDid }),
    },
    changed: ({ kind, agent }) => {
      events.publish({ type: "agent_changed", at: clock.now(), agent });
      if (kind !== "changed") void record(noticedEntry(kind, agent));
    },
  });
  const connections = createConnections(
    {
      joined: registry.markConnected,
      left: (connectionId, agentDids) => {
        registry.markGone(connectionId, clock.now());
        // Not through the clock of the engine: nothing waits for this when Gatehouse itself ends.
        const timer = setTimeout(() => {
          // Over HTTP an agent goes on without any connection that lasts.
          const isGone = (did: string) => !connections.has(did) && registry.get(did)?.goneAt !== undefined;
          for (const agentDid of agentDids.filter(isGone)) gone(agentDid);
        }, reconnectWithin);
        timer.unref();
      },
    },
    clock.now,
  );
  return {
    registry,
    directory: agentDirectory({ registry, settings: settings.current }),
    grants: createGrantBook(remembered.grants.map((body) => JSON.parse(body) as Grant)),
    grantStore: {
      save: (grant) => ledger.remember({ kind: "grants", id: grant.grantId, body: JSON.stringify(grant) }),
      remove: (grantId) => ledger.remember({ kind: "grants", id: grantId }),
    },
    connections,
  };
}
