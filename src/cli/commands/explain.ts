// gatehouse explain: what the engine would say to an action, and why. Nothing is recorded or run.
import { operationInputs } from "../../shared/contract/contract.ts";
import { fail, ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import { painted } from "../colour.ts";
import { usage } from "../failure.ts";
import { indent, table, visible } from "../text.ts";
import { commandTable } from "../table/index.ts";

const argumentsSchema = operationInputs.explain.shape.arguments;

export const explain = operatorCommand({
  ...commandTable.explain,
  act: async ({ call, options: { tool, arguments: given = "{}", agent, workspace } }) => {
    if (tool === undefined) return fail(usage("Name the tool: --tool execute_command"));
    const parsed = argumentsSchema.safeParse(readJson(given));
    if (!parsed.success) {
      return fail(usage(`--arguments is a JSON object such as {"command":"ls -la"}; ${JSON.stringify(given)} is not.`));
    }
    const answer = await call("explain", {
      tool,
      arguments: parsed.data,
      ...(agent !== undefined && { agentDid: agent }),
      ...(workspace !== undefined && { workspace }),
    });
    if (!answer.ok) return answer;
    const { facts, verdict, considered } = answer.value;
    const { risk } = verdict;
    const matched = considered.filter(({ result }) => result !== "skipped" && result !== "not_matched");
    const lines = [
      `${painted(verdict.outcome)}: ${visible(verdict.reasoning)}`,
      "",
      table([
        [
          "Decided by",
          `${verdict.decider}${verdict.rule === undefined ? "" : `, ${visible(verdict.rule)}`}, in phase ${verdict.phase}`,
        ],
        [
          "Risk",
          `${risk.score.toFixed(4)} ${painted(risk.level)}  (heuristics ${risk.heuristicScore.toFixed(4)}, model ${risk.modelStatus === "scored" ? risk.modelScore.toFixed(4) : risk.modelStatus})`,
        ],
        ["Tool", facts.tool],
        ["Effects", facts.effects.join(", ") || "none"],
        ...facts.paths.map(({ path, access, zone }) => ["Path", `${visible(path)}  ${access}, ${zone}`]),
        ...facts.hosts.map(({ host, direction }) => ["Host", `${visible(host)}  ${direction}`]),
        ...facts.uninspected.map(({ part, why }) => ["Not inspected", `${visible(part)}  (${why})`]),
        ...risk.findings.map(({ score, reason }) => ["Finding", `${score.toFixed(2)}  ${visible(reason)}`]),
        ...verdict.conditions.map(({ text }) => ["Condition", visible(text)]),
      ]),
      "",
      `${considered.length} rules and constraints were looked at; ${matched.length} spoke.`,
      indent(matched.map(({ rule, effect, result, why }) => `${visible(rule)}: ${effect}, ${result}. ${visible(why)}`)),
    ];
    return ok({ data: answer.value, text: lines.join("\n").trimEnd() });
  },
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
