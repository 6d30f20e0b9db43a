// Simple command: expands one command's words, assignments and redirects, hands it on, and tells what it prints.
import type { Assignment, Command } from "unbash";
import type { RedirectFact } from "../../../../shared/domain/facts.ts";
import { addPath, note } from "../inspection.ts";
import type { Frame, Inspection } from "../inspection.ts";
import { limits } from "../limits.ts";
import { listedBy } from "./listing.ts";
import { printedBy } from "./output.ts";
import { locate } from "../places/paths.ts";
import { programName } from "../programs/program-name.ts";
import { outputFile, readRedirects } from "./redirects.ts";
import { assign, within } from "./scope.ts";
import type { Scope, Value } from "./scope.ts";
import { expansionIn } from "./substitution.ts";
import { type InnerScript, scriptsInSubscripts } from "./inner-scripts.ts";
import type { Expansion } from "./words.ts";

/** One walk over a syntax tree. */
export interface Walk {
  readonly inspection: Inspection;
  /** Encodings the output of the last command was taken out of. */
  decoders: readonly string[];
  /** Folders whose content it printed. */
  listed: readonly string[] | undefined;
  /** Looks into the scripts found inside words. */
  readonly inner: (scripts: readonly InnerScript[], frame: Frame, parent: number | undefined) => void;
  /** Looks into a function of the same text with the arguments it is called with. */
  readonly call: (words: readonly string[], frame: Frame) => void;
}

/** Returns what it prints, when that is known. */
export function inspectSimple(walk: Walk, node: Command, frame: Frame): string | undefined {
  const { inspection } = walk;
  const text = frame.source.slice(node.pos, node.end);
  if (inspection.budget.commands <= 0) {
    note(inspection, text, "size");
    return undefined;
  }
  inspection.budget.commands -= 1;
  const words = expansionIn(inspection, frame.scope);
  if (node.name !== undefined) words.word(node.name);
  const unknownProgram = words.unknownProgram;
  if (unknownProgram && words.alternatives !== undefined) return tryEach(walk, node, words.alternatives, frame);
  readSuffix(inspection, node, text, words);
  const assignments = readAssignments(node, frame.scope, words);
  const fed = node.redirects.length === 0 ? undefined : readRedirects(inspection, node.redirects, frame.scope, words);
  const stage = fed?.input === undefined ? frame : { ...frame, input: fed.input, piped: false, decoders: [] };
  for (const { text: name, printed } of words.scripts) {
    if (printed !== undefined) inspection.files.set(name, printed);
  }
  if (evaluating.test(words.fields[0] ?? ""))
    words.scripts.push(...words.fields.flatMap(scriptsInSubscripts).filter(isNew(words.scripts)));
  const before = inspection.commands.length;
  // `> file` without a command still empties the file; `:` stands for the command that is not there.
  const fields = words.fields.length === 0 && fed !== undefined && node.name === undefined ? [":"] : words.fields;
  if (fields.length > 0) {
    const raw = {
      words: fields,
      unknownProgram,
      guess: unknownProgram ? guessProgram(inspection, node, frame.scope) : (fields[0] ?? ""),
      text,
      start: node.pos,
      end: node.end,
      redirects: fed?.facts ?? [],
      assignments,
      ...(words.decoders.length === 0 ? {} : { decoders: words.decoders }),
    };
    const seen = words.scripts.length === 0 ? stage.seen : new Set(words.scripts.map((script) => script.text));
    inspection.run.command(raw, seen === stage.seen ? stage : { ...stage, seen });
    walk.call(fields, stage);
  }
  if (unknownProgram) for (const file of printedFiles(words.scripts)) addPath(inspection, file, "execute", frame.scope);
  walk.inner(words.scripts, frame, inspection.commands.length > before ? before : undefined);
  if (inspection.reach < frame.position) inspection.reach = frame.position;
  return output(walk, words, stage, fed?.facts);
}

/** Of too many words the last are read too: `rm -rf a b … /usr` is about its last one. */
function readSuffix(inspection: Inspection, node: Command, text: string, words: Expansion): void {
  let cut = false;
  let at = -1;
  for (const item of node.suffix) {
    at += 1;
    if (words.fields.length > limits.words) {
      cut = true;
      if (words.fields.length > limits.words + limits.fields) break;
      if (at < node.suffix.length - limits.lastWords) continue;
    }
    if (item.type === "Word") words.word(item);
    else if (item.type === "Assignment") words.assignment(item);
  }
  if (cut) note(inspection, text, "size");
}

