// The steps of a session from left to right: the risk trail above, the agent and its subagents as lanes below.
import { type RefObject, useEffect, useMemo, useRef } from "react";
import type { SessionStep } from "../../../../shared/contract/sessions/sessions.ts";
import { outcomes } from "../../../../shared/domain/verdict.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { levelFills } from "../../../charts/level-fills.ts";
import type { ScoreLimits } from "../../../charts/score-limits.ts";
import { clockTime, score as scoreWords } from "../../../labels/format.ts";
import { lifeWords } from "../../../labels/outcomes.ts";
import { timeline as labels } from "../../../labels/sessions/sessions.ts";
import { type Lane, laneOf, lanesOf } from "./lanes.ts";
import { Mark, moveBetweenMarks, OutcomeShape } from "./marks.tsx";
import { useWidth } from "./use-width.ts";

const left = 34;
const right = 16;
const top = 14;
const riskHeight = 120;
const laneTop = top + riskHeight + 26;
const laneHeight = 34;
const footer = 24;
const narrowestGap = 18;
const widestGap = 56;

export interface TimelineProps {
  readonly steps: readonly SessionStep[];
  readonly selected: number;
  readonly limits: ScoreLimits;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly onSelect: (index: number) => void;
}

export function Timeline({ steps, selected, limits, svg, onSelect }: TimelineProps) {
  const frame = useRef<HTMLDivElement>(null);
  const seen = useWidth(frame, 800);
  const lanes = useMemo(() => lanesOf(steps), [steps]);
  const gap = Math.min(widestGap, Math.max(narrowestGap, (seen - left - right) / Math.max(1, steps.length)));
  const width = Math.max(seen, left + right + gap * steps.length);
  const rows = 1 + Math.max(0, ...lanes.map(({ row }) => row));
  const height = laneTop + rows * laneHeight + footer;
  const xOf = (index: number): number => left + gap * (index + 0.5);

  useEffect(() => {
    const element = frame.current;
    const x = left + gap * (selected + 0.5);
    if (element === null || (x > element.scrollLeft + 40 && x < element.scrollLeft + element.clientWidth - 40)) return;
    element.scrollTo?.({ left: x - element.clientWidth / 2 });
  }, [selected, gap]);

  return (
    <div>
      <div ref={frame} className="relative overflow-x-auto pb-1">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the marks in it */}
        <svg
          ref={svg}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG has no groups with a name
          role="group"
          aria-label={labels.name}
          width={width}
          height={height}
          onKeyDown={moveBetweenMarks}
          className="block"
        >
          <RiskScale limits={limits} width={width} />
          <RiskTrail steps={steps} xOf={xOf} />
          <Lanes lanes={lanes} xOf={xOf} gap={gap} />
          <Times steps={steps} xOf={xOf} y={height - 8} />
          {steps.map((step, index) => (
            <StepMark
              key={step.sequence}
              step={step}
              index={index}
              x={xOf(index)}
              y={laneTop + laneHeight * ((laneOf(lanes, step)?.row ?? 0) + 0.5)}
              column={{ width: gap, height: height - footer + 4 }}
              selected={index === selected}
              onSelect={onSelect}
            />
          ))}
        </svg>
      </div>
      <Legend />
    </div>
  );
}

function yOf(score: number): number {
  return top + riskHeight * (1 - Math.min(1, Math.max(0, score)));
}

function RiskScale({ limits: { asks, denies }, width }: { limits: ScoreLimits; width: number }) {
  const lines = [
    ...(asks === undefined ? [] : [{ at: asks, words: labels.asks(scoreWords(asks)), colour: "var(--color-held)" }]),
    { at: denies, words: labels.denies(scoreWords(denies)), colour: "var(--color-denied)" },
  ];
  return (
    <g aria-hidden>
      {[0, 0.5, 1].map((score) => (
        <g key={score}>
          <line x1={left} x2={width - right} y1={yOf(score)} y2={yOf(score)} stroke="var(--color-line)" />
          <text x={left - 6} y={yOf(score) + 4} textAnchor="end" fontSize={11} fill="var(--color-faint)">
            {scoreWords(score)}
          </text>
        </g>
      ))}
      {lines.map(({ at, words, colour }, index) => (
        <g key={words}>
          <line x1={left} x2={width - right} y1={yOf(at)} y2={yOf(at)} stroke={colour} strokeDasharray="4 4" />
          <text
            x={left + 4}
            y={index === lines.length - 1 ? yOf(at) - 4 : yOf(at) + 12}
            fontSize={10.5}
            fill="var(--color-quiet)"
          >
            {words}
          </text>
        </g>
      ))}
    </g>
  );
}

interface Placed {
  readonly xOf: (index: number) => number;
}

function RiskTrail({ steps, xOf }: { steps: readonly SessionStep[] } & Placed) {
  const points = steps.map(({ score = 0 }, index) => `${xOf(index)} ${yOf(score)}`);
  if (points.length === 0) return null;
  const trail = `M${points.join(" L")}`;
  return (
    <g aria-hidden>
      <path
        d={`${trail} L${xOf(steps.length - 1)} ${yOf(0)} L${xOf(0)} ${yOf(0)} Z`}
        fill="var(--color-accent)"
        fillOpacity={0.08}
      />
      <path d={trail} fill="none" stroke="var(--color-edge)" strokeWidth={1.5} />
    </g>
  );
}

