// gatehouse tune: changes that your own decisions suggest, listed, accepted and undone.
import type { OperationOutput } from "../../shared/contract/contract.ts";
import type { Suggestion } from "../../shared/contract/tuning.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type Answer, operatorCommand } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import type { Call } from "../operator.ts";
import { commandTable } from "../table/index.ts";
import { counted, visible } from "../text.ts";

export const tune = operatorCommand({
  ...commandTable.tune,
  act: async ({ call, options: { accept, undo } }) => {
    if (accept !== undefined && undo !== undefined) return fail(usage("Give --accept or --undo, not both."));
    if (accept !== undefined) return acceptOne(call, accept);
    return undo === undefined ? list(call) : undoOne(call, undo);
  },
});

async function list(call: Call): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("listSuggestions", {});
  return answer.ok ? ok({ data: answer.value, text: tuningText(answer.value) }) : answer;
}

async function acceptOne(call: Call, id: string): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("acceptSuggestion", { id });
  if (!answer.ok) return answer;
  const text = `In force: ${visible(answer.value.title)}.\nTo take it back: gatehouse tune --undo ${visible(id)}`;
  return ok({ data: answer.value, text });
}

async function undoOne(call: Call, id: string): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("undoSuggestion", { id });
  return answer.ok ? ok({ data: answer.value, text: `Undone: ${visible(answer.value.title)}.` }) : answer;
}

export function tuningText({ looked, suggestions, accepted }: OperationOutput<"listSuggestions">): string {
  const lines =
    suggestions.length === 0
      ? [`Nothing to suggest from ${counted(looked, "action")}.`]
      : [`From ${counted(looked, "action")} and what you decided about them:`, ...suggestions.flatMap(suggestionLines)];
  const inForce = accepted.map(({ id, title }) => `  ${visible(title)}  (--undo ${visible(id)})`);
  return [...lines, ...(inForce.length === 0 ? [] : ["", "In force:", ...inForce])].join("\n");
}

function suggestionLines({ id, title, why, effect, ruleText }: Suggestion): readonly string[] {
  return [
    "",
    visible(title),
    `  ${visible(why)}`,
    `  Over the past: ${counted(effect.fewerAsks, "question")} fewer, ${counted(effect.fewerDenials, "denial")} fewer.`,
    ...effect.examples.map(({ before, after, summary }) => `    ${before} -> ${after}  ${visible(summary)}`),
    ...(ruleText === undefined ? [] : ruleText.split("\n").map((line) => `  + ${visible(line)}`)),
    `  gatehouse tune --accept ${visible(id)}`,
  ];
}
