// The lanes of a timeline: the main agent's, and one for each subagent that branches off it and comes back.
import type { SessionStep } from "../../../../shared/contract/sessions/sessions.ts";

export interface Lane {
  /** Undefined for the main agent. */
  readonly subagent: string | undefined;
  readonly type: string | undefined;
  readonly first: number;
  readonly last: number;
  /** The row it is drawn in: lanes that do not overlap share one. */
  readonly row: number;
  /** The step of the main agent it starts from, where one is known. */
  readonly from: number | undefined;
  /** The next step of the main agent after its last one. */
  readonly to: number | undefined;
}

/** The main agent first. Indexes are those of the steps. */
export function lanesOf(steps: readonly SessionStep[]): readonly Lane[] {
  const spans = new Map<string, { readonly first: number; last: number; readonly type: string | undefined }>();
  for (const [index, { subagent }] of steps.entries()) {
    if (subagent === undefined) continue;
    const known = spans.get(subagent.id);
    if (known === undefined) spans.set(subagent.id, { first: index, last: index, type: subagent.type });
    else known.last = index;
  }
  const rows: number[] = [];
  const branches = [...spans].map(([subagent, { first, last, type }]): Lane => {
    const free = rows.findIndex((end) => end < first);
    const row = free === -1 ? rows.length : free;
    rows[row] = last;
    return { subagent, type, first, last, row: row + 1, from: startOf(steps, first), to: returnOf(steps, last) };
  });
  const main: Lane = {
    subagent: undefined,
    type: undefined,
    first: Math.max(
      0,
      steps.findIndex(({ subagent }) => subagent === undefined),
    ),
    last: steps.findLastIndex(({ subagent }) => subagent === undefined),
    row: 0,
    from: undefined,
    to: undefined,
  };
  return [main, ...branches];
}

/** The main agent's last step that hands work over, or else its last step, before the branch. */
function startOf(steps: readonly SessionStep[], first: number): number | undefined {
  const before = steps.slice(0, first);
  const handed = before.findLastIndex(({ subagent, delegates }) => subagent === undefined && delegates);
  const start = handed === -1 ? before.findLastIndex(({ subagent }) => subagent === undefined) : handed;
  return start === -1 ? undefined : start;
}

function returnOf(steps: readonly SessionStep[], last: number): number | undefined {
  const after = steps.findIndex(({ subagent }, index) => index > last && subagent === undefined);
  return after === -1 ? undefined : after;
}

export function laneOf(lanes: readonly Lane[], { subagent }: SessionStep): Lane | undefined {
  return lanes.find((lane) => lane.subagent === subagent?.id);
}
