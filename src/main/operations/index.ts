// What people can do, from the window and from the command line alike: the contract's operations over the engine.
import type { Operations } from "../../shared/contract.ts";
import { ok } from "../../shared/result.ts";
import { agentOperations } from "./agents.ts";
import { approvalOperations } from "./approvals.ts";
import { connectionOperations } from "./connection.ts";
import { connectorOperations } from "./connectors.ts";
import { executionOperations } from "./executions.ts";
import { inventoryOperations } from "./inventory.ts";
import { policyHistoryOperations } from "./policy-history.ts";
import { ledgerOperations } from "./ledger.ts";
import { policyOperations } from "./policy.ts";
import { missedOperations } from "./missed.ts";
import { modeOperations } from "./mode.ts";
import { overrideOperations } from "./overrides.ts";
import type { OperationPorts } from "./ports.ts";
import { reachOperations } from "./reach.ts";
import { settingsOperations } from "./settings.ts";
import { terminalOperations } from "./terminal-desk.ts";
import { testIntentOperation } from "./test-intent.ts";
import { whatIfOperations } from "./what-if.ts";

export function createOperations(ports: OperationPorts): Operations {
  return {
    getStatus: async () => ok(ports.status()),
    scoreRisk: async (question) => ok(await ports.score(question)),
    listFeed: async ({ limit }) => ok(ports.feed.recent(limit)),
    ...approvalOperations(ports),
    ...agentOperations(ports),
    ...policyOperations(ports),
    ...reachOperations(ports),
    ...modeOperations(ports),
    ...missedOperations(ports),
    ...overrideOperations(ports),
    ...policyHistoryOperations(ports),
    ...whatIfOperations(ports),
    ...connectionOperations(ports),
    ...connectorOperations(ports),
    ...inventoryOperations(ports),
    ...executionOperations(ports),
    ...ledgerOperations(ports),
    ...settingsOperations(ports),
    ...testIntentOperation(ports),
    ...terminalOperations(ports.terminal),
  };
}
