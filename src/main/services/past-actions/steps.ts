// Reads the steps of one session from the ledger: what each did, and what became of it.
import type { SessionSteps } from "../../../shared/contract/sessions/sessions.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { stepOf } from "../../engine/history/session-steps.ts";
import type { LedgerReader } from "../../store/read/index.ts";
import type { StepsQuestion } from "./messages.ts";

/** The latest steps, oldest first. Verdicts come one after their intents, so that both lists hold the same ones. */
export function readSteps(
  reader: Pick<LedgerReader, "page" | "rows" | "measure">,
  factsOf: (intent: Intent) => Facts,
  { agentDid, sessionId, limit }: StepsQuestion,
): SessionSteps {
  const session = { agents: [agentDid], sessions: [sessionId] };
  const verdicts = { ...session, kinds: ["verdict" as const], first: true as const };
  const { head, entries } = reader.measure({ filter: verdicts });
  const rows = reader.rows({ filter: verdicts, head, limit });
  const oldest = rows.at(-1)?.sequence ?? 0;
  // The intent of the oldest verdict stands a little before it.
  const intents = reader.page({ filter: { ...session, kinds: ["intent"] }, limit: limit + margin }).entries;
  const known = new Map(intents.map((entry) => [entry.intentId, entry]));
  const steps = rows.flatMap((row) => {
    const entry = known.get(row.intentId);
    return entry === undefined ? [] : [stepOf(row, entry, factsOf)];
  });
  return { steps: steps.toReversed(), earlier: entries > rows.length && oldest > 0 };
}

/** Intents that came while the oldest ones waited for their verdict. */
const margin = 50;
