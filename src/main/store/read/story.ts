// The story of one intent: its entries, the intents it came from, and the intents that came from it.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { IntentStory } from "../../../shared/contract/ledger-search.ts";
import type { Connection } from "../database.ts";
import { type Entries, mostUnindexed } from "./entries.ts";
import type { ReadingFiles } from "./files.ts";
import { integer, nullable, queryRows, queryValues, text } from "../decode.ts";
import { hashTag } from "../index/index.ts";
import { queryLastSequence } from "../rows.ts";

/** Agents nest their work some levels deep; a chain that bites its own tail ends here. */
const deepest = 100;

export function readStory(
  { ledger, index }: ReadingFiles,
  entries: Entries,
  intentId: string,
  agentDid?: string,
): IntentStory | undefined {
  const search =
    index &&
    queryValues(
      index.prepare<[string]>("SELECT rowid FROM words_of WHERE words_of MATCH ? ORDER BY rowid"),
      "words_of.rowid",
      integer,
    );
  const newest = queryLastSequence(ledger)() ?? 0;
  const border = entries.indexedTo();
  const fresh = readPlaces(ledger, index === undefined ? 0 : Math.max(border, newest - mostUnindexed));

  /** Entries by a tag, and those the index does not have yet. */
  function tagged(which: "intent" | "parent", id: string): readonly LedgerEntry[] {
    const known = (search?.all(`tags : ${hashTag(which, id)}`) ?? []).filter((place) => place <= border);
    return [...known, ...(fresh[which].get(id) ?? [])].flatMap((place) => entries.at(place) ?? []);
  }

  const about = (id: string, agent: string | undefined): readonly LedgerEntry[] =>
    tagged("intent", id).filter((entry) => entry.intentId === id && (agent === undefined || entry.agentDid === agent));

  const own = about(intentId, agentDid);
  const first = own[0];
  if (first === undefined) return undefined;
  const agent = agentDid ?? first.agentDid;
  // Ids are the agent's own: another agent's intent of the same name is another story.
  const same = own.filter((entry) => entry.agentDid === agent);
  const ancestors: LedgerEntry[] = [];
  let parent = same.find((entry) => entry.parentIntent !== undefined)?.parentIntent;
  const seen = new Set([intentId]);
  while (parent !== undefined && !seen.has(parent) && ancestors.length < deepest) {
    seen.add(parent);
    // An orchestrator may be another agent, so its intent is found by name alone.
    const candidates = about(parent, undefined);
    const intent = candidates.find((entry) => entry.agentDid === agent) ?? candidates[0];
    if (intent === undefined) break;
    ancestors.unshift(intent);
    parent = intent.parentIntent;
  }
  const children = tagged("parent", intentId).filter(
    (entry) => entry.parentIntent === intentId && entry.kind === "intent",
  );
  return { intentId, entries: same, ancestors, children };
}

type Places = ReadonlyMap<string, readonly number[]>;

/** Sequences of the entries after one, by intent and by parent intent: one query for any number of lookups. */
function readPlaces(ledger: Connection, after: number): { readonly intent: Places; readonly parent: Places } {
  const rows = queryRows(
    ledger.prepare<[number]>(
      "SELECT sequence, intent, parent FROM entries WHERE sequence > ? AND intent IS NOT NULL ORDER BY sequence",
    ),
    "entries",
    { sequence: integer, intent: nullable(text), parent: nullable(text) },
  ).all(after);
  const places = { intent: new Map<string, number[]>(), parent: new Map<string, number[]>() };
  const add = (map: Map<string, number[]>, id: string | null, sequence: number): void => {
    if (id === null) return;
    const known = map.get(id);
    if (known === undefined) map.set(id, [sequence]);
    else known.push(sequence);
  };
  for (const { sequence, intent, parent } of rows) {
    add(places.intent, intent, sequence);
    add(places.parent, parent, sequence);
  }
  return places;
}
