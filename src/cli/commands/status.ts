// gatehouse status: whether everything is all right, at a glance.
import type { ConnectorView } from "../../shared/contract/connector.ts";
import type { ConsoleStatus } from "../../shared/contract/contract.ts";
import { ok } from "../../shared/lib/result.ts";
import { paint } from "../colour.ts";
import { operatorCommand } from "../command.ts";
import { counted, duration, table, visible } from "../text.ts";
import { commandTable } from "../table/index.ts";

export const status = operatorCommand({
  ...commandTable.status,
  act: async ({ call, now }) => {
    const answer = await call("getStatus", {});
    if (!answer.ok) return answer;
    const agents = await call("listConnectors", {});
    const { policy, ledger, model, traceExport: traces, ...engine } = answer.value;
    const halted = engine.halted
      ? "every agent is stopped; gatehouse resume lets them go on"
      : engine.haltedAgents.length > 0
        ? `${counted(engine.haltedAgents.length, "agent")}: ${engine.haltedAgents.map(visible).join(", ")}`
        : "no";
    const rows = [
      ["Gatehouse", `${engine.version}, running for ${duration(now - engine.startedAt)}`],
      ["Address", `${engine.http}  ${engine.ws}`],
      ["Data", visible(engine.dataDirectory)],
      ["Mode", modeLine(engine, now)],
      ["Posture", `when nobody answers: ${engine.posture}`],
      ["Halted", halted],
      ["Policy", `${visible(policy.version)}  ${policy.constitutionHash}`],
      ...policy.problems.map((problem) => ["", `refused: ${visible(problem)}`]),
      ...(engine.packProblems ?? []).map((problem, index) => [
        index === 0 ? "Packs" : "",
        `refused: ${visible(problem)}`,
      ]),
      [
        "Ledger",
        ledger.healthy
          ? counted(ledger.entries, "entry", "entries")
          : paint("red", `NOT HEALTHY: ${visible(ledger.message ?? "no reason given")}`),
      ],
      ...(ledger.alarm === undefined ? [] : [["", paint("red", `ALARM: ${visible(ledger.alarm)}`)]]),
      [
        "Model",
        [
          model.status,
          model.status === "off" ? undefined : (model.origin ?? model.scorer),
          model.lastLatencyMs === undefined ? undefined : `last answer in ${model.lastLatencyMs} ms`,
          model.message,
        ]
          .filter((part) => part !== undefined)
          .map(visible)
          .join(", "),
      ],
      ...(agents.ok ? connectedAgents(agents.value) : []),
      ...(traces === undefined
        ? []
        : [
            ["Traces", `${counted(traces.sent, "span")} to ${visible(traces.endpoint)}, ${traces.dropped} dropped`],
            ...(traces.message === undefined ? [] : [["", visible(traces.message)]]),
          ]),
    ];
    return ok({ data: answer.value, text: table(rows) });
  },
});

function modeLine({ observing }: Pick<ConsoleStatus, "observing">, now: number): string {
  if (observing === undefined) return "enforce";
  const { by, since } = observing;
  return `OBSERVE: only blocked actions are stopped; switched on by ${visible(by)} ${duration(now - since)} ago`;
}

/** Those that ask, and why one of them does not although it should. */
function connectedAgents(views: readonly ConnectorView[]): readonly (readonly [string, string])[] {
  const connected = views.filter(({ state }) => state !== "not_connected");
  const rows = connected.map(({ name, state, detail }) =>
    state === "connected"
      ? `${name} asks`
      : paint("yellow", `${name} may NOT BE GOVERNED (${state.replace("_", " ")}): ${visible(detail)}`),
  );
  return (rows.length === 0 ? ["none is connected; see gatehouse connect"] : rows).map((text, index) => [
    index === 0 ? "Agents" : "",
    text,
  ]);
}
