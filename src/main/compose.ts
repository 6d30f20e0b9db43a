// The only place that wires parts together: a data directory and a port become a running Gatehouse.
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { second } from "../shared/clock.ts";
import type { Operations } from "../shared/contract.ts";
import { endpointsOf } from "../shared/endpoints.ts";
import { fail, ok, type Result } from "../shared/result.ts";
import { reasons } from "../shared/verdict.ts";
import { composeAgents } from "./compose-agents.ts";
import { agentHookFiles, composeConnectors } from "./compose-connectors.ts";
import { type ActivityOptions, composeActivity } from "./compose-ledger.ts";
import { composeOperator, composeOperatorAccess } from "./compose-operator.ts";
import { a2ePlace, composeProtocols } from "./compose-protocols.ts";
import { composePolicyDesk, openPolicy, recordStartingPolicy } from "./compose-policy.ts";
import { connectionInfo } from "./connection-info.ts";
import { consoleStatus } from "./console-status.ts";
import { createDrafts } from "./drafts.ts";
import { engineActor } from "./engine/endings.ts";
import { createGovernor } from "./engine/governor.ts";
import { normalise } from "./engine/normalise/index.ts";
import type { PolicyTools } from "./engine/policy/speakers.ts";
import { recallIntent } from "./engine/recall.ts";
import { createFaultRecord } from "./fault-record.ts";
import { createHistory } from "./history.ts";
import { lifecycleEntry, type RecordEntry, silentEntry } from "./house-entries.ts";
import { addressText, movedPorts } from "./listening.ts";
import { writeAddressFile } from "./machine/address-file.ts";
import { microseconds, sha256, systemClock, systemIdentifiers } from "./machine/clock.ts";
import { openDataDirectory } from "./machine/data-directory.ts";
import { openOwnerToken } from "./machine/owner-token.ts";
import { releaseIdleMemory } from "./machine/idle-memory.ts";
import { linkedFiles } from "./machine/policy-file.ts";
import { readPresentText } from "./machine/present-text.ts";
import { openPolicyVersions } from "./machine/policy-versions.ts";
import { createRuleBook } from "./machine/rule-book.ts";
import { rememberingClean } from "./machine/secret-memory.ts";
import { findSecrets as scanForSecrets } from "./machine/secrets.ts";
import { openSettingsFile } from "./machine/settings-file.ts";
import { steadyThreads } from "./machine/steady-threads.ts";
import { version } from "./machine/version.ts";
import { createWorld, usualWorld } from "./machine/world.ts";
import { createChosenModel } from "./model/chosen.ts";
import { scorerOpener } from "./model/open-scorer.ts";
import { type LedgerThreads, openLedgerSafely } from "./open-ledger.ts";
import { createOperations } from "./operations/index.ts";
import { recordingOrigin } from "./operations/origin.ts";
import type { OperationPorts } from "./operations/ports.ts";
import { createTerminalDesk } from "./operations/terminal-desk.ts";
import { readBootId } from "./peer/process-table.ts";
import { notification, policyMessage } from "./protocols/a2g/wire.ts";
import { startRetention } from "./retention.ts";
import { sessionsBefore } from "./sessions-before.ts";
import { scoreQuestion } from "./score-question.ts";
import { ownSockets } from "./sandbox/own-sockets.ts";
import { type ListenerHandlers, type ListenerOptions, type Listeners, startListeners } from "./server/index.ts";
import { openReader } from "./store/reader-thread.ts";
import { createEventBus, type EventBus } from "./telemetry/events.ts";
import { startHeartbeat } from "./telemetry/heartbeat.ts";
import { startTraceExport } from "./telemetry/otlp/export.ts";
import { createRecentFeed } from "./telemetry/recent-feed.ts";
import { isPublic } from "./telemetry/signal.ts";
import { createTelemetryStream } from "./telemetry/stream.ts";

