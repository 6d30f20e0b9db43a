// The sessions of one agent, or of all of them, from the latest intents.
import type { SessionSummary } from "../../../../shared/contract/activity.ts";
import { intentKey } from "../../../../shared/lib/intent-key.ts";
import { riskLevels } from "../../../../shared/domain/verdict.ts";
import { indexedTo, readRows } from "../browse.ts";
import type { ReadingFiles } from "../files.ts";

const mostRead = 3000;
const mostSessions = 40;

/** The latest first. */
export function readSessions(files: ReadingFiles, agentDid?: string): readonly SessionSummary[] {
  const rows = readRows(files, {
    filter: { kinds: ["verdict"], first: true, ...(agentDid === undefined ? {} : { agents: [agentDid] }) },
    head: indexedTo(files),
    limit: mostRead,
  });
  const sessions = new Map<string, SessionSummary>();
  for (const { sessionId, agentDid: agent, project, at, level, life } of rows) {
    if (sessionId === undefined || agent === undefined) continue;
    const key = intentKey(agent, sessionId);
    const known = sessions.get(key) ?? {
      sessionId,
      agentDid: agent,
      ...(project === undefined ? {} : { project }),
      firstAt: at,
      lastAt: at,
      decisions: 0,
      denied: 0,
    };
    const worst = riskLevels.findLast((each) => each === level || each === known.worst);
    sessions.set(key, {
      ...known,
      firstAt: at,
      decisions: known.decisions + 1,
      denied: known.denied + (life?.outcome === "DENIED" ? 1 : 0),
      ...(worst === undefined ? {} : { worst }),
    });
  }
  return [...sessions.values()].slice(0, mostSessions);
}
