// The boundary of a contained run: what a program inside its sandbox asked of what surrounds it, in the words that engine, gate and window share.

export type BoundaryKind = "connect" | "read" | "write";

/** The tools under which such requests are judged, granted and recorded. No agent's own tool is called so. */
export const boundaryTools = {
  connect: "contained_connect",
  read: "contained_read",
  write: "contained_write",
} as const satisfies Record<BoundaryKind, string>;

const toolNames: ReadonlySet<string> = new Set(Object.values(boundaryTools));

export function isBoundaryTool(tool: string): boolean {
  return toolNames.has(tool);
}

/** Carried by the intent that stands for such a request. */
export interface BoundaryRequest {
  readonly runId: string;
  readonly kind: BoundaryKind;
  /** What was running at the time, as far as it is known. */
  readonly command?: string;
  /** Why the boundary refuses it, whoever would allow it. Absent: a human may. */
  readonly refused?: string;
}

/** What a run sent to one host and got from it. */
export interface HostTraffic {
  readonly host: string;
  readonly port: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly connections: number;
}
