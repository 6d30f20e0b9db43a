// Substitution: what `$(…)` prints, when it is only text programs with known words. Nothing is run or recorded.
import type { AndOr, Command, ParsedScript } from "unbash";
import type { Inspection } from "../inspection.ts";
import { limits } from "../limits.ts";
import { printedBy } from "./output.ts";
import type { Printed } from "../programs/definition.ts";
import { programName } from "../programs/program-name.ts";
import { hereText } from "./redirects.ts";
import type { Scope } from "./scope.ts";
import { Expansion } from "./words.ts";

type Known = Pick<Inspection, "places" | "world">;

/** An expansion that reads variables from the scope and substitutions by this file. */
export function expansionIn(known: Known, scope: Scope, dropUnknown = false, depth = 0): Expansion {
  const reader = {
    scope,
    home: known.places.home,
    outputOf: (script: ParsedScript) => printedByScript(known, script, scope, depth),
  };
  return new Expansion(reader, dropUnknown);
}

function printedByScript(known: Known, script: ParsedScript, scope: Scope, depth: number): Printed | undefined {
  const statement = script.commands[0]?.command;
  if (statement === undefined) return { text: "" };
  if (script.commands.length > 1 || depth > limits.depth || script.errors !== undefined) return undefined;
  if (statement.type === "AndOr") return firstFound(known, statement, scope, depth);
  const stages = statement.type === "Pipeline" ? statement.commands : [statement];
  let input: string | undefined;
  let decoder: string | undefined;
  for (const stage of stages) {
    if (stage.type !== "Command") return undefined;
    const words = knownWords(known, stage, scope, depth);
    if (words === undefined) return undefined;
    for (const redirect of stage.redirects) input = hereText(redirect, words) ?? input;
    const printed = printedBy(programName(words.fields[0] ?? "", known.world), words.fields.slice(1), input);
    if (printed === undefined) return undefined;
    input = printed.text;
    decoder = printed.decoder ?? decoder;
  }
  return input === undefined ? undefined : { text: input, ...(decoder === undefined ? {} : { decoder }) };
}

function knownWords(known: Known, command: Command, scope: Scope, depth: number): Expansion | undefined {
  if (command.name === undefined) return undefined;
  const words = expansionIn(known, scope, false, depth + 1);
  words.word(command.name);
  for (const item of command.args) if (item.type === "Word") words.word(item);
  return words.unknown ? undefined : words;
}

/** `$(which python3 || which python)`: the first name stands for all. */
function firstFound(known: Known, node: AndOr, scope: Scope, depth: number): Printed | undefined {
  if (node.operators.some((operator) => operator !== "||")) return undefined;
  const names = node.commands.map((command) => {
    const fields = command.type === "Command" ? knownWords(known, command, scope, depth)?.fields : undefined;
    const [program = "", ...words] = fields ?? [];
    return /^(?:which|command|type)$/.test(program) ? printedBy(program, words, undefined) : undefined;
  });
  return names.includes(undefined) ? undefined : names[0];
}
