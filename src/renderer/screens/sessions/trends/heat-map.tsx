// Agents against tools: how often each agent used each tool, and the highest risk of it.
import type { RefObject } from "react";
import type { ToolUse } from "../../../../shared/contract/sessions/sessions.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { levelFills } from "../../../charts/level-fills.ts";
import { roundNumber } from "../../../labels/format.ts";
import { trends as labels } from "../../../labels/sessions/trends.ts";
import { Mark, moveBetweenMarks } from "../picture/marks.tsx";

const nameWidth = 132;
const cellHeight = 28;
const narrowestCell = 64;
const top = 26;
/** The most used; more do not fit side by side. */
const mostTools = 10;
const mostAgents = 12;

export interface HeatMapProps {
  readonly use: readonly ToolUse[];
  readonly nameOf: (agentDid: string) => string;
  readonly width: number;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly onOpen: (cell: ToolUse) => void;
}

export function HeatMap({ use, nameOf, width, svg, onOpen }: HeatMapProps) {
  const agents = mostUsed(use, ({ agentDid }) => agentDid).slice(0, mostAgents);
  const tools = mostUsed(use, ({ tool }) => tool).slice(0, mostTools);
  const cellWidth = Math.max(narrowestCell, (width - nameWidth) / Math.max(1, tools.length));
  const most = Math.max(1, ...use.map(({ intents }) => intents));
  const cells = use.filter(({ agentDid, tool }) => agents.includes(agentDid) && tools.includes(tool));
  const ordered = cells.toSorted(
    (left, right) =>
      agents.indexOf(left.agentDid) - agents.indexOf(right.agentDid) ||
      tools.indexOf(left.tool) - tools.indexOf(right.tool),
  );
  return (
    <div className="overflow-x-auto">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the marks in it */}
      <svg
        ref={svg}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG has no groups with a name
        role="group"
        aria-label={labels.tools}
        width={nameWidth + cellWidth * tools.length}
        height={top + agents.length * cellHeight}
        onKeyDown={moveBetweenMarks}
        className="block"
      >
        <g aria-hidden fontSize={11} fill="var(--color-faint)">
          {tools.map((tool, column) => (
            <text key={tool} x={nameWidth + (column + 0.5) * cellWidth} y={16} textAnchor="middle">
              {cut(tool, cellWidth)}
            </text>
          ))}
          {agents.map((agent, row) => (
            <text key={agent} x={0} y={top + row * cellHeight + 18} fill="var(--color-quiet)">
              {cut(nameOf(agent), nameWidth)}
            </text>
          ))}
        </g>
        {ordered.map((cell, index) => (
          <Cell
            key={`${cell.agentDid} ${cell.tool}`}
            cell={cell}
            share={cell.intents / most}
            name={labels.cell(nameOf(cell.agentDid), visibleLine(cell.tool), cell.intents, cell.asked, cell.denied)}
            x={nameWidth + tools.indexOf(cell.tool) * cellWidth}
            y={top + agents.indexOf(cell.agentDid) * cellHeight}
            width={cellWidth}
            reachable={index === 0}
            onOpen={onOpen}
          />
        ))}
      </svg>
    </div>
  );
}

interface CellProps {
  readonly cell: ToolUse;
  /** Of the largest cell. */
  readonly share: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly reachable: boolean;
  readonly onOpen: (cell: ToolUse) => void;
}

function Cell({ cell, share, name, x, y, width, reachable, onOpen }: CellProps) {
  return (
    <Mark name={name} reachable={reachable} onOpen={() => onOpen(cell)}>
      <rect
        x={x + 1}
        y={y + 1}
        width={width - 2}
        height={cellHeight - 2}
        rx={3}
        fill="var(--color-accent)"
        fillOpacity={0.06 + 0.3 * Math.sqrt(share)}
        className="group-hover/mark:stroke-edge group-focus-visible/mark:stroke-accent group-focus-visible/mark:stroke-2"
      />
      <rect x={x + 4} y={y + 6} width={3} height={cellHeight - 12} rx={1.5} fill={levelFills[cell.worst]} />
      <text x={x + width / 2 + 2} y={y + 18} textAnchor="middle" fontSize={11.5} fill="var(--color-ink)">
        {roundNumber(cell.intents)}
      </text>
    </Mark>
  );
}

function mostUsed(use: readonly ToolUse[], by: (cell: ToolUse) => string): readonly string[] {
  const sums = new Map<string, number>();
  for (const cell of use) sums.set(by(cell), (sums.get(by(cell)) ?? 0) + cell.intents);
  return [...sums].sort(([, left], [, right]) => right - left).map(([name]) => name);
}

function cut(name: string, width: number): string {
  const most = Math.floor((width - 6) / 6.4);
  const shown = visibleLine(name);
  return shown.length <= most ? shown : `${shown.slice(0, Math.max(3, most - 1))}…`;
}
