// Command: one simple command. Wrappers come off, what remains becomes a fact, and its code, files and hosts are looked at.
import type { CommandFact } from "../../../../shared/domain/facts.ts";
import { applyDefinition, applyEffects } from "../programs/apply.ts";
import { applyBuiltin, assignPositional, runCommandVariables } from "./builtins.ts";
import { inspectCompiled } from "../programs/running/compilers.ts";
import { findHiddenCommands } from "../programs/running/hidden-commands.ts";
import { addPath, note } from "../inspection.ts";
import type { Frame, Inspection, RawCommand } from "../inspection.ts";
import { interpret } from "../programs/running/interpreters.ts";
import { runWindowsShell, windowsShell } from "../programs/running/windows-shells.ts";
import { limits } from "../limits.ts";
import { looksLikePath } from "../places/path-words.ts";
import { locate } from "../places/paths.ts";
import { parse } from "../programs/parse.ts";
import type { Parsed } from "../programs/parse.ts";
import { programFile } from "../programs/running/program-files.ts";
import { programName, programsLike } from "../programs/program-name.ts";
import { describeUnknownProgram } from "../programs/unknown-program.ts";
import { Recorder } from "../programs/recorder.ts";
import { syntaxOf } from "../programs/registry.ts";
import { assign, within } from "./scope.ts";
import { ownInput, readShellCall, shellNames } from "./shells.ts";
import { carriedBy } from "../programs/carry.ts";
import type { Carried } from "../programs/carry.ts";

const mostWrappers = 24;

/** Returns the index of the first fact it made. */
export function inspectCommand(inspection: Inspection, given: RawCommand, outer: Frame): number {
  const first = inspection.commands.length;
  inspectItself(inspection, given, outer, first);
  // Last, so that the first fact is the command's own: what stands inside it refers to that.
  runCommandVariables(inspection, notYetRun(inspection, given, outer), { ...outer, beside: undefined });
  return first;
}

function inspectItself(inspection: Inspection, given: RawCommand, outer: Frame, first: number): void {
  const { decoders, ...written } = given;
  const frame = decoders === undefined ? outer : { ...outer, wrappers: [...outer.wrappers, ...decoders] };
  const raw = inItsEnvironment(written, frame);
  if (frame.wrappers.length > mostWrappers) {
    note(inspection, raw.text, "depth");
    return;
  }
  const program = programName(raw.guess, inspection.world);
  const words = raw.words.slice(1);
  if (!isKnownProgram(raw, program)) {
    note(inspection, raw.text, "dynamic");
    finish(inspection, emit(inspection, program, words, raw, frame, true), raw, frame);
    for (const name of programsLike(raw.words[0] ?? ""))
      inspection.run.command(
        { ...raw, words: [name, ...words], guess: name, unknownProgram: false },
        { ...frame, wrappers: [...frame.wrappers, "glob"], parent: first },
      );
    return;
  }
  if (shellNames.has(program)) runShell(inspection, program, words, raw, frame);
  else if (program === "eval") runEval(inspection, words, raw, frame);
  else if (program === "source" || program === ".") runSource(inspection, program, words, raw, frame);
  else carry(inspection, program, words, raw, frame);
}

/** Variables that the call sets in an argument are as good as assignments before the command, which come after them. */
function inItsEnvironment(raw: RawCommand, { beside }: Frame): RawCommand {
  if (beside === undefined || beside.prefix === "") return raw;
  const text = raw.text.startsWith(beside.prefix) ? raw.text : beside.prefix + raw.text;
  return { ...raw, text, assignments: { ...beside.environment, ...raw.assignments } };
}

function notYetRun(inspection: Inspection, { assignments }: RawCommand, { beside }: Frame): RawCommand["assignments"] {
  if (beside === undefined) return assignments;
  const fresh = Object.entries(beside.environment).filter(([name, value]) => {
    const key = `${name}=${value}`;
    const first = !inspection.variables.has(key);
    inspection.variables.add(key);
    return first;
  });
  return { ...Object.fromEntries(fresh), ...assignments };
}

function carry(inspection: Inspection, program: string, words: readonly string[], raw: RawCommand, frame: Frame): void {
  const parsed = parse(words, syntaxOf(program));
  const unwrapped = carriedBy(parsed, { program, words, input: frame.input, listed: frame.listed });
  if (unwrapped === undefined) {
    finish(inspection, emit(inspection, program, words, raw, frame, false, parsed), raw, frame);
    return;
  }
  if (!unwrapped.both) applyEffects(parsed, new Recorder(inspection, frame, inspection.commands.length));
  const parent = unwrapped.both ? emit(inspection, program, words, raw, frame, false, parsed) : undefined;
  if (parent !== undefined) finish(inspection, parent, raw, frame, true);
  for (const carried of unwrapped.carried) runCarried(inspection, carried, raw, frame, parent);
}

