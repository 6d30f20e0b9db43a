// What the session did just before and after, in its order.
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../state/bridge.ts";
import { OutcomeMark, RiskMark } from "../../../components/marks.tsx";
import { clockTime } from "../../../labels/format.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { openActivity, openStory } from "../../../state/ui-store.ts";
import { sessionLine as labels } from "../../../labels/activity.ts";

export interface SessionLineProps {
  readonly sessionId: string;
  readonly agentDid: string | undefined;
  readonly around: number;
  readonly intentId: string | undefined;
}

const shown = 11;

export function SessionLine({ sessionId, agentDid, around, intentId }: SessionLineProps) {
  const session = useQuery({
    queryKey: ["session", sessionId, agentDid, around],
    queryFn: () =>
      call("getSession", { sessionId, around, limit: 80, ...(agentDid === undefined ? {} : { agentDid }) }),
    gcTime: 0,
  });
  const verdicts = (session.data ?? []).filter((row) => row.kind === "verdict");
  const place = verdicts.findIndex((row) => row.sequence >= around);
  const first = Math.max(0, Math.min(place === -1 ? verdicts.length : place, verdicts.length) - Math.floor(shown / 2));
  return (
    <>
      <ol className="text-xs" aria-label={labels.decisions}>
        {verdicts.slice(first, first + shown).map((row) => (
          <li key={row.sequence}>
            <button
              type="button"
              aria-current={row.intentId === intentId ? true : undefined}
              onClick={() => openStory({ sequence: row.sequence })}
              className={`grid h-6 w-full grid-cols-[4.75rem_0.75rem_minmax(0,1fr)_auto] items-center gap-2 rounded-sm px-1 text-left ${row.intentId === intentId ? "bg-selected font-medium" : "hover:bg-hover"}`}
            >
              <span className="truncate text-faint tabular-nums">{clockTime(row.at)}</span>
              {row.level === undefined ? <span /> : <RiskMark level={row.level} size={10} />}
              <span className="truncate font-mono">{visibleLine(row.action ?? row.summary)}</span>
              {row.outcome === undefined ? null : <OutcomeMark outcome={row.outcome} />}
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        onClick={() =>
          openActivity({
            kinds: ["verdict"],
            sessions: [sessionId],
            ...(agentDid === undefined ? {} : { agents: [agentDid] }),
          })
        }
        className="mt-1 px-1 text-xs text-accent hover:underline"
      >
        {labels.showAll}
      </button>
    </>
  );
}
