// gatehouse policy diff: a file beside the policy in force, in lines and in what it would have decided otherwise.
import { setTimeout as sleep } from "node:timers/promises";
import type { WhatIfReport, WhatIfState } from "../../shared/contract/policy-api.ts";
import { lineDifference } from "../../shared/lib/line-difference.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { paint } from "../colour.ts";
import { operatorCommand } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import type { Call } from "../operator.ts";
import { readNamedFile } from "../read-file.ts";
import { commandTable } from "../table/index.ts";
import { counted, table, visible } from "../text.ts";

const askAgainMs = 100;

export const policyDiff = operatorCommand({
  ...commandTable["policy diff"],
  act: async ({ call, operands: [file = ""], options: { days = "30" } }) => {
    if (!/^[1-9]\d{0,3}$/.test(days)) return fail(usage("--days is a number from 1 to 3650."));
    const text = readNamedFile(file);
    if (!text.ok) return text;
    const force = await call("getPolicy", {});
    if (!force.ok) return force;
    const lines = lineDifference(force.value.text, text.value);
    const report = await tried(call, text.value, Number(days));
    if (!report.ok) return report;
    const shown = lines.map((line) => paint(line.startsWith("-") ? "red" : "green", visible(line)));
    return ok({
      data: { lines, ...report.value },
      text: [...(lines.length === 0 ? ["The file is the policy in force."] : shown), "", ...past(report.value)].join(
        "\n",
      ),
    });
  },
});

/** The draft on the past; the engine does it beside its work. */
async function tried(call: Call, text: string, days: number): Promise<Result<WhatIfReport, CommandFailure>> {
  const started = await call("startWhatIf", { text, days });
  if (!started.ok) return started;
  for (;;) {
    const state: Result<WhatIfState, CommandFailure> = await call("getWhatIf", { runId: started.value.runId });
    if (!state.ok) return state;
    if (state.value.status === "done") return ok(state.value.report);
    if (state.value.status === "failed") return fail({ code: "fault", message: visible(state.value.message) });
    if (state.value.status === "cancelled")
      return fail({ code: "stale", message: "The trial was ended by another one. Run it again." });
    await sleep(askAgainMs);
  }
}

function past({ replayed, counts, changes, partial }: WhatIfReport): readonly string[] {
  const { denied, asked, allowed, conditions } = counts;
  const rows = changes.map(({ group, before, after, agentName, tool, summary, rule }) => [
    group,
    `${before} > ${after}`,
    visible(agentName),
    visible(tool),
    visible(summary),
    rule === undefined ? "" : visible(rule),
  ]);
  return [
    `Of ${counted(replayed, "past action")}: ${denied} newly denied, ${asked} newly asked, ${allowed} newly allowed, ${conditions} under other conditions.`,
    ...(partial === 0 ? [] : [`${partial} were decided without contents that the ledger does not keep.`]),
    ...(rows.length === 0 ? [] : ["", table(rows)]),
  ];
}
