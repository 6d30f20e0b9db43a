// Shell: walks the syntax tree of a command line and hands every simple command on, with what feeds it.
import { parse } from "unbash";
import type {
  AndOr,
  Assignment,
  Command,
  CommandNode,
  CompoundList,
  Coproc,
  Function as FunctionNode,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Statement,
  TestExpression,
  Word,
} from "unbash";
import type { RedirectFact } from "../../../shared/facts.ts";
import { fallbackCommands } from "./fallback.ts";
import { isHazardous } from "./hazard.ts";
import { addPath, note } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { limits } from "./limits.ts";
import { locate } from "./paths.ts";
import { printedBy } from "./output.ts";
import type { Printed } from "./output.ts";
import { programName } from "./program-name.ts";
import { assign, settle, within } from "./scope.ts";
import type { Scope, Value } from "./scope.ts";
import { isBinary } from "./text.ts";
import { Expansion } from "./words.ts";
import type { InnerScript, WordReader } from "./words.ts";

/** Looks into shell text. Returns what it prints when that is known. */
export function inspectShell(inspection: Inspection, text: string, frame: Frame): string | undefined {
  if (frame.depth > limits.depth) {
    note(inspection, text, "depth");
    return undefined;
  }
  if (isBinary(text)) note(inspection, text, "binary");
  if (text.length > inspection.budget.shellCharacters || isHazardous(text)) {
    note(inspection, text, "size");
    glimpse(inspection, text, frame);
    return undefined;
  }
  inspection.budget.shellCharacters -= text.length;
  const before = inspection.commands.length;
  try {
    const script = parse(text);
    const output = new Walker(inspection, text).script(script, { ...frame, source: text });
    if (script.errors === undefined) return output;
  } catch {
    // The parser gives up on nesting deeper than the stack; what it found so far stays.
  }
  note(inspection, text, "syntax");
  fallbackCommands(inspection, text, frame, before);
  return undefined;
}

/** A text too long to parse: its beginning and end are still read word by word. */
function glimpse(inspection: Inspection, text: string, frame: Frame): void {
  const size = limits.glimpseCharacters;
  const before = inspection.commands.length;
  fallbackCommands(inspection, text.slice(0, size), frame, before);
  if (text.length > size) fallbackCommands(inspection, text.slice(Math.max(size, text.length - size)), frame, before);
}

class Walker {
  readonly #inspection: Inspection;
  readonly #source: string;

  constructor(inspection: Inspection, source: string) {
    this.#inspection = inspection;
    this.#source = source;
  }

  script(script: ParsedScript, frame: Frame): string | undefined {
    return this.#statements(script.commands, frame);
  }

