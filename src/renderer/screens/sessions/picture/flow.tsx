// The data flow of a session: what was read, by which agent, what was written and where it was sent. Each mark leads to its rows.
import { type RefObject, useMemo, useRef } from "react";
import type { SessionStep } from "../../../../shared/contract/sessions/sessions.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { levelFills } from "../../../charts/level-fills.ts";
import { levelWords } from "../../../labels/vocabulary.ts";
import { flow as labels } from "../../../labels/sessions/trends.ts";
import { timeline } from "../../../labels/sessions/sessions.ts";
import { type FlowColumn, type FlowEdge, flowOf, type FlowNode } from "./flow-graph.ts";
import { Mark, moveBetweenMarks } from "./marks.tsx";
import { useWidth } from "./use-width.ts";

const rowHeight = 34;
const nodeHeight = 24;
const top = 30;
const narrowest = 680;
/** What is written and where it is sent share a column, one below the other: no line passes behind a mark. */
const places: Readonly<Record<FlowColumn, number>> = { source: 0, agent: 1, written: 2, sent: 2 };
const columnOrder: readonly FlowColumn[] = ["source", "agent", "written", "sent"];

export interface FlowProps {
  readonly steps: readonly SessionStep[];
  readonly agent: string;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly onOpen: (node: FlowNode) => void;
}

interface Placed {
  readonly node: FlowNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export function Flow({ steps, agent, svg, onOpen }: FlowProps) {
  const frame = useRef<HTMLDivElement>(null);
  const seen = useWidth(frame, 900);
  const graph = useMemo(() => flowOf(steps), [steps]);
  const width = Math.max(narrowest, seen);
  const placed = useMemo(() => place(graph.nodes, width), [graph, width]);
  const bottom = Math.max(top, ...placed.map(({ y }) => y)) + rowHeight;
  const at = new Map(placed.map((each) => [each.node.id, each]));
  return (
    <div>
      <div ref={frame} className="overflow-x-auto pb-1">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the marks in it */}
        <svg
          ref={svg}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG has no groups with a name
          role="group"
          aria-label={labels.name}
          width={width}
          height={bottom + 4}
          onKeyDown={moveBetweenMarks}
          className="block"
        >
          <Titles nodes={graph.nodes} width={width} />
          <g aria-hidden>
            {graph.edges.map((edge) => (
              <Edge key={`${edge.from} ${edge.to}`} edge={edge} from={at.get(edge.from)} to={at.get(edge.to)} />
            ))}
          </g>
          {placed.map((each, index) => (
            <Node key={each.node.id} placed={each} agent={agent} reachable={index === 0} onOpen={onOpen} />
          ))}
          {/* Beside the marks: shortened, they would contradict the marks' names. */}
          <g aria-hidden pointerEvents="none">
            {placed.map((each) => (
              <NodeText key={each.node.id} placed={each} agent={agent} />
            ))}
          </g>
        </svg>
      </div>
      <p className="mt-1 text-2xs text-faint">{labels.hint}</p>
    </div>
  );
}

/** Columns side by side, each from the top down. */
function place(nodes: readonly FlowNode[], width: number): readonly Placed[] {
  return columnOrder.flatMap((column) =>
    nodes
      .filter((node) => node.column === column)
      .map((node, row) => ({ node, y: startOf(nodes, column) + row * rowHeight, ...columnAt(column, width) })),
  );
}

/** Below the title of the column. */
function startOf(nodes: readonly FlowNode[], column: FlowColumn): number {
  const written = nodes.filter((node) => node.column === "written").length;
  return column === "sent" && written > 0 ? 2 * top + written * rowHeight : top;
}

function columnAt(column: FlowColumn, width: number): { readonly x: number; readonly width: number } {
  const gap = Math.max(40, width * 0.1);
  const each = (width - 2 * gap - 2) / 3;
  return { x: 1 + places[column] * (each + gap), width: each };
}

