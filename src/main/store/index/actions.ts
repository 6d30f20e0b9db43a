// The summary of the intent that an entry belongs to: a search for a command finds its denial too.
import { createRecentMap } from "../../../shared/lib/recent-map.ts";
import type { Connection } from "../database.ts";
import { integer, queryValues, text } from "../decode.ts";
import { hashTag } from "./schema.ts";
import type { IndexedRow } from "./indexed-row.ts";

export interface Actions {
  readonly of: (row: Pick<IndexedRow, "agent" | "intent" | "summary">, isIntent: boolean) => string;
}

const leastActions = 2048;

/** Answers come soon after their intent, so a small cache nearly always has it; otherwise the index is searched. */
export function createActions(index: Connection, ledger: Connection): Actions {
  const recent = createRecentMap<string, string>(leastActions);
  const candidates = queryValues(
    index.prepare<[string]>("SELECT rowid FROM words_of WHERE words_of MATCH ? ORDER BY rowid LIMIT 8"),
    "words_of.rowid",
    integer,
  );
  const summaryOf = queryValues(
    ledger.prepare<[number, string, number | null]>(
      "SELECT summary FROM entries WHERE sequence = ? AND intent = ? AND agent IS ?",
    ),
    "entries.summary",
    text,
  );

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
      recent.set(key, summary);
      return "";
    },
  };
}
