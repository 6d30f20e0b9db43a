// Runs a policy file without an engine: its examples, or one call against it.
import { resolve } from "node:path";
import { startSession } from "../../main/engine/sessions/sessions.ts";
import { compilePolicy } from "../../main/engine/policy/document/compile.ts";
import type { Result } from "../../shared/lib/result.ts";
import { ok } from "../../shared/lib/result.ts";
import { paint } from "../colour.ts";
import type { Answer } from "../command.ts";
import type { CommandFailure } from "../failure.ts";
import { shellWords } from "../shell-words.ts";
import { counted, table, visible } from "../text.ts";
import { compileFile, compilerTools, refused } from "./check-policy.ts";

/** An example that fails keeps the file from loading, so that those of a file that loads all hold. */
export function testExamples(file: string, text: string, dataDirectory: string): Result<Answer, CommandFailure> {
  const compiled = compileFile(file, text, dataDirectory);
  if (!compiled.ok) return refused(file, compiled.error);
  const { rules, sequences } = compiled.value;
  const tested = [...rules, ...sequences].map(({ id, match = [], not_match: notMatch = [] }) => ({
    id,
    examples: match.length + notMatch.length,
  }));
  const total = tested.reduce((sum, { examples }) => sum + examples, 0);
  const without = tested.filter(({ examples }) => examples === 0).map(({ id }) => id);
  const rows = tested
    .filter(({ examples }) => examples > 0)
    .map(({ id, examples }) => [paint("green", "ok"), visible(id), counted(examples, "example")]);
  const lines = [
    ...(rows.length === 0 ? [] : [table(rows), ""]),
    `${counted(total, "example")} of ${counted(rows.length, "rule")} hold.`,
    ...(without.length === 0 ? [] : [`Without examples: ${without.map(visible).join(", ")}`]),
  ];
  return ok({ data: { rules: tested, examples: total, without }, text: lines.join("\n") });
}

interface Question {
  readonly words: readonly string[];
  readonly tool?: string;
  readonly workspace?: string;
}

/** What the policy alone says: neither risk nor grants nor a project's own file have a part in it. */
export function judgeByFile(
  file: string,
  text: string,
  dataDirectory: string,
  { words, tool = "execute_command", workspace = process.cwd() }: Question,
): Result<Answer, CommandFailure> {
  const tools = compilerTools(dataDirectory);
  const compiled = compilePolicy({ text, name: file }, tools);
  if (!compiled.ok) return refused(file, compiled.error);
  const command = shellWords(words);
  const facts = tools.factsOf({ tool, arguments: { command }, context: { workspace: resolve(workspace) } });
  const now = Date.now();
  const agent = { did: "did:aeon:policy-test:1.0:0", name: "policy test", requested: undefined };
  const found = compiled.value.evaluate({ facts, agent, session: startSession(now), now });
  const data = {
    effect: found.effect,
    reason: found.reason,
    ...(found.rule === undefined ? {} : { rule: found.rule }),
  };
  const by = found.rule === undefined ? "" : `, by ${visible(found.rule)}`;
  return ok({ data, text: `${found.effect}${by}: ${visible(found.text)}` });
}
