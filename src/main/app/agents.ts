// Wires what is known about agents: who they are, what humans granted them, and the connections they are reached by.
import { createRegistry, type Registry, type RegistryOptions } from "../identity/index.ts";
import { decodeSavedState } from "./saved-state.ts";
import { second } from "../../shared/lib/clock.ts";
import { agentDirectory } from "../services/agent-directory.ts";
import { createGrantBook, type GrantBook } from "../engine/grants/grant-book.ts";
import type { AgentDirectory, Clock, GrantStore, SettingsSource } from "../engine/ports.ts";
import { noticedEntry, type RecordEntry } from "../services/system-entries.ts";
import type { PolicyFile } from "../machine/policy/policy-file.ts";
import { type Connections, createConnections } from "../protocols/a2g/connections.ts";
import type { LedgerStore } from "../store/ledger.ts";
import type { EventBus } from "../telemetry/events.ts";
import { createNotifier, type Notifier } from "./notifier.ts";

export interface AgentParts {
  readonly clock: Clock;
  readonly settings: SettingsSource;
  readonly policy: PolicyFile;
  readonly ledger: LedgerStore;
  readonly events: EventBus;
  readonly record: RecordEntry;
  /** Tells which processes of an earlier run are still alive. */
  readonly machine: RegistryOptions["machine"];
}

export interface Agents {
  readonly registry: Registry;
  readonly directory: AgentDirectory;
  readonly grants: GrantBook;
  readonly grantStore: GrantStore;
  readonly connections: Connections;
  /** An agent's last connection ended, and it did not come back. */
  readonly onGone: Notifier<[agentDid: string]>["subscribe"];
}

/** An agent whose last connection ended may come back within this time to what it waits for. */
const reconnectWithin = 5 * second;

export function buildAgents({ clock, settings, policy, ledger, events, record, machine }: AgentParts): Agents {
  const gone = createNotifier<[agentDid: string]>();
  const saved = decodeSavedState(ledger.savedState());
  const registry = createRegistry({
    settings: settings.current,
    signatureDemanded: () => policy.current().document.signatures === "required",
    startedAt: clock.now(),
    machine,
    store: {
      load: () => saved.agents,
      save: (agents) => {
        for (const agent of agents)
          ledger.saveState({ kind: "agents", id: agent.agentDid, body: JSON.stringify(agent) });
      },
      remove: (agentDid) => ledger.saveState({ kind: "agents", id: agentDid }),
    },
    changed: ({ kind, agent }) => {
      events.publish({ type: "agent_changed", at: clock.now(), agent });
      if (kind !== "changed") void record(noticedEntry(kind, agent));
    },
  });
  const departures = new Map<string, NodeJS.Timeout>();
  const connections = createConnections(
    {
      joined: (agentDid, connectionId) => {
        // One that comes back and leaves again gets the whole time anew.
        clearTimeout(departures.get(agentDid));
        departures.delete(agentDid);
        registry.markConnected(agentDid, connectionId);
      },
      left: (connectionId, agentDids) => {
        registry.markGone(connectionId, clock.now());
        for (const agentDid of agentDids) {
          // Not through the clock of the engine: nothing waits for this when Gatehouse itself ends.
          const timer = setTimeout(() => {
            departures.delete(agentDid);
            // Over HTTP an agent goes on without any connection that lasts.
            if (!connections.has(agentDid) && registry.get(agentDid)?.goneAt !== undefined) gone.notify(agentDid);
          }, reconnectWithin);
          timer.unref();
          departures.set(agentDid, timer);
        }
      },
    },
    clock.now,
  );
  return {
    registry,
    directory: agentDirectory({ registry, settings: settings.current }),
    grants: createGrantBook(saved.grants),
    grantStore: {
      save: (grant) => ledger.saveState({ kind: "grants", id: grant.grantId, body: JSON.stringify(grant) }),
      remove: (grantId) => ledger.saveState({ kind: "grants", id: grantId }),
    },
    connections,
    onGone: gone.subscribe,
  };
}
