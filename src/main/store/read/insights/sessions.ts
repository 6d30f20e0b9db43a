// The sessions of one agent, from its latest decisions.
import type { SessionSummary } from "../../../../shared/contract/activity.ts";
import { riskLevels } from "../../../../shared/domain/verdict.ts";
import { indexedTo, readRows } from "../browse.ts";
import type { ReadingFiles } from "../files.ts";

const mostRead = 3000;
const mostSessions = 20;

/** The latest first. */
export function readSessions(files: ReadingFiles, agentDid: string): readonly SessionSummary[] {
  const rows = readRows(files, {
    filter: { agents: [agentDid], kinds: ["verdict"] },
    head: indexedTo(files),
    limit: mostRead,
  });
  const sessions = new Map<string, SessionSummary>();
  for (const { sessionId, at, outcome, level } of rows) {
    if (sessionId === undefined) continue;
    const known = sessions.get(sessionId) ?? { sessionId, firstAt: at, lastAt: at, decisions: 0, denied: 0 };
    const worst = riskLevels.findLast((each) => each === level || each === known.worst);
    sessions.set(sessionId, {
      ...known,
      firstAt: at,
      decisions: known.decisions + 1,
      denied: known.denied + (outcome === "DENIED" ? 1 : 0),
      ...(worst === undefined ? {} : { worst }),
    });
  }
  return [...sessions.values()].slice(0, mostSessions);
}
