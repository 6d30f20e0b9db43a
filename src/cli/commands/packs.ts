// gatehouse packs: the packs of risk rules, listed, checked, added, removed and switched.
import type { PackState } from "../../shared/contract/packs.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type Answer, localCommand, withOperator } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import type { Call } from "../operator.ts";
import { readNamedFile } from "../read-file.ts";
import { counted, table, visible } from "../text.ts";
import { commandTable } from "../table/index.ts";

const forms = "list | show NAME | check FILE | add FILE | remove NAME | enable NAME [RULE] | disable NAME [RULE]";

export const packs = localCommand({
  ...commandTable.packs,
  act: async ({ operands, dataDirectory }, terminal) => {
    const [action = "list", name, rule] = operands;
    if (action === "check" && name !== undefined && rule === undefined) {
      const text = readNamedFile(name);
      if (!text.ok) return text;
      // The compiler is half of the engine; other commands, and --help, do without it.
      const { checkPack } = await import("../check-pack.ts");
      return checkPack(name, text.value, dataDirectory);
    }
    const act = actionFor(action, name, rule);
    if (act === undefined) return fail(usage(`Say one of: ${forms}`));
    return withOperator(dataDirectory, terminal, act);
  },
});

type Act = (call: Call) => Promise<Result<Answer, CommandFailure>>;

function actionFor(action: string, name: string | undefined, rule: string | undefined): Act | undefined {
  if (action === "list") return name === undefined ? list : undefined;
  if (name === undefined) return undefined;
  if (action === "enable" || action === "disable") return (call) => switchPack(call, name, rule, action === "enable");
  if (rule !== undefined) return undefined;
  if (action === "show") return (call) => show(call, name);
  if (action === "add") return (call) => add(call, name);
  return action === "remove" ? (call) => remove(call, name) : undefined;
}

async function list(call: Call): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("listPacks", {});
  if (!answer.ok) return answer;
  const rows = answer.value.flatMap((pack) => [
    [
      pack.name,
      pack.enabled ? "on" : "off",
      pack.origin,
      counted(pack.rules.length, "rule"),
      visible(pack.description),
    ],
    ...pack.problems.map((problem) => ["", "", "", "refused:", visible(problem)]),
  ]);
  return ok({ data: answer.value, text: table([["NAME", "STATE", "FROM", "RULES", "ABOUT"], ...rows]) });
}

async function show(call: Call, name: string): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("listPacks", {});
  if (!answer.ok) return answer;
  const pack = answer.value.find((each) => each.name === name);
  if (pack === undefined) return fail({ code: "not_found", message: `There is no pack called "${visible(name)}".` });
  return ok({ data: pack, text: packText(pack) });
}

export function packText(pack: PackState): string {
  const rules = pack.rules.flatMap((rule) => [
    "",
    `${rule.id}${rule.enabled ? "" : "  (off)"}`,
    `  ${rule.score}  ${rule.threat}${rule.technique === undefined ? "" : `  ${rule.technique}`}`,
    ...rule.reasons.map((reason) => `  ${visible(reason)}`),
    ...rule.match.map((example) => `  + ${visible(example)}`),
    ...rule.notMatch.map((example) => `  - ${visible(example)}`),
  ]);
  return [
    `${pack.name} ${visible(pack.version)}  ${pack.origin}, ${pack.enabled ? "on" : "off"}`,
    visible(pack.description),
    ...pack.problems.map((problem) => `refused: ${visible(problem)}`),
    ...rules,
  ].join("\n");
}

async function add(call: Call, file: string): Promise<Result<Answer, CommandFailure>> {
  const text = readNamedFile(file);
  if (!text.ok) return text;
  const answer = await call("addPack", { text: text.value });
  if (!answer.ok) return answer;
  const { name, version, rules } = answer.value;
  return ok({
    data: answer.value,
    text: `Pack ${name} ${visible(version)} is in force: ${counted(rules.length, "rule")}.`,
  });
}

async function remove(call: Call, name: string): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("removePack", { name });
  return answer.ok ? ok({ data: answer.value, text: `Pack ${answer.value.name} is removed.` }) : answer;
}

async function switchPack(
  call: Call,
  name: string,
  rule: string | undefined,
  enabled: boolean,
): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("switchPack", { name, ...(rule === undefined ? {} : { rule }), enabled });
  if (!answer.ok) return answer;
  const what = rule === undefined ? `Pack ${name}` : `Rule ${rule} of pack ${name}`;
  return ok({ data: answer.value, text: `${what} is ${enabled ? "on" : "off"}.` });
}
