// The only place that wires parts together: a data directory and a port become a running Gatehouse.
import { readFileSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import type { Grant } from "../shared/approval.ts";
import type { NewEntry } from "../shared/audit.ts";
import { second } from "../shared/clock.ts";
import type { ConsoleStatus, Operations, PolicyText } from "../shared/contract.ts";
import { endpointsOf } from "../shared/endpoints.ts";
import type { PolicyProblem } from "../shared/policy.ts";
import { fail, ok, type Result } from "../shared/result.ts";
import { type AgentStanding, agentDirectory } from "./agent-directory.ts";
import { createGovernor } from "./engine/governor.ts";
import { createGrantBook } from "./engine/grant-book.ts";
import { normalise } from "./engine/normalise/index.ts";
import { recallIntent } from "./engine/recall.ts";
import type { StoredAgent } from "./identity/agent.ts";
import { createRegistry } from "./identity/registry.ts";
import { microseconds, sha256, systemClock, systemIdentifiers } from "./machine/clock.ts";
import { openDataDirectory } from "./machine/data-directory.ts";
import { openPolicyFile } from "./machine/policy-file.ts";
import { findSecrets } from "./machine/secrets.ts";
import { openSettingsFile } from "./machine/settings-file.ts";
import { createWorld } from "./machine/world.ts";
import { createOperations } from "./operations/index.ts";
import { operatorMethods } from "./operations/rpc.ts";
import { createConnections } from "./protocols/a2g/connections.ts";
import { createA2gMethods } from "./protocols/a2g/methods.ts";
import { notification, policyMessage } from "./protocols/a2g/wire.ts";
import { type ListenerOptions, startListeners } from "./server/index.ts";
import { type LedgerStore, openLedger } from "./store/ledger.ts";
import { createEventBus, type EventBus } from "./telemetry/events.ts";
import { startHeartbeat } from "./telemetry/heartbeat.ts";
import { createRecentFeed } from "./telemetry/recent-feed.ts";
import { createTelemetryStream } from "./telemetry/stream.ts";

export interface ComposeOptions extends Pick<ListenerOptions, "address" | "port" | "tls" | "token" | "telemetryToken"> {
  readonly dataDirectory: string;
  readonly resourcesDirectory: string;
  /** Where the ledger's threads start, when the program is bundled. */
  readonly writerUrl?: URL;
}

export interface Gatehouse {
  readonly operations: Operations;
  readonly events: EventBus;
  readonly address: {
    readonly http: string;
    readonly ws: string;
    readonly dataDirectory: string;
    readonly agentSocket: string | undefined;
    readonly operatorSocket: string | undefined;
  };
  /** Refuses what is new, finishes what is under way, flushes and lets go of the files. */
  readonly stop: () => Promise<void>;
}

const version = "0.1.0";
const eventsKept = 10_000;
const heartbeatEvery = 15 * second;
const sweepEvery = 5 * second;
/** An agent whose last connection ended may come back within this time to what it waits for. */
const reconnectWithin = 5 * second;

export async function compose(options: ComposeOptions): Promise<Result<Gatehouse, string>> {
  const directory = openDataDirectory(options.dataDirectory, process.platform);
  if (!directory.ok) return directory;
  const dataDirectory = directory.value;
  const settings = openSettingsFile(dataDirectory);
  if (!settings.ok) return settings;
  const clock = systemClock;
  const startedAt = clock.now();
  const report = (where: string, error: unknown) => console.error(`${where}:`, error);
  const events = createEventBus({ capacity: eventsKept, fault: report });
  const endpoints = endpointsOf(dataDirectory, process.platform, sha256);

  const opened = await openLedgerSafely(dataDirectory, options.writerUrl, events);
  if (!opened.ok) return opened;
  const ledger = opened.value;
  const record = (entry: Omit<NewEntry, "at">) =>
    ledger.append([{ ...entry, at: clock.now() }]).then(
      () => undefined,
      // Health has been reported already; what must be recorded before it happens appends for itself.
      () => undefined,
    );

  const world = createWorld({
    home: homedir(),
    gatehouse: [dataDirectory, endpoints.agent, endpoints.operator, options.resourcesDirectory],
    findSecrets,
  });

  const policies = openPolicyFile({
    directory: dataDirectory,
    template: readFileSync(join(options.resourcesDirectory, "policies/balanced.yaml"), "utf8"),
    tools: {
      sha256,
      world,
      factsOf: (call) => normalise(call, world),
      offsetMinutes: (now) => -new Date(now).getTimezoneOffset(),
      processIds: [process.pid],
    },
    now: clock.now,
    onChange: ({ version: policyVersion, constitutionHash, mode }) => {
      events.publish({ type: "policy_changed", at: clock.now(), version: policyVersion, constitutionHash });
      void record({
        kind: "policy",
        summary: `Policy ${policyVersion} in force`,
        body: { version: policyVersion, constitution_hash: constitutionHash, mode },
      });
      for (const agentDid of connections.agents()) {
        connections.send(agentDid, notification("g2a/policy", policyMessage(agentDid, policyFor(agentDid))));
      }
      void governor.approvals.reevaluate();
    },
    onProblems: (path, problems) => {
      const lines = problems.map((problem) => `${path}:${describe(problem)}`);
      for (const line of lines) console.error(`The policy was not changed. ${line}`);
      events.publish({ type: "policy_refused", at: clock.now(), problems: lines });
    },
  });
  if (!policies.ok) {
    await ledger.close();
    return policies;
  }
  const policy = policies.value;

  const remembered = ledger.remembered();
  const registry = createRegistry({
    settings: settings.value.current,
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
      if (kind === "changed") return;
      const summary =
        kind === "appeared" ? `${agent.name} was seen for the first time` : `${agent.name} came with another key`;
      void record({
        kind: "registration",
        agentDid: agent.agentDid,
        summary,
        body: { event: kind, state: agent.state },
      });
    },
  });
  const grants = createGrantBook(remembered.grants.map((body) => JSON.parse(body) as Grant));
  const standing: AgentStanding = { registry, settings: settings.value.current };

  const connections = createConnections(
    {
      joined: registry.markConnected,
      left: (connectionId, agentDids) => {
        registry.markGone(connectionId, clock.now());
        for (const agentDid of agentDids) {
          clock.after(reconnectWithin, () => {
            if (connections.has(agentDid)) return;
            void governor.approvals.release(agentDid, "agent_gone", "engine", "The agent ended before an answer.");
          });
        }
      },
    },
    clock.now,
  );

  const governor = createGovernor({
    clock,
    identifiers: systemIdentifiers,
    sha256,
    world,
    microseconds,
    policies: policy,
    settings: settings.value,
    grants,
    ledger,
    recall: (agentDid, intentId) => recallIntent(ledger.entriesOf(agentDid, intentId)),
    events,
    outbox: connections,
    grantStore: {
      save: (grant) => ledger.remember({ kind: "grants", id: grant.grantId, body: JSON.stringify(grant) }),
      remove: (grantId) => ledger.remember({ kind: "grants", id: grantId }),
    },
    agents: agentDirectory(standing),
  });

  function policyFor(agentDid: string) {
    const snapshot = policy.current();
    const { constitutionHash } = snapshot;
    return { version: snapshot.version, constitutionHash, capabilities: snapshot.capabilitiesFor(agentDid) };
  }

  const agentMethods = createA2gMethods({
    clock,
    settings: settings.value,
    governor,
    identity: registry,
    connections,
    policyFor,
    registered: async (agentDid) => {
      const agent = registry.get(agentDid);
      await ledger.append([
        {
          kind: "registration",
          at: clock.now(),
          agentDid,
          protocol: "a2g",
          summary: `${agent?.name ?? agentDid} registered`,
          body: {
            event: "registered",
            capabilities: agent?.capabilitiesRequested ?? [],
            pairing: agent?.pairing ?? "accepted",
          },
        },
      ]);
    },
    heartbeat: (agentDid, status, load) =>
      events.publish({ type: "heartbeat", at: clock.now(), agentDid, status, ...(load === undefined ? {} : { load }) }),
  });

  const feed = createRecentFeed(events);
  const policyText = (): PolicyText => ({
    text: policy.text(),
    path: policy.path,
    version: policy.current().version,
    constitutionHash: policy.current().constitutionHash,
    problems: policy.problems().map(describe),
  });
  let address: Gatehouse["address"] = {
    http: "",
    ws: "",
    dataDirectory,
    agentSocket: endpoints.agent,
    operatorSocket: endpoints.operator,
  };
  const status = (): ConsoleStatus => {
    const { version: policyVersion, constitutionHash, mode } = policy.current();
    const health = ledger.health();
    return {
      version,
      http: address.http,
      ws: address.ws,
      dataDirectory,
      mode,
      posture: settings.value.current().posture,
      policy: { version: policyVersion, constitutionHash, problems: policy.problems().map(describe) },
      ledger: {
        healthy: health.healthy,
        ...(health.message === undefined ? {} : { message: health.message }),
        entries: ledger.entries(),
      },
      model: { status: "off" },
      halted: settings.value.current().halted,
      haltedAgents: registry
        .list(clock.now())
        .filter((agent) => agent.state === "halted")
        .map((agent) => agent.agentDid),
      startedAt,
    };
  };

  const operations = createOperations({
    clock,
    identifiers: systemIdentifiers,
    governor,
    grants,
    agents: registry,
    ledger,
    events,
    outbox: connections,
    findSecrets,
    feed,
    status,
    policy: {
      text: policyText,
      save: async (text) => {
        const saved = policy.save(text);
        return saved.ok ? ok(policyText()) : fail(saved.error.map(describe).join("\n"));
      },
    },
    settings: settings.value,
  });

  const listeners = await startListeners(
    { ...options, agentSocket: endpoints.agent, operatorSocket: endpoints.operator },
    {
      agents: agentMethods,
      operator: operatorMethods(operations, `cli:${userInfo().username}`),
      telemetry: createTelemetryStream(events, clock),
      fault: report,
    },
  );
  if (!listeners.ok) {
    policy.close();
    await ledger.close();
    return fail(listeners.error.message);
  }
  address = { ...address, http: listeners.value.httpUrl, ws: listeners.value.wsUrl };
  await record({
    kind: "lifecycle",
    summary: `Gatehouse ${version} started`,
    body: { event: "start", version, pid: process.pid },
  });

  const stopHeartbeat = startHeartbeat({
    events,
    clock,
    everyMs: heartbeatEvery,
    status: () => (settings.value.current().halted ? "halted" : ledger.health().healthy ? "healthy" : "ledger_unavailable"),
  });
  const sweeping = setInterval(() => {
    for (const agent of registry.sweep(clock.now())) {
      void record({ kind: "heartbeat_missed", agentDid: agent.agentDid, summary: `${agent.name} is silent`, body: {} });
    }
  }, sweepEvery);

  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    clearInterval(sweeping);
    stopHeartbeat();
    // Whoever waits for a human is told before the line is cut.
    await governor.approvals.release(undefined, "timeout", "engine", "Gatehouse was closed before a human answered.");
    governor.approvals.stop();
    if (listeners.ok) await listeners.value.stop();
    registry.sweep(clock.now());
    await record({
      kind: "lifecycle",
      summary: `Gatehouse ${version} stopped`,
      body: { event: "stop", pid: process.pid },
    });
    policy.close();
    await ledger.close();
  }

  return ok({ operations, events, address, stop: () => (stopping ??= stop()) });
}

async function openLedgerSafely(
  directory: string,
  writerUrl: URL | undefined,
  events: EventBus,
): Promise<Result<LedgerStore, string>> {
  try {
    return ok(
      await openLedger({
        directory,
        clock: systemClock,
        ...(writerUrl === undefined ? {} : { workerUrl: writerUrl }),
        onHealth: ({ healthy, message }) => {
          if (message !== undefined) console.error(message);
          const at = systemClock.now();
          events.publish({ type: "ledger_health", at, healthy, ...(message === undefined ? {} : { message }) });
        },
      }),
    );
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function describe({ line, column, path, message }: PolicyProblem): string {
  return `${line}:${column}: ${path === "" ? "" : `${path}: `}${message}`;
}
