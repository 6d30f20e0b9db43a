// Wires the protocols to the engine: what agents can call, by which path, and what is behind it.
import type { Registry } from "../identity/index.ts";
import type { RunBoundary } from "./containment/boundary.ts";
import { decodeSavedState } from "./saved-state.ts";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Engine } from "../engine/engine.ts";
import type { World } from "../engine/ports.ts";
import { redactObject } from "../engine/intents/redact.ts";
import { capabilitiesOf } from "../services/agent-directory.ts";
import { hookNoticeEntry, mcpNoticeEntry, registeredEntry } from "../services/system-entries.ts";
import { sha256, systemClock, systemIdentifiers } from "../machine/clock.ts";
import type { PolicyFile } from "../machine/policy/policy-file.ts";
import { createProjectRoots } from "../machine/policy/project-root.ts";
import type { SettingsFile } from "../machine/settings-file.ts";
import { createA2eProtocol } from "../protocols/a2e/session.ts";
import { toolNamespace } from "../protocols/a2e/tools.ts";
import type { ExecutionsApi } from "../operations/executions.ts";
import type { InventoryApi } from "../operations/inventory.ts";
import type { Connections } from "../protocols/a2g/connections.ts";
import { createA2gMethods } from "../protocols/a2g/methods.ts";
import type { PolicyInForce } from "../protocols/a2g/wire.ts";
import { createAeonMethods, scoreRiskRoute } from "../protocols/aeon/methods.ts";
import { createToolCalls } from "../protocols/common/calls.ts";
import { agbom } from "../protocols/aos/agbom.ts";
import { createInventory } from "../protocols/aos/inventory.ts";
import { createAosMethods } from "../protocols/aos/methods.ts";
import { createHookAnswers } from "../protocols/common/hook-answers.ts";
import { createHookAgents } from "../protocols/hooks/agents.ts";
import { hookRoutes } from "../protocols/hooks/routes.ts";
import { mcpRoutes } from "../protocols/mcp/routes.ts";
import { inventoryPins } from "./mcp-pins.ts";
import { createRunner } from "../sandbox/runner.ts";
import type { ListenerHandlers } from "../server/index.ts";
import type { LinePlace } from "../server/lines/listener.ts";
import type { LedgerStore } from "../store/ledger.ts";
import type { EventBus } from "../telemetry/events.ts";

export interface ProtocolParts {
  readonly ledger: LedgerStore;
  readonly events: EventBus;
  readonly policy: PolicyFile;
  readonly registry: Registry;
  readonly connections: Connections;
  readonly engine: Engine;
  readonly settings: SettingsFile;
  readonly world: World;
  readonly version: string;
  readonly dataDirectory: string;
  /** The launcher of contained runs, where this system can contain. */
  readonly containWith: () => string | undefined;
  readonly boundary: RunBoundary;
}

export interface Protocols {
  readonly handlers: Pick<ListenerHandlers, "agents" | "routes" | "plain" | "a2e">;
  /** The policy as it is sent to an agent. */
  readonly policyFor: (agentDid: string) => PolicyInForce;
  readonly inventory: InventoryApi;
  readonly executions: ExecutionsApi;
  /** Ends what tools are still running. */
  readonly stop: () => Promise<void>;
}

