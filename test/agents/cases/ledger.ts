// The ledger afterwards: what was asked, answered, decided by a person, done and noticed.
import { createReader } from "../../../src/main/store/read/reader.ts";
import type { LedgerEntry } from "../../../src/shared/domain/audit.ts";
import { testCallName } from "../../../src/shared/contract/connector.ts";
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

const wanted = ["intent", "verdict", "directive", "report"] as const;

function missing(stage: AgentStage, entries: readonly LedgerEntry[]): string | undefined {
  const prefix = `did:aeon:${stage.program.id}:hook:`;
  const ours = entries.filter(({ agentDid }) => agentDid?.startsWith(prefix) === true);
  // Results hold the command's text too, and are entries of their own.
  const stories = ours
    .filter(({ kind, summary }) => kind === "intent" && summary.includes("main:held"))
    .map(({ intentId }) => ours.filter((entry) => entry.intentId === intentId).map(({ kind }) => kind));
  const whole = stories.some((kinds) => wanted.every((kind) => kinds.includes(kind)));
  if (!whole) return `the held call has only ${stories.map((kinds) => kinds.join(", ")).join("; ")}`;
  // One after the other, all runs are one agent; only the test call is another.
  const identities = new Set(ours.map(({ agentDid = "" }) => agentDid));
  identities.delete(`${prefix}${testCallName}`);
  // A service cannot be told from a program that somebody else started while this run lasts: it has a name of its own.
  const most = stage.program.leavesService === true ? 2 : 1;
  if (identities.size < 1 || identities.size > most)
    return `the agent has ${identities.size} identities: ${[...identities].join(", ")}`;
  const notices = ours.filter(({ kind, body }) => kind === "registration" && "detail" in body);
  return notices.length > 0 ? undefined : "no session event was recorded";
}
