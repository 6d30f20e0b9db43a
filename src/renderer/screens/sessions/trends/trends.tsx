// Figures over all sessions: the risk of every action, agents against tools, and approval fatigue.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { FatiguePoint, RiskPoint, ToolUse } from "../../../../shared/contract/sessions/sessions.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { Plot } from "../../../charts/plot.tsx";
import { scoreLimits } from "../../../charts/score-limits.ts";
import { filters } from "../../../labels/activity.ts";
import { fullTime, score as scoreWords } from "../../../labels/format.ts";
import { timeline } from "../../../labels/sessions/sessions.ts";
import { trends as labels } from "../../../labels/sessions/trends.ts";
import { agentShort, type RangeName, rangeNames } from "../../../lib/activity-filter.ts";
import { Segmented } from "../../../components/segmented.tsx";
import { call } from "../../../state/bridge.ts";
import { useFatigue, useRiskPoints, useToolUse } from "../../../state/figures.ts";
import { openActivity } from "../../../state/ui-store.ts";
import { ExportButtons } from "../picture/export-buttons.tsx";
import { moveBetweenMarks } from "../picture/marks.tsx";
import { useWidth } from "../picture/use-width.ts";
import { FatigueChart } from "./fatigue-chart.tsx";
import { HeatMap } from "./heat-map.tsx";
import { RiskScatter } from "./risk-scatter.tsx";
import { fatigueCsv, pointsCsv, toolUseCsv } from "./trends-csv.ts";

export interface TrendsProps {
  readonly names: ReadonlyMap<string, string>;
  readonly range: RangeName;
  readonly onRange: (range: RangeName) => void;
}

export function Trends({ names, range, onRange }: TrendsProps) {
  const nameOf = (agentDid: string): string => visibleLine(names.get(agentDid) ?? agentShort(agentDid));
  return (
    <div className="h-full min-h-0 overflow-y-auto px-5 pt-3 pb-8 min-[1280px]:px-6">
      <div className="flex justify-end">
        <Segmented
          label={labels.timeSpan}
          value={range}
          segments={rangeNames.map((name) => ({ value: name, label: name, spoken: filters.ranges[name] }))}
          onChange={onRange}
        />
      </div>
      <Risk range={range} nameOf={nameOf} />
      <Tools range={range} nameOf={nameOf} />
      <Fatigue range={range} />
    </div>
  );
}

interface FigureProps {
  readonly title: string;
  readonly about: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

function Figure({ title, about, actions, children }: FigureProps) {
  return (
    <section aria-label={title} className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-semibold">{title}</h2>
        <p className="min-w-0 flex-1 text-xs text-faint max-[719px]:order-last max-[719px]:basis-full">{about}</p>
        <span className="ml-auto">{actions}</span>
      </div>
      {children}
    </section>
  );
}

interface Named {
  readonly range: RangeName;
  readonly nameOf: (agentDid: string) => string;
}

function Risk({ range, nameOf }: Named) {
  const picture = useRef<HTMLDivElement>(null);
  const figure = useRiskPoints(range).data;
  const settings = useQuery({ queryKey: ["getSettings"], queryFn: () => call("getSettings", {}) }).data;
  const { points = [], intents = 0 } = figure?.value ?? {};
  const open = ({ agentDid, intentId, at }: RiskPoint): void =>
    openActivity({ kinds: ["verdict"], first: true, agents: [agentDid], from: at, to: at + 1 }, { intentId, agentDid });
  const pointName = ({ agentDid, tool, score, outcome, at }: RiskPoint): string =>
    labels.point(nameOf(agentDid), visibleLine(tool), scoreWords(score), timeline.outcomes[outcome], fullTime(at));
  return (
    <Figure
      title={labels.risk}
      about={points.length < intents ? labels.someOf(points.length, intents) : labels.riskExplained}
      actions={
        <ExportButtons file={labels.files.risk} what={labels.risk} picture={picture} csv={() => pointsCsv(points)} />
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys of the marks in it */}
      <div ref={picture} onKeyDown={moveBetweenMarks} className="h-60">
        {figure === undefined ? null : (
          <Plot label={labels.risk} nothing={points.length === 0 ? labels.nothing : undefined}>
            {(size) => (
              <RiskScatter
                points={points}
                span={figure.span}
                limits={scoreLimits(settings?.highBand)}
                size={size}
                nameOf={pointName}
                onOpen={open}
              />
            )}
          </Plot>
        )}
      </div>
    </Figure>
  );
}

function Tools({ range, nameOf }: Named) {
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(frame, 800);
  const figure = useToolUse(range).data;
  const use = figure?.value ?? [];
  const open = ({ agentDid, tool }: ToolUse): void =>
    openActivity({ kinds: ["verdict"], first: true, agents: [agentDid], tools: [tool], from: figure?.span.from });
  return (
    <Figure
      title={labels.tools}
      about={labels.toolsExplained}
      actions={
        <ExportButtons file={labels.files.tools} what={labels.tools} picture={svg} csv={() => toolUseCsv(use)} />
      }
    >
      <div ref={frame} className="mt-1">
        {use.length === 0 ? (
          <p className="py-6 text-center text-xs text-faint">{labels.nothing}</p>
        ) : (
          <HeatMap use={use} nameOf={nameOf} width={width} svg={svg} onOpen={open} />
        )}
      </div>
    </Figure>
  );
}

function Fatigue({ range }: { range: RangeName }) {
  const picture = useRef<HTMLDivElement>(null);
  const figure = useFatigue(range).data;
  const points = figure?.value ?? [];
  const open = ({ at, end }: FatiguePoint): void => openActivity({ kinds: ["directive"], from: at, to: end });
  return (
    <Figure
      title={labels.fatigue}
      about={labels.fatigueExplained}
      actions={
        <ExportButtons
          file={labels.files.fatigue}
          what={labels.fatigue}
          picture={picture}
          csv={() => fatigueCsv(points)}
        />
      }
    >
      <p className="mt-1 flex gap-4 text-2xs text-quiet">
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-[2px] bg-bar-approved" />
          {labels.seconds}
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="w-4 border-t-2 border-dashed border-held" />
          {labels.allowed}
        </span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys of the marks in it */}
      <div ref={picture} onKeyDown={moveBetweenMarks} className="h-44">
        {figure === undefined ? null : (
          <Plot label={labels.fatigue} turn={1} nothing={points.length === 0 ? labels.nothing : undefined}>
            {(size) => <FatigueChart points={points} span={figure.span} size={size} onOpen={open} />}
          </Plot>
        )}
      </div>
    </Figure>
  );
}
