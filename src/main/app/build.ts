// Second phase of the start: agents, the risk model, the engine, the protocols and the operations, around what is open.
import { join } from "node:path";
import type { Operations } from "../../shared/contract/contract.ts";
import { second } from "../../shared/lib/clock.ts";
import { reasons } from "../../shared/domain/verdict.ts";
import { engineActor } from "../engine/approvals/endings.ts";
import { createEngine, type Engine } from "../engine/engine.ts";
import { recallIntent } from "../engine/intents/recall.ts";
import { microseconds, sha256, systemIdentifiers } from "../machine/clock.ts";
import { createRuleBook } from "../machine/policy/rule-book.ts";
import { version } from "../machine/version.ts";
import { type ChosenModel, createChosenModel } from "../model/chosen.ts";
import { scorerOpener } from "../model/open-scorer.ts";
import type { RunKeeper } from "../containment/runs.ts";
import type { OperationPorts } from "../operations/ports.ts";
import { readBootId } from "../peer/process-table.ts";
import { notification, policyMessage } from "../protocols/a2g/wire.ts";
import { type Addresses, createAddresses } from "./addresses.ts";
import { type Agents, buildAgents } from "./agents.ts";
import type { Cleanup } from "./cleanup.ts";
import type { Opened } from "./open.ts";
import { buildContainment, findContainment } from "./containment/runs.ts";
import { buildOperations } from "./operations.ts";
import { buildOperatorAccess, type OperatorAccess } from "./operator.ts";
import type { StartOptions } from "./options.ts";
import { buildRunBoundary, type RunBoundary } from "./containment/boundary.ts";
import { buildProtocols, type Protocols } from "./protocols.ts";

/** After this agents are answered without a model: one that cannot be loaded must not keep the engine from starting. */
const modelOpensWithin = 2 * second;

export interface Built {
  readonly access: OperatorAccess;
  readonly agents: Agents;
  readonly addresses: Addresses;
  readonly engine: Engine;
  readonly protocols: Protocols;
  readonly operationPorts: OperationPorts;
  readonly operations: Operations;
  readonly runs: RunKeeper;
  readonly boundary: RunBoundary;
}

export async function build(options: StartOptions, opened: Opened, cleanup: Cleanup): Promise<Built> {
  const { clock, settings, policy, ledger, events, record, report, world, dataDirectory, endpoints } = opened;
  // An agent that was halted, or a decision that denied, may be among what is missing: a human looks first.
  if (ledger.savedState().tampered) settings.impose({ halted: true });
  const access = buildOperatorAccess(process.platform, report);
  const machine = { bootId: readBootId(), isAlive: access.isAlive };
  const agents = buildAgents({ clock, settings, policy, ledger, events, record, machine });
  const { registry, connections } = agents;
  const addresses = createAddresses(dataDirectory, endpoints);
  const model = buildModel(options, opened, addresses, cleanup);
  const engine = buildEngine(opened, agents, model);
  const { resourcesDirectory } = options;
  const boundary = buildRunBoundary({ resourcesDirectory, opened, agents, engine }, cleanup);
  const protocols = buildProtocols({
    boundary,
    ledger,
    events,
    policy,
    registry,
    connections,
    engine,
    settings,
    world,
    version,
    dataDirectory,
    containWith: findContainment(dataDirectory),
  });
  cleanup.defer(
    "agents that left",
    agents.onGone((did) => void engine.approvals.release(did, "agent_gone", engineActor, `${reasons.agent_gone}.`)),
  );
  cleanup.defer(
    "policy changes",
    opened.onPolicyChange(() => {
      for (const did of connections.agents())
        connections.send(did, notification("g2a/policy", policyMessage(did, protocols.policyFor(did))));
      void engine.approvals.reevaluate();
    }),
  );
  cleanup.defer(
    "pack changes",
    opened.onPacksChange(() => void engine.approvals.reevaluate()),
  );
  const built = { access, agents, addresses, engine, protocols, boundary };
  const operations = buildOperations(options, opened, { ...built, model }, cleanup);
  await model.opened(modelOpensWithin);
  return { ...built, ...operations, runs: buildContainment(options, opened, { addresses, boundary }, cleanup) };
}

function buildModel(
  { resourcesDirectory }: StartOptions,
  { clock, settings, findSecrets }: Opened,
  addresses: Addresses,
  cleanup: Cleanup,
): ChosenModel {
  const model = createChosenModel({
    clock,
    settings,
    open: scorerOpener({
      environment: process.env,
      findSecrets,
      models: { folder: join(resourcesDirectory, "models") },
      ownAddresses: addresses.own,
    }),
  });
  cleanup.defer("risk model", model.close);
  return model;
}

function buildEngine(opened: Opened, agents: Agents, model: ChosenModel): Engine {
  const { clock, world, policy, policyTools, settings, ledger, events, past } = opened;
  return createEngine({
    clock,
    model,
    identifiers: systemIdentifiers,
    sha256,
    world,
    microseconds,
    policies: policy,
    settings,
    grants: agents.grants,
    ledger,
    recall: {
      intent: (agentDid, intentId) => recallIntent(ledger.entriesOf(agentDid, intentId)),
      agentsOf: ledger.agentsOf,
    },
    events,
    outbox: agents.connections,
    ruleBook: createRuleBook(policy, policyTools),
    riskRules: opened.packs,
    grantStore: agents.grantStore,
    agents: agents.directory,
    ...(past === undefined ? {} : { past }),
  });
}
