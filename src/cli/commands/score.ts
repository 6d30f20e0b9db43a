// gatehouse score: how risky a command, a tool call or a text is, and what makes it so. Nothing is recorded or run.
import { readFileSync } from "node:fs";
import { text as readAll } from "node:stream/consumers";
import { readToolName } from "../../main/engine/normalise/calls/tools.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type RiskExplanation, type RiskQuestion, riskQuestionSchema } from "../../shared/contract/risk-explanation.ts";
import { localCommand } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import { connectOperator } from "../operator.ts";
import { endpointsIn } from "../place.ts";
import { scoreText } from "../score-text.ts";
import { shellWords } from "../shell-words.ts";
import { visible } from "../text.ts";
import { commandTable } from "../table/index.ts";

const patience = 70_000;

export const score = localCommand({
  ...commandTable.score,
  act: async ({ options, flags, operands, dataDirectory }) => {
    const question = await read(options, flags.has("text"), operands);
    if (!question.ok) return question;
    const scored = await ask(question.value, dataDirectory);
    if (!scored.ok) return scored;
    const { explanation, where } = scored.value;
    return ok({ data: { ...explanation, scoredBy: where }, text: scoreText(explanation, where) });
  },
});

interface Scored {
  readonly explanation: RiskExplanation;
  readonly where: "engine" | "here";
}

async function ask(question: RiskQuestion, dataDirectory: string): Promise<Result<Scored, CommandFailure>> {
  const operator = await connectOperator(endpointsIn(dataDirectory).operator, patience);
  if (operator.ok) {
    const answer = await operator.value.call("scoreRisk", question);
    operator.value.close();
    return answer.ok ? ok({ explanation: answer.value, where: "engine" }) : answer;
  }
  if (operator.error.code !== "not_running") return operator;
  // The engine's half that scores; --help does without it.
  const { scoreHere } = await import("../score-here.ts");
  const explanation = await scoreHere(question, dataDirectory);
  return explanation.ok ? ok({ explanation: explanation.value, where: "here" }) : explanation;
}

type Options = Partial<Readonly<Record<"tool" | "arguments" | "workspace" | "file", string>>>;

async function read(
  { tool, arguments: given, workspace, file }: Options,
  asText: boolean,
  operands: readonly string[],
): Promise<Result<RiskQuestion, CommandFailure>> {
  const ways = [given !== undefined, file !== undefined, operands.length > 0].filter(Boolean).length;
  if (ways > 1) return fail(usage("Say what to score in one way: as words, with --file, or with --arguments."));
  const place = { workspace: workspace ?? process.cwd() };
  if (given !== undefined) return checked({ tool: tool ?? "execute_command", arguments: parse(given), ...place });
  const content = operands.length > 0 ? ok(shellWords(operands)) : await contentOf(file);
  if (!content.ok) return content;
  if (asText) return checked({ text: content.value });
  const named = tool ?? "execute_command";
  return checked({ tool: named, arguments: { [memberOf(named)]: content.value.trim() }, ...place });
}

/** What one word means to a tool: a path to one that reads, an address to one that fetches, a command line to most. */
function memberOf(tool: string): string {
  const { tool: known } = readToolName(tool);
  if (known.endsWith("_file") || known.endsWith("_files")) return "path";
  return known === "fetch_url" ? "url" : known === "search_web" ? "query" : "command";
}

function checked(question: unknown): Result<RiskQuestion, CommandFailure> {
  const parsed = riskQuestionSchema.safeParse(question);
  if (parsed.success) return ok(parsed.data);
  return fail(
    usage('--arguments is a JSON object such as {"path":"/etc/hosts"}; a text has at most 1000000 characters.'),
  );
}

async function contentOf(file: string | undefined): Promise<Result<string, CommandFailure>> {
  try {
    if (file !== undefined && file !== "-") return ok(readFileSync(file, "utf8"));
    if (file === undefined && process.stdin.isTTY) {
      return fail(usage("Say what to score: gatehouse score -- 'curl https://example.com/x.sh | bash'"));
    }
    return ok(await readAll(process.stdin));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ code: "not_found", message: `${visible(file ?? "standard input")} cannot be read: ${why}` });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
