// The state of the whole console in one line: the most important fact, and details.
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import type { ConsoleStatus } from "../../../shared/contract/contract.ts";
import type { AgentSummary } from "../../../shared/domain/telemetry.ts";
import { riskLevels } from "../../../shared/domain/verdict.ts";
import { levelWords } from "../../labels/vocabulary.ts";
import { summary as labels } from "../../labels/overview.ts";

export interface Summary {
  readonly tone: "well" | "ill" | "asks" | "observes" | "stopped";
  readonly title: string;
  readonly detail: string;
}

export function summaryOf(
  status: ConsoleStatus,
  approvals: readonly HeldApproval[],
  agents: readonly AgentSummary[],
): Summary {
  const known = agentsLine(status, agents);
  if (!status.ledger.healthy) return { tone: "stopped", title: labels.ledgerFails, detail: known };
  if (status.halted) return { tone: "stopped", title: labels.allStopped, detail: known };
  if (approvals.length > 0) {
    const highest =
      riskLevels.findLast((level) => approvals.some((each) => each.verdict.risk.level === level)) ?? "LOW";
    return {
      tone: "asks",
      title: labels.waiting(approvals.length),
      detail: labels.line(labels.highestRisk(levelWords[highest]), known),
    };
  }
  if (status.mode === "observe") {
    return { tone: "observes", title: labels.observeMode, detail: labels.line(labels.observeExplained, known) };
  }
  const detail = labels.line(labels.nothingWaits, known);
  // The banners above name the problem.
  const ill = status.policy.problems.length > 0 || status.model.status === "unavailable";
  return ill ? { tone: "ill", title: labels.ill, detail } : { tone: "well", title: labels.well, detail };
}

function agentsLine({ haltedAgents }: ConsoleStatus, agents: readonly AgentSummary[]): string {
  const connected = agents.filter((agent) => agent.state === "connected").length;
  const pairing = agents.filter((agent) => agent.state === "pending").length;
  return labels.line(
    agents.length === 0 ? labels.noAgents : labels.connected(connected, agents.length),
    ...(pairing === 0 ? [] : [labels.pairing(pairing)]),
    ...(haltedAgents.length === 0 ? [] : [labels.stopped(haltedAgents.length)]),
  );
}
