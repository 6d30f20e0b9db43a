// What an intent was about, for the entries that follow it: whoever looks for a command finds its denial too.
import type { Connection } from "./database.ts";
import { hashTag } from "./index-schema.ts";
import type { IndexedRow } from "./indexed-row.ts";

export interface Actions {
  readonly of: (row: Pick<IndexedRow, "agent" | "intent" | "summary">, isIntent: boolean) => string;
}

const mostActions = 4096;

/** Answers come soon after their intent, so a short memory nearly always has it; the index itself answers for the rest. */
export function createActions(index: Connection, ledger: Connection): Actions {
  const recent = new Map<string, string>();
  const candidates = index
    .prepare<[string], number>("SELECT rowid FROM words_of WHERE words_of MATCH ? ORDER BY rowid LIMIT 8")
    .pluck();
  const summaryOf = ledger
    .prepare<[number, string, number | null], string>(
      "SELECT summary FROM entries WHERE sequence = ? AND intent = ? AND agent IS ?",
    )
    .pluck();

  function look(intent: string, agent: number | null): string {
    for (const sequence of candidates.all(`tags : ${hashTag("intent", intent)}`)) {
      const summary = summaryOf.get(sequence, intent, agent);
      if (summary !== undefined) return summary;
    }
    return "";
  }

  return {
    of({ agent, intent, summary }, isIntent) {
      if (intent === null) return "";
      const key = `${agent} ${intent}`;
      if (!isIntent) return recent.get(key) ?? look(intent, agent);
      if (recent.size >= mostActions) recent.delete(recent.keys().next().value ?? "");
      recent.set(key, summary);
      return "";
    },
  };
}
