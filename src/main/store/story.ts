// The story of one intent: what was said about it, what it came from, and what came of it.
import type { LedgerEntry } from "../../shared/audit.ts";
import type { IntentStory } from "../../shared/ledger-search.ts";
import type { Entries } from "./entries.ts";
import type { ReadingFiles } from "./files.ts";
import { hashTag } from "./index-schema.ts";

/** Agents nest their work some levels deep; a chain that bites its own tail ends here. */
const deepest = 100;

export function readStory(
  { ledger, index }: ReadingFiles,
  entries: Entries,
  intentId: string,
  agentDid?: string,
): IntentStory | undefined {
  const search = index
    ?.prepare<[string], number>("SELECT rowid FROM words_of WHERE words_of MATCH ? ORDER BY rowid")
    .pluck();
  const newest = ledger.prepare<[], number | null>("SELECT max(sequence) FROM entries").pluck().get() ?? 0;

  /** Entries by a tag, and those the index does not have yet. */
  function tagged(tag: string): readonly LedgerEntry[] {
    const found = (search?.all(`tags : ${tag}`) ?? []).map((place) => entries.at(place));
    for (let place = entries.indexedTo() + 1; place <= newest; place += 1) found.push(entries.at(place));
    return found.filter((entry) => entry !== undefined);
  }

  const about = (id: string, agent: string | undefined): readonly LedgerEntry[] =>
    tagged(hashTag("intent", id)).filter(
      (entry) => entry.intentId === id && (agent === undefined || entry.agentDid === agent),
    );

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
  const children = tagged(hashTag("parent", intentId)).filter(
    (entry) => entry.parentIntent === intentId && entry.kind === "intent",
  );
  return { intentId, entries: same, ancestors, children };
}
