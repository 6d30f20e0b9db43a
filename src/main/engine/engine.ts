// The engine, put together from its parts: what protocols and operations can ask of it.
import { type Approvals, createApprovals } from "./approvals/approvals.ts";
import { createDecisions } from "./approvals/decisions.ts";
import { createHeldQueue } from "./approvals/held.ts";
import { createReservations } from "./approvals/reservations.ts";
import { createCaches } from "./pipeline/caches.ts";
import { createDigests } from "./intents/digests.ts";
import { createEvaluations, type Evaluations } from "./intents/evaluations.ts";
import { createGovernor, type Governor } from "./intents/governor.ts";
import { createIntentMemory } from "./intents/memory.ts";
import { createPublisher } from "./intents/publisher.ts";
import { createReports, type Reports } from "./intents/reports.ts";
import { createOverrides, type Overrides } from "./overrides/overrides.ts";
import { createRecentDenials, type RecentDenials } from "./overrides/recent-denials.ts";
import { createOverrideUse } from "./overrides/use.ts";
import type { EvaluationPorts } from "./pipeline/evaluation.ts";
import { createStillAllowed } from "./pipeline/still-allowed.ts";
import type {
  AgentDirectory,
  Events,
  GrantStore,
  Identifiers,
  Ledger,
  Outbox,
  Recall,
  RiskRulesSource,
  RuleBook,
  Sha256,
} from "./ports.ts";
import { createRequesters } from "./intents/requesters.ts";
import type { PastSessions } from "./sessions/session-book.ts";

export interface EnginePorts extends Omit<EvaluationPorts, "caches" | "digests" | "findOverride"> {
  readonly sha256: Sha256;
  readonly identifiers: Identifiers;
  readonly ledger: Ledger;
  readonly recall: Recall;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly grantStore: GrantStore;
  readonly ruleBook: RuleBook;
  readonly riskRules: RiskRulesSource;
  readonly agents: AgentDirectory;
  /** What sessions did before the start; no action is decided without it. Absent: there was nothing before. Never rejects. */
  readonly past?: Promise<PastSessions>;
}

export interface Engine extends Governor {
  readonly explain: Evaluations["explain"];
  readonly approvals: Approvals;
  readonly overrides: Overrides;
  /** An action that was denied by score lately, with all of its arguments. */
  readonly recentlyDenied: RecentDenials["get"];
  readonly reports: Reports;
}

/** Older ones are looked up in the ledger. */
const rememberedIntents = 5000;

/** Each part knows only those made before it. */
export function createEngine(given: EnginePorts): Engine {
  const caches = createCaches(given.world, given.riskRules);
  const ports = { ...given, caches, digests: createDigests(given.sha256, caches.argumentsText) };
  const { digests } = ports;
  const intents = createIntentMemory(rememberedIntents);
  const queue = createHeldQueue(digests);
  const reservations = createReservations(queue, digests, ports.settings.current);
  const decisions = createDecisions();
  const denials = createRecentDenials(digests);
  const stillAllowed = createStillAllowed(ports.agents, ports.world);
  const requesters = createRequesters(ports);
  const overrideUse = createOverrideUse(ports);
  const publisher = createPublisher({ ...ports, intents });
  const evaluations = createEvaluations({ ...ports, requesters, reservations, overrideUse });
  const shared = { ...ports, evaluate: evaluations.again, decisions };
  const approvals = createApprovals({ ...shared, intents, queue, requesters, publisher, stillAllowed });
  const governor = createGovernor({
    ...ports,
    evaluations,
    approvals,
    reservations,
    intents,
    publisher,
    denials,
    stillAllowed,
    overrideUse,
  });
  return {
    ...governor,
    explain: evaluations.explain,
    approvals,
    overrides: createOverrides(shared),
    recentlyDenied: denials.get,
    reports: createReports({ ...ports, intents, publisher }),
  };
}
