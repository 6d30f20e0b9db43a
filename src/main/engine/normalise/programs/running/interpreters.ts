// Interpreters: how programs that run code are given it: in an argument, on standard input or in a file.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { addPath, note } from "../../inspection.ts";
import type { Frame, Inspection } from "../../inspection.ts";
import { ownInput, shellNames } from "../../shell/shells.ts";
import type { Interprets } from "../definition.ts";
import { has, value, values } from "../invocation.ts";
import type { Parsed } from "../parse.ts";
import { syntaxOf } from "../registry.ts";

/** Modules of Python that run what they are fed. */
const inputModules = new Set(["code", "asyncio"]);

/** Where an interpreter takes its program from: standard input, or a text or file given in an argument. */
interface ProgramSource {
  readonly input: boolean;
  readonly given: string | undefined;
}

/** Undefined when it is no shell, and no language whose programs can come on standard input. */
export function programSource(command: CommandFact): ProgramSource | undefined {
  const [first] = command.operands;
  if (shellNames.has(command.program)) {
    const given = has(command, "-c") ? (first ?? "") : has(command, "-s") ? undefined : first;
    return { input: given === undefined || ownInput.test(given), given };
  }
  const rule = syntaxOf(command.program)?.syntax.interprets;
  if (rule === undefined || rule.file !== true || rule.input !== true) return undefined;
  const texts = values(command, ...(rule.options ?? []));
  const module = rule.language === "python" ? value(command, "-m") : undefined;
  if (module !== undefined) return { input: inputModules.has(module), given: module };
  const given = texts.length > 0 ? texts.join("\n") : command.operands[0];
  return { input: given === undefined || (texts.length === 0 && ownInput.test(given)), given };
}

export function interpret(
  inspection: Inspection,
  fact: CommandFact,
  parsed: Parsed,
  index: number,
  frame: Frame,
): void {
  const rule = parsed.syntax?.syntax.interprets;
  if (rule === undefined) return;
  const text = codeIn(rule, fact);
  if (text !== undefined) {
    if (isUnknown(text)) note(inspection, fact.text, "dynamic");
    inspection.run.code(rule.language, text, index, frame);
    return;
  }
  const none = has(fact, ...(rule.operandsOfOther ?? []));
  const file = rule.file === true && !none ? fact.operands[0] : undefined;
  if (file !== undefined && !ownInput.test(file)) runFile(inspection, rule, file, fact, index, frame);
  else if (rule.input === true && !none) runInput(inspection, rule, fact, index, frame);
}

function codeIn(rule: Interprets, command: CommandFact): string | undefined {
  const texts = [...values(command, ...(rule.options ?? []))];
  if (rule.language === "vim")
    texts.push(...command.operands.filter((word) => /^\+[^\d/]/.test(word)).map((word) => word.slice(1)));
  const operand = rule.operand === undefined ? undefined : command.operands[rule.operand];
  if (texts.length === 0 && operand !== undefined && !has(command, ...(rule.operandsOfOther ?? [])))
    texts.push(operand);
  return texts.length === 0 ? undefined : texts.join("\n");
}

function runFile(
  inspection: Inspection,
  { language }: Interprets,
  file: string,
  fact: CommandFact,
  index: number,
  frame: Frame,
): void {
  const text = inspection.files.get(file);
  if (file.startsWith("<(") && text !== undefined) inspection.run.code(language, text, index, frame);
  else if (/^<\(|^\$\(|^`/.test(file)) note(inspection, fact.text, "dynamic");
  else addPath(inspection, file, "execute", frame.scope);
}

function runInput(
  inspection: Inspection,
  { language }: Interprets,
  fact: CommandFact,
  index: number,
  frame: Frame,
): void {
  for (const { operator, target } of fact.redirects)
    if (operator === "<" && language !== "sql") addPath(inspection, target, "execute", frame.scope);
  if (frame.input !== undefined) inspection.run.code(language, frame.input, index, frame);
  else if (frame.piped && language !== "sql") note(inspection, fact.text, "dynamic");
}

/** Code that is nothing but an expansion cannot be read. */
function isUnknown(text: string): boolean {
  return /^\s*(?:\$\w+|\$\{\w+\}|\$\([^]*\)|`[^]*`)\s*$/.test(text) && !/^\s*\$\d/.test(text);
}
