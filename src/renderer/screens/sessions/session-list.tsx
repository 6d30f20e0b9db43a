// The latest sessions of all agents, the latest first.
import type { SessionSummary } from "../../../shared/contract/activity.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { RiskMark } from "../../components/marks.tsx";
import { Ago } from "../../components/time.tsx";
import { agentShort } from "../../lib/activity-filter.ts";
import { projectName } from "../../labels/outcomes.ts";
import { sessionList as labels } from "../../labels/sessions/sessions.ts";
import { openSession, type OpenedSession } from "../../state/ui-store.ts";

export interface SessionListProps {
  readonly sessions: readonly SessionSummary[];
  readonly names: ReadonlyMap<string, string>;
  readonly opened: OpenedSession | undefined;
}

export function SessionList({ sessions, names, opened }: SessionListProps) {
  return (
    <nav aria-label={labels.sessions} className="min-h-0 overflow-y-auto border-line py-1.5 min-[820px]:border-r">
      <ul>
        {sessions.map((session) => {
          const { agentDid, sessionId, project } = session;
          const current = opened?.agentDid === agentDid && opened.sessionId === sessionId;
          return (
            <li key={`${agentDid} ${sessionId}`}>
              <button
                type="button"
                aria-current={current}
                onClick={() => openSession({ agentDid, sessionId })}
                className={`grid w-full grid-cols-[0.75rem_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-2 text-left ${current ? "bg-selected" : "hover:bg-hover"}`}
              >
                {session.worst === undefined ? <span /> : <RiskMark level={session.worst} size={11} />}
                <span className="truncate font-medium">
                  {visibleLine(names.get(agentDid) ?? agentShort(agentDid))}
                  {project === undefined ? "" : ` · ${visibleLine(projectName(project))}`}
                </span>
                <span className="text-xs text-faint">
                  <Ago at={session.lastAt} />
                </span>
                <span className="col-start-2 col-end-4 truncate text-xs text-faint" title={visibleLine(sessionId)}>
                  {labels.summary(session.decisions, session.denied)} · {visibleLine(sessionId)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