function Lanes({ lanes, xOf, gap }: { lanes: readonly Lane[]; gap: number } & Placed) {
  const yLane = (row: number): number => laneTop + laneHeight * (row + 0.5);
  return (
    <g aria-hidden>
      {lanes.map(({ subagent, type, first, last, row, from, to }) => (
        <g key={subagent ?? ""} stroke="var(--color-edge)" strokeWidth={2} fill="none">
          {last < first ? null : <path d={`M${xOf(first)} ${yLane(row)} H${xOf(last)}`} />}
          {subagent === undefined || from === undefined ? null : (
            <path
              d={`M${xOf(from)} ${yLane(0)} C${xOf(from) + gap / 2} ${yLane(0)} ${xOf(first) - gap / 2} ${yLane(row)} ${xOf(first)} ${yLane(row)}`}
            />
          )}
          {subagent === undefined || to === undefined ? null : (
            <path
              strokeDasharray="3 4"
              d={`M${xOf(last)} ${yLane(row)} C${xOf(last) + gap / 2} ${yLane(row)} ${xOf(to) - gap / 2} ${yLane(0)} ${xOf(to)} ${yLane(0)}`}
            />
          )}
          {subagent === undefined ? null : (
            <text x={xOf(first)} y={yLane(row) + 17} fontSize={11} stroke="none" fill="var(--color-quiet)">
              {visibleLine(type ?? labels.subagent)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

/** Room for one time of day. */
const timeWidth = 84;

/** As many as have room beside each other. */
function shownTimes(steps: readonly SessionStep[], xOf: Placed["xOf"]) {
  const shown: { readonly at: number; readonly x: number; readonly index: number }[] = [];
  for (const [index, { at }] of steps.entries()) {
    const x = xOf(index);
    if (x >= (shown.at(-1)?.x ?? -Infinity) + timeWidth) shown.push({ at, x, index });
  }
  return shown;
}

function Times({ steps, xOf, y }: { steps: readonly SessionStep[]; y: number } & Placed) {
  const shown = shownTimes(steps, xOf);
  return (
    <g aria-hidden>
      {shown.map(({ at, x, index }) => (
        <text
          key={index}
          x={Math.max(x, left)}
          y={y}
          textAnchor={index === 0 ? "start" : "middle"}
          fontSize={11}
          fill="var(--color-faint)"
        >
          {clockTime(at)}
        </text>
      ))}
    </g>
  );
}

interface StepMarkProps {
  readonly step: SessionStep;
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly column: { readonly width: number; readonly height: number };
  readonly selected: boolean;
  readonly onSelect: (index: number) => void;
}

function StepMark({ step, index, x, y, column, selected, onSelect }: StepMarkProps) {
  const { score = 0, level = "LOW", life } = step;
  const outcome = life === undefined ? "APPROVED" : life.outcome;
  const asked = life?.first === "ESCALATE" && outcome !== "ESCALATE";
  return (
    <Mark name={stepName(step, index)} reachable={selected} selected={selected} onOpen={() => onSelect(index)}>
      <rect
        x={x - column.width / 2}
        y={4}
        width={column.width}
        height={column.height}
        rx={4}
        fill={selected ? "var(--color-selected)" : "transparent"}
        fillOpacity={0.65}
        className={
          selected
            ? "stroke-accent"
            : "group-hover/mark:fill-hover group-focus-visible/mark:stroke-accent group-focus-visible/mark:stroke-2"
        }
      />
      <circle cx={x} cy={yOf(score)} r={score >= 0.4 ? 4 : 2.75} fill={levelFills[level]} />
      {asked ? (
        <circle cx={x} cy={y} r={9} fill="none" stroke="var(--color-held)" strokeWidth={1.5} strokeDasharray="2 2" />
      ) : null}
      <OutcomeShape outcome={outcome} x={x} y={y} />
    </Mark>
  );
}

function stepName(step: SessionStep, index: number): string {
  const { headline, life, score, subagent } = step;
  return labels.step(
    index + 1,
    visibleLine(headline),
    life === undefined ? labels.outcomes.APPROVED : lifeWords(life),
    score === undefined ? "" : scoreWords(score),
    subagent === undefined ? "" : visibleLine(subagent.type ?? labels.subagent),
  );
}

function Legend() {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-2xs text-quiet">
      <ul aria-label={labels.legend} className="flex flex-wrap gap-x-4 gap-y-1">
        {outcomes.map((outcome) => (
          <li key={outcome} className="flex items-center gap-1.5">
            <svg width={14} height={14} aria-hidden>
              <OutcomeShape outcome={outcome} x={7} y={7} size={4.5} />
            </svg>
            {labels.outcomes[outcome]}
          </li>
        ))}
      </ul>
      <p className="text-faint min-[900px]:ml-auto">{labels.hint}</p>
    </div>
  );
}