function runCarried(
  inspection: Inspection,
  carried: Carried,
  raw: RawCommand,
  outer: Frame,
  parent: number | undefined,
): void {
  const scope = within(outer.scope);
  if (carried.elsewhere === true) scope.elsewhere = true;
  if (carried.foundIn !== undefined) scope.foundIn = carried.foundIn;
  if (carried.directory !== undefined) {
    scope.directories = locate(carried.directory, outer.scope.directories, inspection).map((found) => found.path);
  }
  const frame: Frame = {
    ...outer,
    scope,
    wrappers: [...outer.wrappers, carried.label],
    parent: parent ?? outer.parent,
  };
  if (carried.shell !== undefined) {
    const fed = carried.fromInput === true ? { input: undefined, piped: false } : {};
    inspection.run.shell(carried.shell, { ...frame, ...fed, depth: frame.depth + 1, literal: false });
    return;
  }
  const words = carried.words ?? [];
  const program = words[0] ?? "";
  const assignments =
    carried.assignments === undefined ? raw.assignments : { ...raw.assignments, ...carried.assignments };
  const unknownProgram = program === "{}" || /[$`]/.test(program);
  const guess = unknownProgram ? program.replace(/\$\{[^}]*\}|\$\([^)]*\)|\$\w+|`[^`]*`|\{\}/g, "") : program;
  inspection.run.command({ ...raw, words, assignments, unknownProgram, guess }, frame);
}

/** Known when its last part is: `$DIR/build.sh` is, `${PREFIX}gcc`, `$CMD`, `{}` and `/bin/r?` are not. */
function isKnownProgram(raw: RawCommand, program: string): boolean {
  if (program === "") return raw.words[0] === "";
  // What `xargs` is fed is the program itself.
  if (program === "{}") return false;
  if (/[*?]|\[[^\s\]]+\]/.test(program) && program !== "?" && !/\s/.test(program)) return false;
  return !raw.unknownProgram || (raw.words[0] ?? "").endsWith(`/${program}`);
}

function emit(
  inspection: Inspection,
  program: string,
  words: readonly string[],
  raw: RawCommand,
  frame: Frame,
  dynamic: boolean,
  parsed: Parsed = parse(words, syntaxOf(program)),
): number {
  const { subcommand, options, operands } = parsed;
  const fact: CommandFact = {
    program,
    arguments: words,
    subcommand,
    options,
    operands,
    text: raw.text,
    ...(frame.literal ? { span: { start: raw.start, end: raw.end } } : {}),
    wrappers: frame.wrappers,
    pipeline: frame.pipeline,
    position: frame.position,
    redirects: fedByCall(frame) ? [...raw.redirects, { operator: "<<", target: "stdin" }] : raw.redirects,
    assignments: raw.assignments,
    dynamic,
    ...(frame.input === undefined ? {} : { input: frame.input.slice(0, limits.expandedCharacters) }),
    ...(frame.parent === undefined ? {} : { parent: frame.parent }),
    ...(frame.function === undefined ? {} : { function: frame.function }),
    ...(frame.background ? { background: true } : {}),
    ...(parsed.syntax === undefined && program !== "" ? { unknown: true } : {}),
  };
  inspection.parsed.push(parsed);
  return inspection.commands.push(fact) - 1;
}

/** Text in an argument for standard input is a here-document. */
function fedByCall({ beside, input }: Frame): boolean {
  return beside?.input !== undefined && input === beside.input;
}

/** What follows from the program and its arguments. */
function finish(inspection: Inspection, index: number, raw: RawCommand, frame: Frame, carries = false): void {
  const fact = inspection.commands[index];
  const parsed = inspection.parsed[index];
  if (fact === undefined || parsed === undefined) return;
  const { named, reached } = inspection;
  const given = raw.words[0] ?? "";
  if (given.includes("/") && fact.program !== "" && !standardFolder.test(given))
    addPath(inspection, given, "execute", frame.scope);
  if (parsed.syntax === undefined) describeUnknownProgram(inspection, fact, frame);
  else applyDefinition(fact, parsed, new Recorder(inspection, frame, index));
  const file = programFile(fact);
  if (file !== undefined) addPath(inspection, file, "execute", frame.scope);
  if (windowsShell.test(fact.program)) runWindowsShell(inspection, fact, index, frame);
  else interpret(inspection, fact, parsed, index, frame);
  inspectCompiled(inspection, fact, index, frame);
  // Programs that carry a command openly were taken off before.
  if (!carries && inspection.commands.length === index + 1) findHiddenCommands(inspection, fact, index, frame);
  if (inspection.reached > reached && inspection.named === named) inspection.unnamedHost = true;
  applyBuiltin(inspection, fact.program, fact.arguments, frame);
}

const standardFolder = /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]*$|^\/opt\/homebrew\/bin\/[^/]*$/;