  #statements(statements: readonly Statement[], frame: Frame): string | undefined {
    let output: string | undefined = "";
    for (const statement of statements) {
      const inner = statement.background === true ? { ...frame, background: true } : frame;
      const printed = this.#part(statement.command, inner);
      output = output === undefined || printed === undefined ? undefined : output + printed;
    }
    return output;
  }

  #list(list: CompoundList, frame: Frame): string | undefined {
    return this.#statements(list.commands, frame);
  }

  #part(node: PipelineNode | AndOr, frame: Frame): string | undefined {
    if (node.type === "AndOr") return this.#andOr(node, frame);
    if (frame.staged) return this.#stages(node, frame);
    // A pipeline of its own gets its own number.
    const inspection = this.#inspection;
    const reach = inspection.reach;
    inspection.pipelines += 1;
    const output = this.#stages(node, { ...frame, pipeline: inspection.pipelines - 1, position: 0 });
    inspection.reach = reach;
    return output;
  }

  #andOr(node: AndOr, frame: Frame): string | undefined {
    const [first, ...rest] = node.commands;
    let output = first === undefined ? "" : this.#part(first, frame);
    const conditional = { ...frame, scope: within(frame.scope) };
    for (const command of rest) {
      const printed = this.#part(command, conditional);
      output = output === undefined || printed === undefined ? undefined : output + printed;
    }
    settle(frame.scope, conditional.scope);
    return output;
  }

  #stages(node: PipelineNode, frame: Frame): string | undefined {
    if (node.type !== "Pipeline") return this.#node(node, frame);
    const [only, second] = node.commands;
    if (only !== undefined && second === undefined) {
      const timed = node.prefixes.some((prefix) => prefix.type === "Time");
      return this.#node(only, timed ? { ...frame, wrappers: [...frame.wrappers, "time"] } : frame);
    }
    return this.#pipeline(node, frame);
  }

  #pipeline(node: Pipeline, frame: Frame): string | undefined {
    const inspection = this.#inspection;
    let position = frame.position;
    let stage = frame;
    let output: string | undefined;
    for (const command of node.commands) {
      inspection.reach = position;
      output = this.#node(command, { ...stage, staged: true, position, scope: within(frame.scope) });
      position = inspection.reach + 1;
      stage = { ...frame, input: output, piped: output === undefined, decoders: this.#decoders };
    }
    inspection.reach = position - 1;
    return output;
  }

  /** Encodings the output of the last simple command was taken out of. */
  #decoders: readonly string[] = [];

  #node(node: CommandNode, frame: Frame): string | undefined {
    switch (node.type) {
      case "Command":
        return this.#command(node, frame);
      case "Redirected": {
        const words = this.#expansion(frame.scope);
        const { input } = this.#redirects(node.redirects, frame, words);
        this.#inner(words.scripts, frame, undefined);
        return this.#node(node.command, input === undefined ? frame : { ...frame, input, piped: false });
      }
      case "Subshell":
        return this.#list(node.body, { ...frame, scope: within(frame.scope) });
      case "BraceGroup":
        return this.#list(node.body, frame);
      case "If": {
        this.#list(node.clause, frame);
        this.#branch(node.then, frame);
        for (const branch of node.elif) {
          this.#branch(branch.clause, frame);
          this.#branch(branch.then, frame);
        }
        if (node.else !== undefined) this.#branch(node.else, frame);
        return undefined;
      }
      case "For":
      case "Select":
        this.#loop(node.name, node.wordlist, node.body, frame);
        return undefined;
      case "While":
        this.#branch(node.clause, frame);
        this.#branch(node.body, frame);
        return undefined;
      case "ArithmeticFor":
        this.#branch(node.body, frame);
        return undefined;
      case "Case":
        this.#words([node.word], frame);
        for (const item of node.items) {
          this.#words(item.pattern, frame);
          this.#branch(item.body, frame);
        }
        return undefined;
      case "TestCommand":
        this.#test(node.expression, frame, 0);
        return "";
      case "ArithmeticCommand":
        return "";
      case "Function":
        return this.#function(node, frame);
      case "Coproc":
        return this.#coproc(node, frame);
    }
  }

  #branch(list: CompoundList, frame: Frame): void {
    const scope = within(frame.scope);
    this.#list(list, { ...frame, scope });
    settle(frame.scope, scope);
  }

  #loop(name: Word, values: readonly Word[] | undefined, body: CompoundList, frame: Frame): void {
    const words = this.#expansion(frame.scope);
    for (const value of values?.slice(0, limits.fields) ?? []) words.word(value);
    this.#inner(words.scripts, frame, undefined);
    const scope = within(frame.scope);
    assign(scope, name.value, values === undefined || words.unknown ? null : { anyOf: words.fields.slice(0, limits.fields) });
    this.#list(body, { ...frame, scope });
    settle(frame.scope, scope);
  }

  #function(node: FunctionNode, frame: Frame): string {
    const scope = within(frame.scope);
    for (const name of ["@", "*", "1", "2", "3", "4", "5", "6", "7", "8", "9"]) assign(scope, name, null);
    const inner: Frame = {
      ...frame,
      scope,
      function: node.name.value,
      wrappers: [...frame.wrappers, "function"],
      staged: false,
    };
    if (node.body.type === "CompoundList") this.#list(node.body, inner);
    else this.#node(node.body, inner);
    return "";
  }

  #coproc(node: Coproc, frame: Frame): undefined {
    const inner = { ...frame, background: true, wrappers: [...frame.wrappers, "coproc"] };
    if (node.body.type === "CompoundList") this.#list(node.body, inner);
    else this.#node(node.body, inner);
    return undefined;
  }

  #test(expression: TestExpression, frame: Frame, depth: number): void {
    if (depth > 64) return;
    switch (expression.type) {
      case "TestUnary":
        return this.#words([expression.operand], frame);
      case "TestBinary":
        return this.#words([expression.left, expression.right], frame);
      case "TestLogical":
        for (const operand of expression.operands) this.#test(operand, frame, depth + 1);
        return;
      case "TestNot":
        return this.#test(expression.operand, frame, depth + 1);
      case "TestGroup":
        return this.#test(expression.expression, frame, depth + 1);
    }
  }

  /** Words that are no command: only the scripts inside them matter. */
  #words(words: readonly Word[], frame: Frame): void {
    if (words.every((word) => word.parts === undefined)) return;
    const expansion = this.#expansion(frame.scope);
    for (const word of words) expansion.word(word);
    this.#inner(expansion.scripts, frame, undefined);
  }

  #expansion(scope: Scope, dropUnknown = false): Expansion {
    return new Expansion(this.#reader(scope), dropUnknown);
  }

  #reader(scope: Scope): WordReader {
    return { scope, home: this.#inspection.places.home, outputOf: (script) => this.#printed(script, scope, 0) };
  }

  /** What a substitution prints, without looking into it: one pipeline of text programs. */
  #printed(script: ParsedScript, scope: Scope, depth: number): Printed | undefined {
    const statement = script.commands.length === 1 ? script.commands[0]?.command : undefined;
    if (script.commands.length === 0) return { text: "" };
    if (statement === undefined || depth > limits.depth || script.errors !== undefined) return undefined;
    if (statement.type === "AndOr") return this.#firstFound(statement, scope);
    const stages = statement.type === "Pipeline" ? statement.commands : [statement];
    let input: string | undefined;
    let decoder: string | undefined;
    for (const stage of stages) {
      if (stage.type !== "Command" || stage.name === undefined) return undefined;
      const reader: WordReader = { ...this.#reader(scope), outputOf: (inner) => this.#printed(inner, scope, depth + 1) };
      const words = new Expansion(reader);
      words.word(stage.name);
      for (const item of stage.args) if (item.type === "Word") words.word(item);
      if (words.unknown) return undefined;
      for (const redirect of stage.redirects) input = hereText(redirect, words) ?? input;
      const printed = printedBy(programName(words.fields[0] ?? "", this.#inspection.world), words.fields.slice(1), input);
      if (printed === undefined) return undefined;
      input = printed.text;
      decoder = printed.decoder ?? decoder;
    }
    return input === undefined ? undefined : { text: input, ...(decoder === undefined ? {} : { decoder }) };
  }

  /** `$(which python3 || which python)`: the first name stands for all. */
  #firstFound(node: AndOr, scope: Scope): Printed | undefined {
    if (node.operators.some((operator) => operator !== "||")) return undefined;
    const names = node.commands.map((command) => {
      if (command.type !== "Command" || command.name === undefined) return undefined;
      const words = this.#expansion(scope);
      words.word(command.name);
      for (const item of command.args) if (item.type === "Word") words.word(item);
      const looks = /^(?:which|command|type)$/.test(words.fields[0] ?? "");
      return looks && !words.unknown ? printedBy(words.fields[0] ?? "", words.fields.slice(1), undefined) : undefined;
    });
    return names.includes(undefined) ? undefined : names[0];
  }

  #command(node: Command, frame: Frame): string | undefined {
    const inspection = this.#inspection;
    if (inspection.budget.commands <= 0) {
      note(inspection, this.#source.slice(node.pos, node.end), "size");
      return undefined;
    }
    inspection.budget.commands -= 1;
    const words = this.#expansion(frame.scope);
    if (node.name !== undefined) words.word(node.name);
    const unknownProgram = words.unknownProgram;
    if (unknownProgram && words.alternatives !== undefined) return this.#alternatives(node, words.alternatives, frame);
    for (const item of node.suffix) {
      if (words.fields.length > limits.words) {
        note(inspection, this.#source.slice(node.pos, node.end), "size");
        break;
      }
      if (item.type === "Word") words.word(item);
      else if (item.type === "Assignment") words.assignment(item);
    }
    const assignments = this.#assignments(node.prefix, frame, words, node.name === undefined);
    const fed = node.redirects.length === 0 ? undefined : this.#redirects(node.redirects, frame, words);
    const stage = fed?.input === undefined ? frame : { ...frame, input: fed.input, piped: false, decoders: [] };
    const source = frame.source;
    const text = source.slice(node.pos, node.end);
    const parent = inspection.commands.length;
    if (words.fields.length > 0) {
      inspection.run.command(
        {
          words: words.fields,
          unknownProgram,
          guess: unknownProgram ? this.#guess(node, frame.scope) : (words.fields[0] ?? ""),
          text,
          start: node.pos,
          end: node.end,
          redirects: fed?.facts ?? [],
          assignments,
          ...(words.decoders.length === 0 ? {} : { decoders: words.decoders }),
        },
        words.scripts.length === 0 ? stage : { ...stage, seen: new Set(words.scripts.map((script) => script.text)) },
      );
    } else if (fed !== undefined && node.name === undefined) this.#bareRedirect(node, fed.facts, stage, text);
    this.#inner(words.scripts, frame, inspection.commands.length > parent ? parent : undefined);
    if (inspection.reach < frame.position) inspection.reach = frame.position;
    return this.#output(words, stage, fed?.facts);
  }

  /** The program is one of several: each is looked at as if it were the one. */
  #alternatives(node: Command, { name, values }: NonNullable<Expansion["alternatives"]>, frame: Frame): undefined {
    for (const value of values.slice(0, 16)) {
      const scope = within(frame.scope);
      assign(scope, name, value);
      this.#command(node, { ...frame, scope });
    }
    return undefined;
  }

  /** `> file` without a command still empties the file; heuristics see it as a command without a program. */
  #bareRedirect(node: Command, redirects: readonly RedirectFact[], frame: Frame, text: string): void {
    this.#inspection.run.command(
      { words: [":"], unknownProgram: false, guess: ":", text, start: node.pos, end: node.end, redirects, assignments: {} },
      frame,
    );
  }

  #output(words: Expansion, stage: Frame, redirects: readonly RedirectFact[] | undefined): string | undefined {
    if (words.fields.length === 0) return words.scripts.length === 0 ? "" : undefined;
    if (words.unknown) return undefined;
    const printed = printedBy(programName(words.fields[0] ?? "", this.#inspection.world), words.fields.slice(1), stage.input);
    const file = redirects?.findLast((redirect) => /^1?>>?\|?$|^&>/.test(redirect.operator));
    if (file !== undefined && printed !== undefined) {
      this.#write(file, printed.text, stage.scope);
      return "";
    }
    this.#decoders = printed?.decoder === undefined ? stage.decoders : [...stage.decoders, printed.decoder];
    return printed?.text;
  }

  #write(file: RedirectFact, text: string, scope: Scope): void {
    const inspection = this.#inspection;
    const target = locate(file.target, scope.directories, inspection)[0]?.path ?? file.target;
    const earlier = file.operator.includes(">>") ? (inspection.files.get(target) ?? "") : "";
    inspection.files.set(target, (earlier + text).slice(0, limits.expandedCharacters));
    inspection.written ??= { name: file.target, text };
  }

  #guess(node: Command, scope: Scope): string {
    if (node.name === undefined) return "";
    const words = this.#expansion(scope, true);
    words.word(node.name);
    return words.fields[0] ?? "";
  }

  #assignments(prefix: Command["prefix"], frame: Frame, words: Expansion, lasting: boolean): Readonly<Record<string, string>> {
    if (prefix.length === 0) return noAssignments;
    const assignments: Record<string, string> = {};
    for (const item of prefix) {
      if (item.type !== "Assignment") continue;
      const value = words.value(item);
      if (lasting) this.#assign(item, value, frame.scope);
      else if (item.name !== "__proto__") assignments[item.name] = typeof value === "string" ? value : rawValue(item);
    }
    return assignments;
  }

  #assign(item: Assignment, value: Value, scope: Scope): void {
    if (item.append === true || item.index !== undefined) {
      const earlier = scope.variables.get(item.name);
      const joined = item.index === undefined && typeof earlier === "string" && typeof value === "string" ? earlier + value : null;
      assign(scope, item.name, joined);
    } else assign(scope, item.name, value);
  }

  #redirects(redirects: readonly Redirection[], frame: Frame, words: Expansion): { facts: readonly RedirectFact[]; input: string | undefined } {
    const facts: RedirectFact[] = [];
    let input: string | undefined;
    if (redirects.length > limits.redirects) note(this.#inspection, "redirects", "size");
    for (const redirect of redirects.slice(0, limits.redirects)) {
      const descriptor = redirect.descriptor?.type === "FileDescriptor" ? String(redirect.descriptor.value) : "";
      const operator = `${descriptor}${redirect.operator}`;
      const text = hereText(redirect, words);
      if (text !== undefined) {
        input = text;
        facts.push({ operator, target: redirect.type === "HereDoc" ? (redirect.delimiter?.value ?? "") : text });
        continue;
      }
      if (redirect.type !== "Redirect" || redirect.target === undefined) continue;
      const target = words.quoted(redirect.target);
      facts.push({ operator, target });
      if (/&$/.test(redirect.operator) && /^(?:\d+|-|\d+-)$/.test(target)) continue;
      if (redirect.operator.startsWith("<")) addPath(this.#inspection, target, "read", frame.scope);
      if (redirect.operator.includes(">")) addPath(this.#inspection, target, "write", frame.scope);
    }
    return { facts, input };
  }

  #inner(scripts: readonly InnerScript[], frame: Frame, parent: number | undefined): void {
    for (const inner of scripts) {
      if (inner.script === undefined || frame.seen?.has(inner.text) === true) continue;
      if (frame.depth >= limits.depth) {
        note(this.#inspection, inner.text, "depth");
        continue;
      }
      const own = inner.script.source;
      if (inner.script.errors !== undefined) note(this.#inspection, inner.text, "syntax");
      this.#statements(inner.script.commands, {
        ...frame,
        scope: within(frame.scope),
        depth: frame.depth + 1,
        wrappers: [...frame.wrappers, inner.label],
        parent: parent ?? frame.parent,
        staged: false,
        position: 0,
        input: undefined,
        piped: false,
        source: own ?? frame.source,
        literal: frame.literal && own === undefined,
      });
    }
  }
}

const noAssignments: Readonly<Record<string, string>> = {};

function rawValue(item: Assignment): string {
  return item.text.slice(item.text.indexOf("=") + 1);
}

function hereText(redirect: Redirection, words: Expansion): string | undefined {
  if (redirect.type === "HereString") return redirect.target === undefined ? undefined : `${words.quoted(redirect.target)}\n`;
  if (redirect.type !== "HereDoc") return undefined;
  const parts = redirect.body.parts;
  if (parts === undefined) return redirect.body.text;
  return words.quoted({ type: "Word", text: redirect.body.text, value: redirect.body.text, pos: 0, end: 0, parts });
}
