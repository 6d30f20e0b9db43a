// The state of everything in one sentence, the most important first.
import type { HeldApproval } from "../../shared/approval.ts";
import type { ConsoleStatus } from "../../shared/contract.ts";
import type { AgentSummary } from "../../shared/telemetry.ts";
import { riskLevels } from "../../shared/verdict.ts";
import { wholeNumber } from "./format.ts";
import { levelWords } from "./words.ts";

export interface GlanceLine {
  readonly tone: "well" | "ill" | "asks" | "observes" | "stopped";
  readonly title: string;
  readonly detail: string;
}

export function glanceOf(
  status: ConsoleStatus,
  approvals: readonly HeldApproval[],
  agents: readonly AgentSummary[],
): GlanceLine {
  const alive = agents.filter((agent) => agent.state === "connected").length;
  const pairing = agents.filter((agent) => agent.state === "pending").length;
  const known = [
    agents.length === 0
      ? "no agent has registered"
      : `${wholeNumber(alive)} of ${wholeNumber(agents.length)} ${agents.length === 1 ? "agent" : "agents"} connected`,
    ...(pairing === 0 ? [] : [`${wholeNumber(pairing)} ${pairing === 1 ? "wants" : "want"} to pair`]),
    ...(status.haltedAgents.length === 0 ? [] : [`${wholeNumber(status.haltedAgents.length)} stopped`]),
  ].join(" · ");

  if (!status.ledger.healthy) {
    return { tone: "stopped", title: "Nothing may run: the ledger cannot be written", detail: known };
  }
  if (status.halted) return { tone: "stopped", title: "All agents are stopped", detail: known };
  if (approvals.length > 0) {
    const highest =
      riskLevels.findLast((level) => approvals.some((each) => each.verdict.risk.level === level)) ?? "LOW";
    const detail = `Highest risk: ${levelWords[highest]} · ${known}`;
    const title =
      approvals.length === 1 ? "One request waits for you" : `${wholeNumber(approvals.length)} requests wait for you`;
    return { tone: "asks", title, detail };
  }
  if (status.mode === "observe") {
    const detail = `Only critical and protected actions are stopped; everything is recorded · ${known}`;
    return { tone: "observes", title: "Observe mode: your policy is not enforced", detail };
  }
  const detail = `Nothing waits for you · ${known}`;
  // Banners above say what it is.
  const ill = status.policy.problems.length > 0 || status.model.status === "unavailable";
  return ill
    ? { tone: "ill", title: "Something needs a look", detail }
    : { tone: "well", title: "All is well", detail };
}
