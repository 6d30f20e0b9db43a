// Apply: what a program's definition says about one command becomes facts.
import type { CommandFact } from "../../../../shared/domain/facts.ts";
import type { Kind, Operands, Syntax } from "./definition.ts";
import { has } from "./invocation.ts";
import type { CompiledSyntax, Parsed } from "./parse.ts";
import type { Recorder } from "./recorder.ts";

/** The command's own syntax speaks first, then those around it: `git push` is also `git`. */
export function applyDefinition(command: CommandFact, parsed: Parsed, record: Recorder): void {
  const recursive = isRecursive(command, parsed.syntax);
  const operands = parsed.syntax?.syntax.operands;
  // Nobody knows what an option that is not listed means, so its value is as good as an operand.
  const unlisted = operands === "path" ? operands : undefined;
  parsed.options.forEach(({ value }, at) => {
    const rule = parsed.rules[at];
    const kind = rule === undefined ? unlisted : rule.value;
    if (kind !== undefined && value !== undefined) record.kind(kind, value, command.program, recursive);
  });
  if (!ignoresUrls(parsed.syntax, record)) for (const word of command.arguments) record.urls(word, "connect");
  if (operands !== undefined) applyOperands(command, operands, record, recursive);
  for (let at = parsed.syntax; at !== undefined; at = at.outer) {
    record.effect(...(at.syntax.effects ?? []));
    at.syntax.describe?.(command, record);
  }
}

function ignoresUrls(compiled: CompiledSyntax | undefined, record: Recorder): boolean {
  for (let at = compiled; at !== undefined; at = at.outer) {
    if (at.syntax.urls === "ignore") return true;
    if (at.syntax.urls === "printed") return !record.isPiped;
  }
  return false;
}

/** Of a program that only carries another command: the command is a fact, its own effects remain. */
export function applyEffects(parsed: Parsed, record: Recorder): void {
  for (let at = parsed.syntax; at !== undefined; at = at.outer) record.effect(...(at.syntax.effects ?? []));
}

function isRecursive(command: CommandFact, compiled: CompiledSyntax | undefined): boolean {
  const recursive: Syntax["recursive"] = compiled?.syntax.recursive;
  return recursive === "always" || (recursive !== undefined && has(command, ...recursive));
}

function applyOperands(command: CommandFact, kinds: Kind | Operands, record: Recorder, recursive: boolean): void {
  const { program, operands } = command;
  if (typeof kinds === "string") {
    for (const operand of operands) record.kind(kinds, operand, program, recursive);
    return;
  }
  const ownFirst = kinds.first !== undefined && !has(command, ...(kinds.firstGivenBy ?? []));
  const ownLast = kinds.last !== undefined && operands.length > 1 && !has(command, ...(kinds.lastGivenBy ?? []));
  const writes = has(command, ...(kinds.writesWith ?? []));
  // `sed -i '' s/a/b/ file`, as BSD spells it: the empty word is the suffix of the option.
  const given = writes && ownFirst && operands[0] === "" ? operands.slice(1) : operands;
  given.forEach((operand, at) => {
    const kind = ownFirst && at === 0 ? kinds.first : ownLast && at === given.length - 1 ? kinds.last : kinds.rest;
    if (kind === undefined) return;
    const isRest = kind === kinds.rest && !(ownFirst && at === 0);
    record.kind(isRest && writes ? "write" : kind, operand, program, recursive);
    // What is edited in place is read as well.
    if (isRest && writes) record.reads(operand, recursive);
  });
}
