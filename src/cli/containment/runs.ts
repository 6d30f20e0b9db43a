// gatehouse runs: contained runs since the engine started, and what they sent where.
import type { RunView } from "../../shared/containment/view.ts";
import { ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import { commandTable } from "../table/index.ts";
import { duration, table, visible } from "../text.ts";

export const runs = operatorCommand({
  ...commandTable.runs,
  act: async ({ call, options, now }) => {
    const answer = await call("listRuns", options.agent === undefined ? {} : { agentDid: options.agent });
    if (!answer.ok) return answer;
    if (answer.value.length === 0)
      return ok({
        data: answer.value,
        text: "No contained run since the engine started. Start one: gatehouse run -- PROGRAM",
      });
    const rows = answer.value.map((run) => [
      run.runId,
      visible(run.agentName),
      run.profile,
      run.closedAt === undefined ? `for ${duration(now - run.openedAt)}` : `ended ${duration(now - run.closedAt)} ago`,
      visible(run.project),
      visible(run.command),
    ]);
    const parts = [table([["RUN", "AGENT", "PROFILE", "STATE", "PROJECT", "COMMAND"], ...rows])];
    const traffic = answer.value.flatMap(trafficOf);
    if (traffic.length > 0)
      parts.push(table([["RUN", "HOST", "SENT BYTES", "RECEIVED BYTES", "CONNECTIONS"], ...traffic]));
    return ok({ data: answer.value, text: parts.join("\n\n") });
  },
});

function trafficOf({ runId, hosts }: RunView): readonly (readonly string[])[] {
  return hosts.map(({ host, port, sentBytes, receivedBytes, connections }) => [
    runId,
    visible(`${host}:${port}`),
    String(sentBytes),
    String(receivedBytes),
    String(connections),
  ]);
}
