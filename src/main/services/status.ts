// The console's status line: what is in force, and whether everything works.
import type { ConsoleStatus } from "../shared/contract.ts";
import type { PolicyProblem } from "../shared/policy.ts";
import type { ModelHealth } from "../shared/risk-model.ts";
import type { Settings } from "../shared/settings.ts";
import type { AgentSummary } from "../shared/telemetry.ts";
import type { TraceExportStatus } from "../shared/trace-export.ts";
import type { PolicyFile } from "./machine/policy-file.ts";
import type { LedgerStore } from "./store/ledger.ts";

export interface StatusParts {
  readonly version: string;
  readonly address: Pick<ConsoleStatus, "http" | "ws" | "dataDirectory">;
  readonly movedPorts: readonly string[];
  readonly startedAt: number;
  readonly policy: PolicyFile;
  readonly ledger: Pick<LedgerStore, "health" | "entries" | "alarm">;
  readonly model: ModelHealth;
  readonly traceExport: TraceExportStatus | undefined;
  readonly settings: Settings;
  readonly agents: readonly AgentSummary[];
}

export function consoleStatus(parts: StatusParts): ConsoleStatus {
  const { version: policyVersion, constitutionHash } = parts.policy.current();
  const { healthy, message } = parts.ledger.health();
  const alarm = parts.ledger.alarm();
  return {
    version: parts.version,
    http: parts.address.http,
    ws: parts.address.ws,
    dataDirectory: parts.address.dataDirectory,
    ...(parts.movedPorts.length === 0 ? {} : { movedPorts: parts.movedPorts }),
    mode: parts.settings.observe === null ? "enforce" : "observe",
    ...(parts.settings.observe === null ? {} : { observing: parts.settings.observe }),
    posture: parts.settings.posture,
    policy: { version: policyVersion, constitutionHash, problems: parts.policy.problems().map(describeProblem) },
    ledger: {
      healthy,
      ...(message === undefined ? {} : { message }),
      ...(alarm === undefined ? {} : { alarm }),
      entries: parts.ledger.entries(),
    },
    model: parts.model,
    ...(parts.traceExport === undefined ? {} : { traceExport: parts.traceExport }),
    halted: parts.settings.halted,
    haltedAgents: parts.agents.filter((agent) => agent.state === "halted").map((agent) => agent.agentDid),
    startedAt: parts.startedAt,
  };
}

export function describeProblem({ line, column, path, message }: PolicyProblem): string {
  return `${line}:${column}: ${path === "" ? "" : `${path}: `}${message}`;
}