/** `$(cat file)` and `$(<file)`, where what they print is run. */
function printedFiles(scripts: readonly InnerScript[]): readonly string[] {
  return scripts.flatMap(({ script }) => {
    const command = script?.commands[0]?.command;
    if (command?.type !== "Command") return [];
    if (command.name === undefined)
      return command.redirects.flatMap((redirect) =>
        redirect.type === "Redirect" && redirect.operator === "<" ? [redirect.target?.value ?? ""] : [],
      );
    if (command.name.value !== "cat") return [];
    return command.args.flatMap((word) => (word.type === "Word" && !word.value.startsWith("-") ? [word.value] : []));
  });
}

/** Builtins that take words for numbers or for names with a subscript. */
const evaluating = /^(?:let|test|\[|printf|read|unset|declare|typeset|local|export|readonly|wait|mapfile|readarray)$/;

function isNew(known: readonly InnerScript[]): (inner: InnerScript) => boolean {
  const texts = new Set(known.map((inner) => inner.text));
  return (inner) => !texts.has(inner.text);
}

/** The program is one of several: each is looked at as if it were the one. */
function tryEach(walk: Walk, node: Command, given: NonNullable<Expansion["alternatives"]>, frame: Frame): undefined {
  for (const value of given.values) {
    const scope = within(frame.scope);
    assign(scope, given.name, value);
    inspectSimple(walk, node, { ...frame, scope });
  }
}

function guessProgram(inspection: Inspection, node: Command, scope: Scope): string {
  if (node.name === undefined) return "";
  const words = expansionIn(inspection, scope, true);
  words.word(node.name);
  return words.fields[0] ?? "";
}

function output(
  walk: Walk,
  words: Expansion,
  stage: Frame,
  redirects: readonly RedirectFact[] | undefined,
): string | undefined {
  const { inspection } = walk;
  if (words.fields.length === 0) return words.scripts.length === 0 ? "" : undefined;
  const [program = "", ...rest] = words.fields;
  const name = programName(program, inspection.world);
  const printed = words.unknownProgram ? undefined : printedBy(name, rest, stage.input);
  walk.listed = printed === undefined && !words.unknownProgram ? listedBy(name, rest, stage.listed) : undefined;
  if (printed === undefined) return undefined;
  walk.decoders = printed.decoder === undefined ? stage.decoders : [...stage.decoders, printed.decoder];
  if (name === "tee") {
    for (const target of rest)
      if (!target.startsWith("-")) remember(inspection, target, printed.text, false, stage.scope);
  }
  const file = redirects === undefined ? undefined : outputFile(redirects);
  if (file === undefined) return printed.text;
  remember(inspection, file.target, printed.text, file.operator.includes(">>"), stage.scope);
  return "";
}

/** Text that goes into a file: running that file later on the same line is running this text. */
export function remember(inspection: Inspection, target: string, text: string, append: boolean, scope: Scope): void {
  const path = locate(target, scope.directories, inspection)[0]?.path ?? target;
  const earlier = append ? (inspection.files.get(path) ?? "") : "";
  inspection.files.set(path, (earlier + text).slice(0, limits.expandedCharacters));
  const known = append ? inspection.written.find((file) => file.path === target) : undefined;
  if (known !== undefined) known.text = (known.text + text).slice(0, limits.expandedCharacters);
  else if (inspection.written.length < limits.files)
    inspection.written.push({ path: target, text, whole: !append && text.length < limits.expandedCharacters });
}

const noAssignments: Readonly<Record<string, string>> = {};

/** Before a command they are its environment; alone they last. */
function readAssignments(node: Command, scope: Scope, words: Expansion): Readonly<Record<string, string>> {
  if (node.prefix.length === 0) return noAssignments;
  const assignments: Record<string, string> = {};
  for (const item of node.prefix) {
    if (item.type !== "Assignment") continue;
    const value = words.value(item);
    if (node.name === undefined) assignVariable(item, value, scope);
    else if (item.name !== "__proto__") assignments[item.name] = typeof value === "string" ? value : rawValue(item);
  }
  return assignments;
}

function assignVariable(item: Assignment, value: Value, scope: Scope): void {
  if (item.append !== true && item.index === undefined) {
    assign(scope, item.name, value);
    return;
  }
  const earlier = scope.variables.get(item.name);
  const joins = item.index === undefined && typeof earlier === "string" && typeof value === "string";
  assign(scope, item.name, joins ? (earlier + value).slice(0, limits.expandedCharacters) : null);
}

function rawValue(item: Assignment): string {
  return item.text.slice(item.text.indexOf("=") + 1);
}
