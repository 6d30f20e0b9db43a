// The summary and project of the intent that an entry belongs to: a search for a command finds its denial too.
import { createRecentMap } from "../../../shared/lib/recent-map.ts";
import type { Connection } from "../database.ts";
import { integer, nullable, queryRows, queryValues, text } from "../decode.ts";
import { hashTag } from "./schema.ts";
import { type IndexedRow, workspaceOfIntent } from "./indexed-row.ts";

export interface Action {
  /** Empty for the intent itself. */
  readonly summary: string;
  readonly project: string | null;
}

export interface Actions {
  readonly of: (row: Pick<IndexedRow, "agent" | "intent" | "summary" | "workspace">, isIntent: boolean) => Action;
}

const nothing: Action = { summary: "", project: null };

const leastActions = 2048;

/** Answers come soon after their intent, so a small cache nearly always has it; otherwise the index is searched. */
export function createActions(index: Connection, ledger: Connection): Actions {
  const recent = createRecentMap<string, Action>(leastActions);
  const candidates = queryValues(
    index.prepare<[string]>("SELECT rowid FROM words_of WHERE words_of MATCH ? ORDER BY rowid LIMIT 8"),
    "words_of.rowid",
    integer,
  );
  const actionOf = queryRows(
    ledger.prepare<[number, string, number | null]>(
      `SELECT summary, ${workspaceOfIntent} AS project FROM entries WHERE sequence = ? AND intent = ? AND agent IS ?`,
    ),
    "entries",
    { summary: text, project: nullable(text) },
  );

  function look(intent: string, agent: number | null): Action {
    for (const sequence of candidates.all(`tags : ${hashTag("intent", intent)}`)) {
      const action = actionOf.get(sequence, intent, agent);
      if (action !== undefined) return action;
    }
    return nothing;
  }

  return {
    of({ agent, intent, summary, workspace }, isIntent) {
      if (intent === null) return nothing;
      const key = `${agent} ${intent}`;
      if (!isIntent) return recent.get(key) ?? look(intent, agent);
      recent.set(key, { summary, project: workspace });
      return { summary: "", project: workspace };
    },
  };
}