export function buildProtocols(parts: ProtocolParts): Protocols {
  const { ledger, events, policy, registry, connections, engine, settings, world, version, dataDirectory, boundary } =
    parts;

  function policyFor(agentDid: string) {
    const snapshot = policy.current();
    const { constitutionHash } = snapshot;
    return {
      version: snapshot.version,
      constitutionHash,
      capabilities: capabilitiesOf(registry.get(agentDid), snapshot.capabilitiesFor(agentDid)),
    };
  }

  const agentMethods = createA2gMethods({
    clock: systemClock,
    settings,
    engine,
    identity: registry,
    connections,
    offered: (agentDid) => registry.get(agentDid)?.extensions ?? [],
    policyFor,
    registered: async (agentDid) => {
      const agent = registry.get(agentDid);
      if (agent !== undefined) await ledger.append([{ ...registeredEntry(agent), at: systemClock.now() }]);
    },
    heartbeat: (agentDid, status, load) =>
      events.publish({
        type: "heartbeat",
        at: systemClock.now(),
        agentDid,
        status,
        ...(load === undefined ? {} : { load }),
      }),
  });

  const inventory = createInventory(
    {
      load: () => decodeSavedState(ledger.savedState()).inventories,
      save: (stored) => ledger.saveState({ kind: "inventories", id: stored.agentDid, body: JSON.stringify(stored) }),
      remove: (agentDid) => ledger.saveState({ kind: "inventories", id: agentDid }),
    },
    sha256,
    (view) => events.publish({ type: "inventory_changed", at: systemClock.now(), inventory: view }),
  );
  const aosMethods = createAosMethods({
    clock: systemClock,
    identifiers: systemIdentifiers,
    sha256,
    settings,
    engine,
    identity: registry,
    inventory,
    version,
    healthy: () => ledger.health().healthy,
  });

  const runner = createRunner({
    world,
    hidden: world.gatehouse,
    settings: settings.current,
    toolsFolder: join(dataDirectory, "tools"),
    onProblem: (problem) => console.error(problem),
  });
  const calls = createToolCalls({ clock: systemClock, engine, runner, events, findSecrets: world.findSecrets });
  const aeonMethods = createAeonMethods({
    clock: systemClock,
    identifiers: systemIdentifiers,
    settings,
    identity: registry,
    runner,
    calls,
  });
  const a2e = createA2eProtocol({
    clock: systemClock,
    identifiers: systemIdentifiers,
    sha256,
    identity: registry,
    namespaces: [toolNamespace({ identifiers: systemIdentifiers, runner, calls })],
    note: (text) => console.error(text),
  });
  const scoreRisk = scoreRiskRoute(async (intent) => (await engine.explain(intent)).evaluation.verdict.risk);

  const answers = createHookAnswers({ clock: systemClock, sha256 });
  const hooks = hookRoutes({
    answers,
    containWith: parts.containWith,
    clock: systemClock,
    identifiers: systemIdentifiers,
    sha256,
    engine,
    agents: createHookAgents({
      clock: systemClock,
      sha256,
      identity: registry,
      projectOf: createProjectRoots(),
      describe: registry.describe,
      contained: boundary.identityOf,
    }),
    contained: boundary,
    note: async (agentDid, name, detail) => {
      await ledger.append([
        { ...hookNoticeEntry(agentDid, name, redactObject(detail, world.findSecrets)), at: systemClock.now() },
      ]);
    },
  });

  const mcp = mcpRoutes({
    answers,
    clock: systemClock,
    identifiers: systemIdentifiers,
    sha256,
    engine,
    identity: registry,
    projectOf: createProjectRoots(),
    pins: inventoryPins(inventory),
    note: async (agentDid, name, detail) => {
      const entry = mcpNoticeEntry(agentDid, name, redactObject(detail, world.findSecrets));
      await ledger.append([{ ...entry, at: systemClock.now() }]);
    },
  });

  return {
    handlers: {
      agents: new Map([...agentMethods, ...aeonMethods, ...aosMethods]),
      routes: new Map([["/aos", aosMethods]]),
      plain: new Map([["/score_risk", scoreRisk], ...hooks, ...mcp]),
      a2e,
    },
    policyFor,
    inventory: {
      views: inventory.views,
      decide: inventory.decide,
      bill: (agentDid) => {
        const known = inventory.get(agentDid);
        if (known === undefined) return undefined;
        return agbom(known, { serial: randomUUID(), at: systemClock.now(), gatehouseVersion: version });
      },
    },
    executions: calls,
    stop: calls.stop,
  };
}

/** The port somebody chose, or the one after the main port. */
export function a2ePlace(chosen: number, mainPort: number): LinePlace {
  if (chosen !== 0) return { port: chosen };
  return { port: mainPort === 0 || mainPort === 65_535 ? 0 : mainPort + 1 };
}