export interface ComposeOptions
  extends Pick<ListenerOptions, "address" | "port" | "tls" | "token" | "telemetryToken">, LedgerThreads {
  readonly dataDirectory: string;
  readonly resourcesDirectory: string;
  /** Where the other threads start: WebAssembly tools, drafts of the policy, past actions, the risk model, the collector. */
  readonly wasmUrl?: URL;
  readonly draftUrl?: URL;
  readonly historyUrl?: URL;
  readonly modelUrl?: URL;
  readonly traceUrl?: URL;
  /** Whether a human can be asked in a window; never without this. */
  readonly hasWindow?: () => boolean;
  /** In place of the look at the ancestry of whoever uses the operator's socket. */
  readonly refuseOperator?: ListenerHandlers["refuseOperator"];
  /** Asks the human where an export shall go. */
  readonly chooseFile?: ActivityOptions["chooseFile"];
}

export interface Gatehouse {
  readonly operations: Operations;
  readonly events: EventBus;
  readonly address: {
    readonly http: string;
    readonly ws: string;
    readonly a2e: string;
    readonly dataDirectory: string;
    readonly agentSocket: string | undefined;
    readonly operatorSocket: string | undefined;
    readonly a2eSocket: string | undefined;
  };
  /** Refuses what is new, finishes what is under way, flushes and lets go of the files. */
  readonly stop: () => Promise<void>;
}

const eventsKept = 10_000;
const eventCharactersKept = 16 * 1024 * 1024;
const heartbeatEvery = 15 * second;
const sweepEvery = 5 * second;
/** Then agents are answered without it: what cannot be loaded must not keep the engine from starting. */
const modelOpensWithin = 2 * second;

