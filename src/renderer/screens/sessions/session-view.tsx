// One session: its picture, and the replay of the step that is selected.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import type { SessionStep, SessionSteps } from "../../../shared/contract/sessions/sessions.ts";
import { second } from "../../../shared/lib/clock.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { scoreLimits } from "../../charts/score-limits.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Segmented } from "../../components/segmented.tsx";
import type { ActivityFilter } from "../../lib/activity-filter.ts";
import { fullTime } from "../../labels/format.ts";
import { exportButtons, sessionView as labels } from "../../labels/sessions/sessions.ts";
import { call } from "../../state/bridge.ts";
import { openActivity, type Opened, type OpenedSession, openSession } from "../../state/ui-store.ts";
import { ExportButtons } from "./picture/export-buttons.tsx";
import { flowCsv } from "./picture/flow-csv.ts";
import type { FlowNode } from "./picture/flow-graph.ts";
import { Flow } from "./picture/flow.tsx";
import { Replay } from "./picture/replay.tsx";
import { StepTable } from "./picture/step-table.tsx";
import { stepsCsv } from "./picture/steps-csv.ts";
import { Timeline } from "./picture/timeline.tsx";

const pictures = ["timeline", "flow", "table"] as const;
type Picture = (typeof pictures)[number];

export function SessionView({ session, name }: { session: OpenedSession; name: string }) {
  const { agentDid, sessionId } = session;
  const found = useQuery({
    queryKey: ["getSessionSteps", agentDid, sessionId],
    queryFn: () => call("getSessionSteps", { agentDid, sessionId }),
    refetchInterval: 10 * second,
    placeholderData: keepPreviousData,
    // A session that does not go on is not drawn again.
    structuralSharing: true,
  });
  if (found.data === undefined)
    return found.error === null ? <div aria-busy /> : <Empty title={labels.cannotBeShown}>{found.error.message}</Empty>;
  return <Shown session={session} name={name} found={found.data} />;
}

interface ShownProps {
  readonly session: OpenedSession;
  readonly name: string;
  readonly found: SessionSteps;
}

function Shown({ session, name, found: { steps, earlier } }: ShownProps) {
  const { agentDid, sessionId } = session;
  const settings = useQuery({ queryKey: ["getSettings"], queryFn: () => call("getSettings", {}) }).data;
  const [picture, setPicture] = useState<Picture>("timeline");
  const [chosen, setChosen] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  const at = Math.min(chosen, steps.length - 1);
  const openStep = useCallback(
    ({ intentId }: SessionStep) =>
      openActivity(
        { kinds: ["verdict"], first: true, agents: [agentDid], sessions: [sessionId] },
        { intentId, agentDid },
      ),
    [agentDid, sessionId],
  );
  const openNode = (node: FlowNode): void => openActivity(nodeFilter(session, node), nodeStory(session, node));
  if (steps.length === 0) return <Empty title={labels.noSteps} />;
  const select = (index: number): void => {
    const step = steps[index];
    if (index === at && step !== undefined) openStep(step);
    else setChosen(index);
  };
  return (
    <article aria-label={labels.session} className="min-h-0 overflow-y-auto px-5 pt-4 pb-8 min-[1280px]:px-6">
      <Heading session={session} name={name} steps={steps} />
      <div className="mt-4 mb-2 flex flex-wrap items-center gap-2">
        <Segmented
          label={labels.picture}
          value={picture}
          segments={pictures.map((value) => ({ value, label: labels[value] }))}
          onChange={setPicture}
        />
        <span className="ml-auto">
          {picture === "flow" ? (
            <ExportButtons
              file={exportButtons.files.flow}
              what={labels.flow}
              picture={svg}
              csv={() => flowCsv(steps)}
            />
          ) : (
            <ExportButtons
              file={exportButtons.files.timeline}
              what={labels.timeline}
              {...(picture === "timeline" ? { picture: svg } : {})}
              csv={() => stepsCsv(steps)}
            />
          )}
        </span>
      </div>
      {earlier ? <p className="mb-2 text-xs text-faint">{labels.latestOnly(steps.length)}</p> : null}
      {picture === "timeline" ? (
        <Timeline steps={steps} selected={at} limits={scoreLimits(settings?.highBand)} svg={svg} onSelect={select} />
      ) : picture === "flow" ? (
        <Flow steps={steps} agent={name} svg={svg} onOpen={openNode} />
      ) : (
        <StepTable steps={steps} onOpen={openStep} />
      )}
      <Replay agentDid={agentDid} steps={steps} at={at} onMove={setChosen} onOpen={openStep} />
    </article>
  );
}

/** The rows of a file or host; of an agent, or of what has no name in the ledger, those of the session. */
function nodeFilter({ agentDid, sessionId }: OpenedSession, { kind, name, steps }: FlowNode): ActivityFilter {
  const rows: ActivityFilter = { kinds: ["verdict"], first: true, agents: [agentDid], sessions: [sessionId] };
  if (kind === "file") return { ...rows, path: name };
  const named = steps.some(({ hosts }) => hosts.some((host) => host.host === name && host.named === true));
  return kind === "host" && !named ? { ...rows, host: name } : rows;
}

/** The latest step of what cannot be filtered by. */
function nodeStory({ agentDid }: OpenedSession, { kind, steps }: FlowNode): Opened | undefined {
  const last = steps.at(-1);
  return kind === "file" || last === undefined ? undefined : { intentId: last.intentId, agentDid };
}

interface HeadingProps {
  readonly session: OpenedSession;
  readonly name: string;
  readonly steps: readonly SessionStep[];
}

function Heading({ session: { agentDid, sessionId }, name, steps }: HeadingProps) {
  const first = steps[0]?.at ?? 0;
  const asked = steps.filter(({ life }) => life?.first === "ESCALATE").length;
  const denied = steps.filter(({ life }) => life?.outcome === "DENIED").length;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Button
        look="quiet"
        size="icon"
        className="min-[820px]:hidden"
        aria-label={labels.backToList}
        onClick={() => openSession(undefined)}
      >
        <ChevronLeft size={14} aria-hidden />
      </Button>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">{visibleLine(name)}</h2>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-quiet">
          <span>{fullTime(first)}</span>
          <span>{labels.lasted((steps.at(-1)?.at ?? first) - first)}</span>
          <span>· {labels.steps(steps.length)}</span>
          {asked === 0 ? null : <span>· {labels.asked(asked)}</span>}
          {denied === 0 ? null : <span className="text-denied">· {labels.denied(denied)}</span>}
        </p>
      </div>
      <Button
        onClick={() => openActivity({ kinds: ["verdict"], first: true, agents: [agentDid], sessions: [sessionId] })}
      >
        {labels.inActivity}
      </Button>
    </div>
  );
}
