// What people can do, from the window and from the command line alike: the contract's operations over the engine.
import type { Operations } from "../../shared/contract/contract.ts";
import { ok } from "../../shared/lib/result.ts";
import { agentOperations } from "./agents.ts";
import { approvalOperations } from "./approvals.ts";
import { connectionOperations } from "./connection.ts";
import { connectorOperations } from "./connectors.ts";
import { containmentOperations } from "./containment.ts";
import { executionOperations } from "./executions.ts";
import { inventoryOperations } from "./inventory.ts";
import { policyHistoryOperations } from "./policy/history.ts";
import { ledgerOperations } from "./ledger/ledger.ts";
import { policyOperations } from "./policy/policy.ts";
import { missedOperations } from "./ledger/missed.ts";
import { modeOperations } from "./policy/mode.ts";
import { overrideOperations } from "./overrides.ts";
import type { OperationPorts } from "./ports.ts";
import { packOperations } from "./policy/packs.ts";
import { reachOperations } from "./policy/reach.ts";
import { sessionOperations } from "./ledger/sessions.ts";
import { settingsOperations } from "./settings.ts";
import { terminalOperations } from "./terminal/requests.ts";
import { testIntentOperation } from "./test-intent.ts";
import { tuningOperations } from "./policy/tuning.ts";
import { whatIfOperations } from "./policy/what-if.ts";

export function createOperations(ports: OperationPorts): Operations {
  return {
    getStatus: async () => ok(ports.status()),
    scoreRisk: async (question) => ok(await ports.score(question)),
    listFeed: async ({ limit }) => ok(ports.feed.recent(limit)),
    ...approvalOperations(ports),
    ...agentOperations(ports),
    ...policyOperations(ports),
    ...packOperations(ports),
    ...tuningOperations(ports),
    ...reachOperations(ports),
    ...modeOperations(ports),
    ...missedOperations(ports),
    ...sessionOperations(ports),
    ...overrideOperations(ports),
    ...policyHistoryOperations(ports),
    ...whatIfOperations(ports),
    ...connectionOperations(ports),
    ...connectorOperations(ports),
    ...inventoryOperations(ports),
    ...executionOperations(ports),
    ...containmentOperations(ports),
    ...ledgerOperations(ports),
    ...settingsOperations(ports),
    ...testIntentOperation(ports),
    ...terminalOperations(ports.terminal),
  };
}