export async function compose(options: ComposeOptions): Promise<Result<Gatehouse, string>> {
  steadyThreads();
  const folder = openDataDirectory(options.dataDirectory, process.platform);
  if (!folder.ok) return folder;
  const dataDirectory = folder.value;
  const ownerToken = openOwnerToken(dataDirectory, process.platform);
  if (!ownerToken.ok) return ownerToken;
  const settings = openSettingsFile(dataDirectory);
  if (!settings.ok) return settings;
  const clock = systemClock;
  const startedAt = clock.now();
  let recordFault: ((where: string, error: unknown) => void) | undefined;
  const report = (where: string, error: unknown) => {
    console.error(`${where}:`, error);
    recordFault?.(where, error);
  };
  const events = createEventBus({
    capacity: eventsKept,
    characters: eventCharactersKept,
    keeps: isPublic,
    fault: report,
  });
  const endpoints = endpointsOf(dataDirectory, {
    platform: process.platform,
    temporary: tmpdir(),
    user: process.getuid?.() ?? 0,
    sha256,
  });
  const socketFolder = endpoints.folder === undefined ? ok("") : openDataDirectory(endpoints.folder, process.platform);
  if (!socketFolder.ok) return socketFolder;

  const opened = await openLedgerSafely(dataDirectory, options, events);
  if (!opened.ok) return opened;
  const ledger = recordingOrigin(opened.value);
  const hasPast = ledger.entries() > 0;
  let closing = false;
  const record: RecordEntry = (entry) =>
    ledger.append([{ ...entry, at: clock.now() }]).then(
      () => undefined,
      // Health has been reported already.
      () => undefined,
    );

  const findSecrets = rememberingClean(scanForSecrets);
  recordFault = createFaultRecord(clock.now, record);

  const world = createWorld({
    home: homedir(),
    gatehouse: [
      dataDirectory,
      endpoints.agent,
      endpoints.a2e,
      endpoints.hooks,
      endpoints.operator,
      ...linkedFiles(dataDirectory),
    ],
    findSecrets,
  });

  const history = createHistory(
    { directory: dataDirectory, home: world.home, gatehouse: world.gatehouse },
    options.historyUrl,
  );
  const pastFault = (error: unknown): void => {
    if (!closing) report("memory of sessions", error);
  };
  // Begun before everything else: agents wait for it.
  const past = hasPast ? sessionsBefore({ clock, history }, pastFault) : undefined;

  const policyTools: PolicyTools = {
    sha256,
    world,
    factsOf: (call) => normalise(call, world),
    usual: { world: usualWorld, factsOf: (call) => normalise(call, usualWorld) },
    offsetMinutes: (now) => -new Date(now).getTimezoneOffset(),
    processIds: [process.pid],
    hookFiles: agentHookFiles(),
  };
  const versions = openPolicyVersions(dataDirectory, sha256, clock.now);
  const policies = await openPolicy({
    directory: dataDirectory,
    resourcesDirectory: options.resourcesDirectory,
    tools: policyTools,
    versions,
    clock,
    events,
    record,
    findSecrets,
    settings: settings.value,
    changed: () => {
      for (const agentDid of connections.agents()) {
        connections.send(agentDid, notification("g2a/policy", policyMessage(agentDid, protocols.policyFor(agentDid))));
      }
      void governor.approvals.reevaluate();
    },
  });
  if (!policies.ok) {
    closing = true;
    await history.close();
    await ledger.close();
    return policies;
  }
  const policy = policies.value;
  await recordStartingPolicy(policy, versions, record);
  const drafts = createDrafts({
    directory: dataDirectory,
    home: world.home,
    gatehouse: world.gatehouse,
    processIds: [process.pid],
    workerUrl: options.draftUrl,
  });
  const reader = openReader({
    directory: dataDirectory,
    ...(options.readerUrl === undefined ? {} : { workerUrl: options.readerUrl }),
  });

  // An agent that was halted, or a decision that denied, may be among what is missing: a human looks first.
  if (ledger.remembered().doubted) settings.value.impose({ halted: true });
  const access = composeOperatorAccess(process.platform, report);
  const { registry, directory, grants, grantStore, connections } = composeAgents({
    clock,
    settings: settings.value,
    policy,
    ledger,
    events,
    record,
    machine: { bootId: readBootId(), isAlive: access.isAlive },
    gone: (agentDid) => void governor.approvals.release(agentDid, "agent_gone", engineActor, `${reasons.agent_gone}.`),
  });

  const ownAddresses: string[] = [];
  const model = createChosenModel({
    clock,
    settings: settings.value,
    open: scorerOpener({
      environment: process.env,
      findSecrets,
      models: { folder: join(options.resourcesDirectory, "models"), workerUrl: options.modelUrl },
      ownAddresses: () => ownAddresses,
    }),
  });
  const governor = createGovernor({
    clock,
    model,
    identifiers: systemIdentifiers,
    sha256,
    world,
    microseconds,
    policies: policy,
    settings: settings.value,
    grants,
    ledger,
    recall: {
      intent: (agentDid, intentId) => recallIntent(ledger.entriesOf(agentDid, intentId)),
      agentsOf: ledger.agentsOf,
    },
    events,
    outbox: connections,
    ruleBook: createRuleBook(policy, policyTools),
    grantStore,
    agents: directory,
    ...(past === undefined ? {} : { past }),
  });

  const protocols = composeProtocols({
    ledger,
    events,
    policy,
    registry,
    connections,
    governor,
    settings: settings.value,
    world,
    version,
    dataDirectory,
    wasmUrl: options.wasmUrl,
  });

  const feed = createRecentFeed(events);
  const traceExport = startTraceExport({
    events,
    endpoint: () => settings.value.current().openTelemetryEndpoint,
    version,
    ...(options.traceUrl === undefined ? {} : { workerUrl: options.traceUrl }),
    fault: report,
  });
  let address: Gatehouse["address"] = {
    http: "",
    ws: "",
    a2e: "",
    dataDirectory,
    agentSocket: endpoints.agent,
    operatorSocket: endpoints.operator,
    a2eSocket: endpoints.a2e,
  };
  let moved: readonly string[] = [];
  const status = () =>
    consoleStatus({
      version,
      address,
      movedPorts: moved,
      startedAt,
      policy,
      ledger,
      model: model.health(),
      traceExport: traceExport.status(),
      settings: settings.value.current(),
      agents: registry.list(clock.now()),
    });

  const { readerUrl, chooseFile } = options;
  const activity = composeActivity({ directory: dataDirectory, readerUrl, reading: reader, chooseFile });
  const desk = createTerminalDesk({ clock, identifiers: systemIdentifiers, events });
  const operationPorts: OperationPorts = {
    clock,
    identifiers: systemIdentifiers,
    governor,
    grants,
    agents: registry,
    ledger,
    activity: { ...activity, policyFor: protocols.policyFor },
    events,
    outbox: connections,
    findSecrets,
    feed,
    status,
    score: (question) => scoreQuestion({ clock, settings: settings.value, world, model }, question),
    policy: composePolicyDesk({
      policy,
      versions,
      drafts,
      tools: policyTools,
      resourcesDirectory: options.resourcesDirectory,
      settings: settings.value,
      ledger,
      clock,
      agents: () => registry.list(clock.now()).map(({ agentDid }) => directory.view(agentDid)),
    }),
    reader,
    inventory: protocols.inventory,
    executions: protocols.executions,
    terminal: desk,
    connectors: composeConnectors({
      dataDirectory,
      httpUrl: () => address.http,
      hookSocket: endpoints.hooks,
      record,
      now: clock.now,
    }),
    connection: () =>
      connectionInfo({ options, address, resourcesDirectory: options.resourcesDirectory, listeners: listening }),
    tokens: { agents: options.token, telemetry: options.telemetryToken },
    settings: settings.value,
    sha256,
    history,
    entriesOf: ledger.entriesOf,
    presentText: (path) => readPresentText(path, findSecrets, sha256),
  };
  const operations = createOperations(operationPorts);
  let listening: Listeners | undefined;

  /** Ends every thread and lets go of the files, the ledger last. */
  async function letGo(): Promise<void> {
    closing = true;
    policy.close();
    await model.close();
    await traceExport.stop();
    await history.close();
    await drafts.close();
    await activity.close();
    await reader.close();
    await ledger.close();
  }

  await model.opened(modelOpensWithin);
  const { scoreRiskPort, a2ePort } = settings.value.current();
  const refuseOperator = options.refuseOperator ?? access.refuseOperator;
  const listeners = await startListeners(
    {
      ...options,
      peers: access.peers,
      owner: process.getuid?.(),
      ownerToken: ownerToken.value,
      agentSocket: endpoints.agent,
      operatorSocket: endpoints.operator,
      hookSocket: endpoints.hooks,
      a2e: [a2ePlace(a2ePort, options.port), { path: endpoints.a2e }],
      ...(scoreRiskPort === 0 ? {} : { plainPort: scoreRiskPort }),
    },
    {
      ...access.noting(protocols.handlers),
      refuseOperator,
      operator: composeOperator(operationPorts, operations, { refuse: refuseOperator, hasWindow: options.hasWindow }),
      telemetry: createTelemetryStream(events, clock),
      fault: report,
    },
  );
  if (!listeners.ok) {
    await letGo();
    return fail(listeners.error.message);
  }
  listening = listeners.value;
  // From now on their files are recognised, wherever somebody moves them.
  ownSockets();
  ownAddresses.push(listeners.value.httpUrl, listeners.value.plainUrl ?? "");
  moved = movedPorts({ main: options.port, scoreRisk: scoreRiskPort, a2e: a2ePort }, listeners.value);
  for (const notice of moved) console.error(notice);
  const { httpUrl, wsUrl, plainUrl, a2e } = listeners.value;
  address = { ...address, http: httpUrl, ws: wsUrl, a2e: a2e[0] ?? "" };
  const addressFile = writeAddressFile(dataDirectory, addressText(address, plainUrl, process.pid, version));
  await record(lifecycleEntry("start", version, process.pid));

  const stopHeartbeat = startHeartbeat({
    events,
    clock,
    everyMs: heartbeatEvery,
    status: () =>
      settings.value.current().halted ? "halted" : ledger.health().healthy ? "healthy" : "ledger_unavailable",
  });
  const sweeping = setInterval(() => {
    for (const agent of registry.sweep(clock.now())) void record(silentEntry(agent));
  }, sweepEvery);
  const stopReleasing = releaseIdleMemory();
  const stopRetention = startRetention({
    clock,
    ledger,
    days: () => settings.value.current().retentionDays,
    record,
    fault: report,
  });

  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    clearInterval(sweeping);
    stopRetention();
    stopReleasing();
    stopHeartbeat();
    // Whoever waits for a human is told before the line is cut.
    await governor.approvals.release(undefined, "shutdown", engineActor, `${reasons.shutdown}.`);
    governor.approvals.stop();
    desk.stop();
    await protocols.stop();
    if (listeners.ok) await listeners.value.stop();
    addressFile.remove();
    registry.sweep(clock.now());
    await record(lifecycleEntry("stop", version, process.pid));
    await letGo();
  }

  return ok({ operations, events, address, stop: () => (stopping ??= stop()) });
}
