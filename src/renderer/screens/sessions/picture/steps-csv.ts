// The steps of a session as a table for other programs.
import type { SessionStep } from "../../../../shared/contract/sessions/sessions.ts";
import { csvText } from "./csv.ts";

/** Plain names: programs read these, and they stay the same in every language. */
const header = [
  "step",
  "time",
  "subagent",
  "tool",
  "headline",
  "action",
  "score",
  "level",
  "first_outcome",
  "outcome",
  "decided_by",
  "waited_ms",
  "ran_ms",
  "read",
  "written",
  "deleted",
  "hosts",
];

export function stepsCsv(steps: readonly SessionStep[]): string {
  return csvText(
    header,
    steps.map((step, index) => {
      const { life, files } = step;
      const paths = (access: string): string =>
        files
          .filter((file) => file.access === access)
          .map(({ path }) => path)
          .join(" ");
      return [
        index + 1,
        new Date(step.at).toISOString(),
        step.subagent?.id,
        step.tool,
        step.headline,
        step.summary,
        step.score,
        step.level,
        life?.first,
        life?.outcome,
        life?.decider,
        life?.waitedMs,
        life?.ranMs,
        paths("read"),
        paths("write"),
        paths("delete"),
        step.hosts.map(({ host }) => host).join(" "),
      ];
    }),
  );
}
