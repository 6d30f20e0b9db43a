// Wires the operations of the window and the terminal to what they need.
import type { ConsoleStatus, Operations } from "../../shared/contract/contract.ts";
import { sha256, systemIdentifiers } from "../machine/clock.ts";
import { readPresentText } from "../machine/present-text.ts";
import { version } from "../machine/version.ts";
import type { ChosenModel } from "../model/chosen.ts";
import { createOperations } from "../operations/index.ts";
import type { OperationPorts } from "../operations/ports.ts";
import { createTerminalRequests } from "../operations/terminal/requests.ts";
import { connectionInfo } from "../services/connection-info.ts";
import { createPolicyDrafts } from "../services/policy-drafts/index.ts";
import { scoreQuestion } from "../services/score-question.ts";
import { consoleStatus } from "../services/status.ts";
import { openReader } from "../store/read/index.ts";
import { startTraceExport } from "../telemetry/otlp/export.ts";
import { createRecentFeed } from "../telemetry/recent-feed.ts";
import { buildActivity } from "./activity.ts";
import type { Built } from "./build.ts";
import type { Cleanup } from "./cleanup.ts";
import { buildConnectors } from "./connectors.ts";
import type { Opened } from "./open.ts";
import type { StartOptions } from "./options.ts";
import { buildPolicyApi } from "./policy.ts";

export interface BuiltOperations {
  readonly operationPorts: OperationPorts;
  readonly operations: Operations;
}

interface OperationParts extends Pick<Built, "agents" | "addresses" | "boundary" | "engine" | "protocols"> {
  readonly model: ChosenModel;
}

export function buildOperations(
  options: StartOptions,
  opened: Opened,
  parts: OperationParts,
  cleanup: Cleanup,
): BuiltOperations {
  const { clock, settings, ledger, events, findSecrets, world, dataDirectory, pastActions } = opened;
  const { agents, addresses, boundary, engine, protocols, model } = parts;
  const reader = openReader({ directory: dataDirectory });
  cleanup.defer("ledger reader", reader.close);
  const activity = buildActivity({ directory: dataDirectory, reading: reader, chooseFile: options.chooseFile });
  cleanup.defer("work on the ledger", activity.close);
  const operationPorts: OperationPorts = {
    clock,
    identifiers: systemIdentifiers,
    engine,
    grants: agents.grants,
    agents: agents.registry,
    ledger,
    activity: { ...activity, policyFor: protocols.policyFor },
    events,
    outbox: agents.connections,
    findSecrets,
    feed: createRecentFeed(events),
    status: buildStatus(opened, parts, cleanup),
    score: (question) => scoreQuestion({ clock, settings, world, model, riskRules: opened.packs }, question),
    policy: buildPolicy(options, opened, agents, cleanup),
    packs: { ...opened.packs, switched: () => void engine.approvals.reevaluate() },
    reader,
    inventory: protocols.inventory,
    executions: protocols.executions,
    containment: boundary.api,
    terminal: createTerminalRequests({ clock, identifiers: systemIdentifiers, events }),
    connectors: buildConnectors(
      {
        dataDirectory,
        httpUrl: () => addresses.current().http,
        hookSocket: opened.endpoints.hooks,
        settings: settings.current,
        record: opened.record,
        now: clock.now,
        tell: (connectors) => events.publish({ type: "connectors_changed", at: clock.now(), connectors }),
        report: opened.report,
      },
      cleanup,
    ),
    connection: () =>
      connectionInfo({
        options,
        address: addresses.current(),
        resourcesDirectory: options.resourcesDirectory,
        listeners: addresses.listeners(),
      }),
    tokens: { agents: options.token, telemetry: options.telemetryToken },
    settings,
    sha256,
    pastActions,
    entriesOf: ledger.entriesOf,
    presentText: (path) => readPresentText(path, findSecrets, sha256),
  };
  return { operationPorts, operations: createOperations(operationPorts) };
}

function buildPolicy(
  { resourcesDirectory }: StartOptions,
  opened: Opened,
  { registry, directory }: Built["agents"],
  cleanup: Cleanup,
): OperationPorts["policy"] {
  const { clock, settings, ledger, world, dataDirectory, policy, policyTools, policyVersions } = opened;
  const drafts = createPolicyDrafts({
    directory: dataDirectory,
    home: world.home,
    gatehouse: world.gatehouse,
    processIds: [process.pid],
  });
  cleanup.defer("policy drafts", drafts.close);
  return buildPolicyApi({
    policy,
    versions: policyVersions,
    drafts,
    tools: policyTools,
    resourcesDirectory,
    settings,
    ledger,
    clock,
    agents: () => registry.list(clock.now()).map(({ agentDid }) => directory.view(agentDid)),
  });
}

function buildStatus(
  { clock, startedAt, policy, packs, ledger, settings, events, report }: Opened,
  { agents, addresses, model }: OperationParts,
  cleanup: Cleanup,
): () => ConsoleStatus {
  const traceExport = startTraceExport({
    events,
    endpoint: () => settings.current().openTelemetryEndpoint,
    version,
    fault: report,
  });
  cleanup.defer("trace export", traceExport.stop);
  return () =>
    consoleStatus({
      version,
      address: addresses.current(),
      movedPorts: addresses.movedPorts(),
      startedAt,
      policy,
      packs,
      ledger,
      model: model.health(),
      traceExport: traceExport.status(),
      settings: settings.current(),
      agents: agents.registry.list(clock.now()),
    });
}