function runShell(
  inspection: Inspection,
  program: string,
  words: readonly string[],
  raw: RawCommand,
  frame: Frame,
): void {
  const call = readShellCall(words);
  const given = raw.words[0] ?? "";
  if (given.includes("/") && !standardFolder.test(given)) addPath(inspection, given, "execute", frame.scope);
  if (call.code !== undefined) {
    const before = inspection.commands.length;
    const scope = within(frame.scope);
    if (call.positional[0] !== undefined) assign(scope, "0", call.positional[0]);
    assignPositional(call.positional.slice(1), scope);
    const wrappers = [...frame.wrappers, `${program} -c`];
    inspection.run.shell(call.code, { ...frame, scope, wrappers, depth: frame.depth + 1, literal: false });
    if (inspection.commands.length === before) emit(inspection, program, words, raw, frame, false);
    return;
  }
  const printed = call.script !== undefined && inspection.files.has(call.script);
  const unknownScript = call.script !== undefined && !printed && /^<\(|^\$|^`/.test(call.script);
  const reads = call.script === undefined || ownInput.test(call.script);
  const unknown = unknownScript
    ? !/^\$\{?(?:HOME|PWD|\w*DIR)\b|^\$\w+\/|^\$\{\w+\}\//.test(call.script)
    : reads && (frame.piped || raw.redirects.some((redirect) => /^0?<&$/.test(redirect.operator)));
  const index = emit(inspection, program, words, raw, frame, unknown);
  if (unknown) note(inspection, raw.text, "dynamic");
  if (reads && frame.piped) runsPrinted(inspection, frame);
  if (reads && frame.input !== undefined) runInput(inspection, program, index, frame);
  else if (!reads && call.script !== undefined) runFile(inspection, program, call.script, index, frame);
  const file = reads ? raw.redirects.find((redirect) => redirect.operator === "<") : undefined;
  if (file !== undefined) runFile(inspection, program, file.target, index, frame);
}

/** `cat file | sh` runs the file. */
function runsPrinted(inspection: Inspection, { pipeline, position, scope }: Frame): void {
  for (const fact of inspection.commands) {
    if (fact.pipeline !== pipeline || fact.position >= position || !prints.test(fact.program)) continue;
    for (const word of fact.arguments)
      if (!word.startsWith("-") && (fact.program === "cat" || looksLikePath(word)))
        addPath(inspection, word, "execute", scope);
    for (const { operator, target } of fact.redirects)
      if (operator === "<") addPath(inspection, target, "execute", scope);
  }
}

/** Programs that print a file, as it is or changed a little. */
const prints = /^(?:g?cat|zcat|tac|head|tail|sed|gsed|base64|gunzip|gzip|xz|xzcat|bzcat|openssl|xxd|rev|tr)$/;

function runInput(inspection: Inspection, program: string, parent: number, frame: Frame): void {
  const wrappers = [...frame.wrappers, program, ...frame.decoders];
  const inner = {
    ...frame,
    wrappers,
    parent,
    depth: frame.depth + 1 + frame.decoders.length,
    literal: false,
    decoders: [],
  };
  inspection.run.shell(frame.input ?? "", { ...inner, scope: within(frame.scope), input: undefined, piped: false });
}

/** A script file; its text is known when the same command line wrote it. */
function runFile(inspection: Inspection, program: string, script: string, parent: number, frame: Frame): void {
  const substituted = script.startsWith("<(");
  if (!substituted) addPath(inspection, script, "execute", frame.scope);
  const path = substituted ? script : locate(script, frame.scope.directories, inspection)[0]?.path;
  const text = path === undefined ? undefined : inspection.files.get(path);
  if (text === undefined || frame.depth >= limits.depth) return;
  const wrappers = [...frame.wrappers, program];
  inspection.run.shell(text, {
    ...frame,
    scope: within(frame.scope),
    wrappers,
    parent,
    depth: frame.depth + 1,
    literal: false,
    input: undefined,
  });
}

function runEval(inspection: Inspection, words: readonly string[], raw: RawCommand, frame: Frame): void {
  const before = inspection.commands.length;
  const wrappers = [...frame.wrappers, "eval"];
  inspection.run.shell(words.join(" "), { ...frame, wrappers, depth: frame.depth + 1, literal: false });
  if (inspection.commands.length === before) emit(inspection, "eval", words, raw, frame, false);
}

function runSource(
  inspection: Inspection,
  program: string,
  words: readonly string[],
  raw: RawCommand,
  frame: Frame,
): void {
  const script = words[0];
  const reads = script !== undefined && ownInput.test(script);
  const unknown = (script?.startsWith("<(") === true && !inspection.files.has(script)) || (reads && frame.piped);
  const index = emit(inspection, program, words, raw, frame, unknown);
  if (unknown) note(inspection, raw.text, "dynamic");
  else if (reads && frame.input !== undefined) runInput(inspection, program, index, frame);
  else if (script !== undefined) runFile(inspection, program, script, index, frame);
}
