// The ledger afterwards: what was asked, answered, decided by a person, done and noticed.
import { createReader } from "../../../src/main/store/reader.ts";
import type { LedgerEntry } from "../../../src/shared/audit.ts";
import type { AgentStage } from "../stage.ts";
import { note, type Results } from "../steps.ts";

export function ledgerStory(stage: AgentStage, results: Results): void {
  const reader = createReader(stage.dataDirectory);
  try {
    const { entries } = reader.page({ filter: {}, limit: 500 });
    note(results, "ledger has the whole story", missing(stage, entries));
  } finally {
    reader.close();
  }
}

function missing(stage: AgentStage, entries: readonly LedgerEntry[]): string | undefined {
  const prefix = `did:aeon:${stage.program.id}:hook:`;
  const ours = entries.filter(({ agentDid }) => agentDid?.startsWith(prefix) === true);
  const held = ours.find(({ kind, summary }) => kind === "intent" && summary.includes("main:held"));
  const kinds = ours.filter(({ intentId }) => intentId !== undefined && intentId === held?.intentId).map(({ kind }) => kind);
  const lacking = ["intent", "verdict", "directive", "report"].filter((kind) => !kinds.some((each) => each === kind));
  if (lacking.length > 0) return `the held call lacks ${lacking.join(", ")}; it has ${kinds.join(", ")}`;
  const notices = ours.filter(({ kind, body }) => kind === "registration" && "detail" in body);
  return notices.length > 0 ? undefined : "no session event was recorded";
}
