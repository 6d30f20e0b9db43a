// The data flow of a session as a table for other programs: one line for each place and agent.
import type { SessionStep } from "../../../../shared/contract/sessions/sessions.ts";
import { csvText } from "./csv.ts";
import { flowOf } from "./flow-graph.ts";

const header = ["from", "to", "steps", "highest_risk", "blocked"];

export function flowCsv(steps: readonly SessionStep[]): string {
  const { nodes, edges } = flowOf(steps);
  const names = new Map(nodes.map(({ id, kind, name, stands }) => [id, kind === "rest" ? `${stands} others` : name]));
  return csvText(
    header,
    edges.map(({ from, to, steps: own, worst, blocked }) => [
      names.get(from) === "" ? "agent" : names.get(from),
      names.get(to) === "" ? "agent" : names.get(to),
      own.length,
      worst,
      blocked ? "yes" : "no",
    ]),
  );
}
