// The helpers an agent starts: remembered with the agent, the latest first, as many as a person would look at.
import type { Subagent } from "../../shared/domain/intent.ts";
import type { SubagentSummary } from "../../shared/domain/telemetry.ts";

/** Every task may start new ones under new ids; the older ones are in the ledger. */
const mostRemembered = 20;
/** Ids and kinds come from the agent. */
const longestText = 200;

export function withSubagent(
  known: readonly SubagentSummary[],
  { id, type }: Subagent,
  now: number,
): readonly SubagentSummary[] {
  const shortId = id.slice(0, longestText);
  const before = known.find((each) => each.id === shortId);
  const kind = type?.slice(0, longestText) ?? before?.type;
  const seen: SubagentSummary = {
    id: shortId,
    ...(kind === undefined ? {} : { type: kind }),
    lastSeenAt: now,
    calls: (before?.calls ?? 0) + 1,
  };
  return [seen, ...known.filter((each) => each !== before)].slice(0, mostRemembered);
}
