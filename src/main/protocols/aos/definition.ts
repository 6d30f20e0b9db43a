// A tool call held against the tool's definition: what does not fit is a finding that names the argument.
import { severity } from "../../engine/risk/bands.ts";
import type { Json } from "../../../shared/lib/json.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import type { ToolArgumentDefinition, ToolArgumentValue, ToolDefinition } from "./objects.ts";

export function definitionFindings(
  definition: ToolDefinition,
  inputs: readonly ToolArgumentValue[],
): readonly Finding[] {
  const known = definition.arguments ?? [];
  const names = known.length === 0 ? "no arguments" : known.map(({ name }) => name).join(", ");
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const input of inputs) {
    const argument = known.find(({ name }) => name === input.name);
    if (seen.has(input.name)) problems.push(`the argument ${quoted(input.name)} is given twice`);
    else if (argument === undefined) {
      problems.push(`the argument ${quoted(input.name)} is not in the definition, which has ${names}`);
    } else if (argument.id !== undefined && input.id !== undefined && argument.id !== input.id) {
      problems.push(`the argument ${quoted(input.name)} has the id of another one`);
    } else if (!fits(argument, input.value)) {
      const type = kindOf(input.value);
      problems.push(`the argument ${quoted(input.name)} is defined as ${argument.type}, but the value is ${type}`);
    }
    seen.add(input.name);
  }
  for (const { name, required } of known) {
    if (required && !seen.has(name)) problems.push(`the required argument ${quoted(name)} is missing`);
  }
  return problems.map((problem) => ({
    id: "outside-definition",
    score: severity.deny,
    threat: "Call outside its definition",
    reason: `In the call of ${definition.name}, ${problem}`,
  }));
}

/** Without a definition, two values of one name still leave open which of them the tool takes. */
export function repeatedFindings(tool: string, inputs: readonly ToolArgumentValue[]): readonly Finding[] {
  return definitionFindings(
    { id: tool, name: tool, type: "", outputs: null, arguments: inputs.map(({ name }) => ({ name, required: false })) },
    inputs,
  );
}

/** An optional argument may be given as null. */
function fits({ type, required }: ToolArgumentDefinition, value: Json): boolean {
  return type === undefined || kindOf(value) === type || (value === null && !required);
}

function kindOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
