// What is known about the descent of a process that wants to use the operator's socket.
import { readFileSync } from "node:fs";
import { agentMarker } from "../../shared/local/agent-programs.ts";
import type { OperatorLineage } from "../../shared/local/operator-access.ts";
import type { Peer } from "../../shared/local/peer.ts";
import type { ProcessTable } from "./process-table.ts";

/** Enough for any real environment; a larger one is read up to here. */
const environmentLength = 1 << 20;

export function operatorLineage({ processes }: Peer, table: ProcessTable, root = "/proc"): OperatorLineage {
  const top = processes.at(-1);
  return {
    processes,
    topParent: top === undefined ? undefined : table.parentOf(top.pid),
    markerOf: ({ pid }) => agentMarker(environmentOf(root, pid)),
  };
}

/** As the process was started with it. Empty where it cannot be read: on other systems, and for programs of other users. */
function environmentOf(root: string, pid: number): readonly string[] {
  try {
    return readFileSync(`${root}/${pid}/environ`, "utf8").slice(0, environmentLength).split("\0");
  } catch {
    return [];
  }
}