function Titles({ nodes, width }: { nodes: readonly FlowNode[]; width: number }) {
  return (
    <g aria-hidden>
      {columnOrder
        .filter((column) => nodes.some((node) => node.column === column))
        .map((column) => (
          <text
            key={column}
            x={columnAt(column, width).x}
            y={startOf(nodes, column) - 14}
            fontSize={11}
            fontWeight={600}
            fill="var(--color-faint)"
          >
            {labels.columns[column]}
          </text>
        ))}
    </g>
  );
}

function Edge({ edge, from, to }: { edge: FlowEdge; from: Placed | undefined; to: Placed | undefined }) {
  if (from === undefined || to === undefined) return null;
  const x1 = from.x + from.width;
  const y1 = from.y + nodeHeight / 2;
  const y2 = to.y + nodeHeight / 2;
  const middle = (to.x - x1) / 2;
  const calm = edge.worst === "LOW";
  return (
    <path
      d={`M${x1} ${y1} C${x1 + middle} ${y1} ${to.x - middle} ${y2} ${to.x} ${y2}`}
      fill="none"
      stroke={calm ? "var(--color-edge)" : levelFills[edge.worst]}
      strokeOpacity={calm ? 0.9 : 0.75}
      strokeWidth={Math.min(6, 1 + Math.sqrt(edge.steps.length))}
      strokeDasharray={edge.blocked ? "2 5" : "0"}
    />
  );
}

interface NodeProps {
  readonly placed: Placed;
  readonly agent: string;
  readonly reachable: boolean;
  readonly onOpen: (node: FlowNode) => void;
}

function Node({ placed: { node, x, y, width }, agent, reachable, onOpen }: NodeProps) {
  const title = titleOf(node, agent);
  const blocked = node.steps.every(({ life }) => life?.outcome === "DENIED");
  return (
    <Mark name={nameOf(node, title, blocked)} reachable={reachable} onOpen={() => onOpen(node)}>
      <rect
        x={x}
        y={y}
        width={width}
        height={nodeHeight}
        rx={5}
        fill="var(--color-raised)"
        stroke="var(--color-edge)"
        strokeDasharray={blocked ? "3 3" : "0"}
        className="group-hover/mark:fill-hover group-focus-visible/mark:stroke-accent group-focus-visible/mark:stroke-2"
      />
      <rect x={x + 5} y={y + 5} width={3} height={nodeHeight - 10} rx={1.5} fill={levelFills[node.worst]} />
    </Mark>
  );
}

function NodeText({ placed: { node, x, y, width }, agent }: Pick<NodeProps, "placed" | "agent">) {
  const prefix = node.secret ? labels.secretPrefix : "";
  return (
    <text
      x={x + 14}
      y={y + 16}
      fontSize={11.5}
      fill="var(--color-ink)"
      textDecoration={node.deleted ? "line-through" : "none"}
    >
      {prefix}
      {shortName(titleOf(node, agent), Math.floor((width - 30) / 6.6) - prefix.length)}
    </text>
  );
}

function titleOf({ kind, name, stands, steps }: FlowNode, agent: string): string {
  if (kind === "rest") return labels.more(stands);
  if (kind !== "agent") return visibleLine(name);
  return name === "" ? agent : visibleLine(steps[0]?.subagent?.type ?? timeline.subagent);
}

/** The end of a path says more than its beginning. */
function shortName(name: string, most: number): string {
  return name.length <= most ? name : `…${name.slice(-Math.max(4, most - 1))}`;
}

function nameOf(node: FlowNode, title: string, blocked: boolean): string {
  const what = node.deleted ? labels.deleted : labels.verbs[node.column];
  const notes = [
    labels.steps(node.steps.length),
    labels.risk(levelWords[node.worst]),
    ...(node.secret ? [labels.secret] : []),
    ...(blocked ? [labels.blocked] : []),
  ];
  return `${what} ${title}: ${notes.join(", ")}`;
}
