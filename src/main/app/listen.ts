// Third phase of the start: sockets, the address file, and what happens at regular times.
import { second } from "../../shared/lib/clock.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { reasons } from "../../shared/domain/verdict.ts";
import { engineActor } from "../engine/approvals/endings.ts";
import { writeAddressFile } from "../machine/address-file.ts";
import { releaseIdleMemory } from "../workers/idle-memory.ts";
import { version } from "../machine/version.ts";
import { runProtocol } from "../containment/session.ts";
import { ownSockets } from "../sandbox/network/own-sockets.ts";
import { type Listeners, startListeners } from "../server/index.ts";
import { startRetention } from "../services/retention.ts";
import { lifecycleEntry, silentEntry } from "../services/system-entries.ts";
import { startHeartbeat } from "../telemetry/heartbeat.ts";
import { createTelemetryStream } from "../telemetry/stream.ts";
import { addressText, type GatehouseAddress } from "./addresses.ts";
import type { Built } from "./build.ts";
import type { Cleanup } from "./cleanup.ts";
import type { Opened } from "./open.ts";
import { buildOperator } from "./operator.ts";
import type { StartOptions } from "./options.ts";
import { a2ePlace } from "./protocols.ts";

const heartbeatEvery = 15 * second;
const sweepEvery = 5 * second;

export async function listen(
  options: StartOptions,
  opened: Opened,
  built: Built,
  cleanup: Cleanup,
): Promise<Result<GatehouseAddress, string>> {
  const { clock, record, settings, dataDirectory } = opened;
  const { addresses, agents } = built;
  let recorded = false;
  // After the listeners have stopped: the last entry about this run.
  cleanup.defer("record of the stop", async () => {
    if (!recorded) return;
    agents.registry.sweep(clock.now());
    await record(lifecycleEntry("stop", version, process.pid));
  });
  const listeners = await openListeners(options, opened, built);
  if (!listeners.ok) return listeners;
  cleanup.defer("listeners", listeners.value.stop);
  // Whoever waits for a human is answered before connections are closed.
  cleanup.defer("waiting requests", () => answerWaiting(built));
  // From now on their files are recognised, even if somebody moves them.
  ownSockets();
  const { scoreRiskPort, a2ePort } = settings.current();
  addresses.opened(listeners.value, { main: options.port, scoreRisk: scoreRiskPort, a2e: a2ePort });
  for (const notice of addresses.movedPorts()) console.error(notice);
  const address = addresses.current();
  const content = addressText(address, listeners.value.plainUrl, process.pid, version);
  cleanup.defer("address file", writeAddressFile(dataDirectory, content).remove);
  recorded = true;
  await record(lifecycleEntry("start", version, process.pid));
  startTimers(opened, built, cleanup);
  return ok(address);
}

async function openListeners(
  options: StartOptions,
  { ownerToken, endpoints, settings, events, clock, report }: Opened,
  { access, protocols, operations, operationPorts, runs }: Built,
): Promise<Result<Listeners, string>> {
  const { scoreRiskPort, a2ePort } = settings.current();
  const refuseOperator = options.refuseOperator ?? access.refuseOperator;
  const listeners = await startListeners(
    {
      ...options,
      peers: access.peers,
      owner: process.getuid?.(),
      ownerToken,
      agentSocket: endpoints.agent,
      operatorSocket: endpoints.operator,
      hookSocket: endpoints.hooks,
      ...(process.platform === "linux" ? { runSocket: endpoints.runs } : {}),
      a2e: [a2ePlace(a2ePort, options.port), { path: endpoints.a2e }],
      ...(scoreRiskPort === 0 ? {} : { plainPort: scoreRiskPort }),
    },
    {
      ...access.noting(protocols.handlers),
      refuseOperator,
      runs: runProtocol(runs, report),
      operator: buildOperator(operationPorts, operations, {
        subscribe: events.subscribe,
        refuse: refuseOperator,
        hasWindow: options.hasWindow,
      }),
      telemetry: createTelemetryStream(events, clock),
      fault: report,
    },
  );
  return listeners.ok ? listeners : fail(listeners.error.message);
}

async function answerWaiting({ engine, operationPorts, protocols }: Built): Promise<void> {
  await engine.approvals.release(undefined, "shutdown", engineActor, `${reasons.shutdown}.`);
  engine.approvals.stop();
  operationPorts.terminal.stop();
  await protocols.stop();
}

function startTimers(
  { events, clock, settings, ledger, record, report }: Opened,
  { agents }: Built,
  cleanup: Cleanup,
): void {
  const status = (): string =>
    settings.current().halted ? "halted" : ledger.health().healthy ? "healthy" : "ledger_unavailable";
  cleanup.defer("heartbeat", startHeartbeat({ events, clock, everyMs: heartbeatEvery, status }));
  const sweeping = setInterval(() => {
    for (const agent of agents.registry.sweep(clock.now())) void record(silentEntry(agent));
  }, sweepEvery);
  cleanup.defer("sweep of silent agents", () => clearInterval(sweeping));
  cleanup.defer("release of idle memory", releaseIdleMemory());
  const days = (): number => settings.current().retentionDays;
  cleanup.defer("retention", startRetention({ clock, ledger, days, record, fault: report }));
}
