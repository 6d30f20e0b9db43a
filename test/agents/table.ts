// The table of agents and cases, and what is to be said about those that did not pass.
import type { CaseName, CaseResult } from "./case-names.ts";
import type { AgentProgram } from "./programs.ts";
import type { Results } from "./steps.ts";

const signs: Readonly<Record<CaseResult["state"], string>> = { passed: "pass", failed: "FAIL", "n/a": "n/a" };

export function tableOf(
  rows: ReadonlyMap<AgentProgram, Results>,
  caseNames: readonly CaseName[],
): { readonly text: string; readonly failed: number } {
  const programs = [...rows.keys()];
  const widest = Math.max(...caseNames.map(({ length }) => length));
  const lines = [["".padEnd(widest), ...programs.map(({ id }) => id.padEnd(11))].join("  ")];
  const remarks: string[] = [];
  let failed = 0;
  for (const name of caseNames) {
    const cells = programs.map((program) => {
      const result = rows.get(program)?.get(name) ?? { state: "failed" as const, why: "it was not reached" };
      if (result.state === "failed") failed += 1;
      if (result.state !== "passed") remarks.push(`${signs[result.state]} ${program.id}: ${name}: ${result.why}`);
      return signs[result.state].padEnd(11);
    });
    lines.push([name.padEnd(widest), ...cells].join("  "));
  }
  const total = programs.length * caseNames.length;
  const end = `${programs.length} agents, ${total - remarks.length} passed, ${failed} failed, ${remarks.length - failed} not applicable`;
  return { text: [...lines, "", ...remarks, ...(remarks.length > 0 ? [""] : []), end].join("\n"), failed };
}
