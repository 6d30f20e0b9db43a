// The console's status line: what is in force, and whether everything works.
import type { ConsoleStatus } from "../../shared/contract/contract.ts";
import { describeProblem } from "../../shared/domain/policy.ts";
import type { ModelHealth } from "../../shared/contract/risk-model.ts";
import type { Settings } from "../../shared/contract/settings.ts";
import type { AgentSummary } from "../../shared/domain/telemetry.ts";
import type { TraceExportStatus } from "../../shared/contract/trace-export.ts";
import type { PackBook } from "../machine/packs/pack-book.ts";
import type { PolicyFile } from "../machine/policy/policy-file.ts";
import type { LedgerStore } from "../store/ledger.ts";

export interface StatusParts {
  readonly version: string;
  readonly address: Pick<ConsoleStatus, "http" | "ws" | "dataDirectory">;
  readonly movedPorts: readonly string[];
  readonly startedAt: number;
  readonly policy: PolicyFile;
  readonly packs: Pick<PackBook, "problems">;
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
    ...packProblems(parts.packs),
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

function packProblems(packs: Pick<PackBook, "problems">): Pick<ConsoleStatus, "packProblems"> {
  const lines = packs
    .problems()
    .flatMap(({ path, problems }) => problems.map((each) => `${path}:${describeProblem(each)}`));
  return lines.length === 0 ? {} : { packProblems: lines };
}
