// Shell: walks the syntax tree of a command line and hands every simple command on, with what feeds it.
import { parse } from "unbash";
import type {
  AndOr,
  ArithmeticExpression,
  ArithmeticFor,
  Case,
  CommandNode,
  CompoundList,
  Coproc,
  For,
  Function as FunctionNode,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirected,
  Select,
  Statement,
  TestExpression,
  While,
  Word,
} from "unbash";
import { abridged } from "./abridge.ts";
import { assignPositional } from "./builtins.ts";
import { fallbackCommands, lastCommands } from "./fallback.ts";
import { isHazardous } from "./hazard.ts";
import { note, WorldFault } from "../inspection.ts";
import type { Frame, Inspection } from "../inspection.ts";
import { limits } from "../limits.ts";
import { outputFile, readRedirects } from "./redirects.ts";
import { assign, settle, within } from "./scope.ts";
import { inspectSimple, remember } from "./simple-command.ts";
import type { Walk } from "./simple-command.ts";
import { expansionIn } from "./substitution.ts";
import { isBinary } from "../text.ts";
import { type InnerScript, scriptsInArithmetic, scriptsInSubscripts } from "./inner-scripts.ts";

/** Looks into shell text. Returns what it prints when that is known. */
export function inspectShell(inspection: Inspection, given: string, frame: Frame): string | undefined {
  // A terminal takes a carriage return for Enter, and what a shell makes of one must not hide the rest of a line.
  const text = given.includes("\r") ? given.replaceAll("\r", "\n") : given;
  if (frame.depth > limits.depth) {
    note(inspection, text, "depth");
    return undefined;
  }
  if (isBinary(text)) note(inspection, text, "binary");
  if (isTooLong(inspection, text)) {
    note(inspection, text, "size");
    const { text: short, sure } = abridged(text);
    if (isTooLong(inspection, short)) glimpse(inspection, short, frame);
    else {
      inspectParsed(inspection, short, { ...frame, literal: false });
      if (!sure) glimpse(inspection, text, frame);
    }
    return undefined;
  }
  return inspectParsed(inspection, text, frame);
}

function isTooLong(inspection: Inspection, text: string): boolean {
  return text.length > inspection.budget.shellCharacters || isHazardous(text);
}

function inspectParsed(inspection: Inspection, text: string, frame: Frame): string | undefined {
  inspection.budget.shellCharacters -= text.length;
  const before = inspection.commands.length;
  const spent = inspection.budget.commands <= 0;
  try {
    const script = parse(text);
    const output = new Walker(inspection).script(script, { ...frame, source: text });
    // The last of too many commands is as likely the one that matters as the first.
    if (!spent && frame.depth === 0 && inspection.budget.commands <= 0)
      lastCommands(inspection, endOf(text), frame, before);
    if (script.errors === undefined) return output;
  } catch (error) {
    // The parser gives up on nesting deeper than the stack; what it found so far stays.
    if (error instanceof WorldFault) throw error;
  }
  note(inspection, text, "syntax");
  fallbackCommands(inspection, text, frame, before);
  return undefined;
}

/** A text too long to parse: its beginning and end are still read word by word. */
function glimpse(inspection: Inspection, text: string, frame: Frame): void {
  inspection.budget.pathWords = Math.min(inspection.budget.pathWords, limits.glimpsePathWords);
  const before = inspection.commands.length;
  fallbackCommands(inspection, beginningOf(text), frame, before);
  if (text.length > limits.glimpseCharacters) lastCommands(inspection, endOf(text), frame, before);
}

/** Up to the end of a word: `rm -rf /tmp/x` cut in the middle would be another command. */
function beginningOf(text: string): string {
  const size = limits.glimpseCharacters;
  if (text.length <= size) return text;
  const start = text.slice(0, size);
  return /^[^]*[\s;|&]/.exec(start)?.[0] ?? start;
}

/** From the beginning of a command, where there is one. */
function endOf(text: string): string {
  const size = limits.glimpseCharacters;
  if (text.length <= size) return text;
  const end = text.slice(-size);
  const start = /[\n;&]/.exec(end)?.index;
  return start === undefined ? end : end.slice(start);
}

class Walker implements Walk {
  readonly inspection: Inspection;
  decoders: readonly string[] = [];
  listed: readonly string[] | undefined;
  #calls = 0;
  readonly #functions = new Map<string, { readonly node: FunctionNode; readonly source: string }>();

  constructor(inspection: Inspection) {
    this.inspection = inspection;
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
    const inspection = this.inspection;
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
    const inspection = this.inspection;
    let position = frame.position;
    let stage = frame;
    let output: string | undefined;
    for (const command of node.commands) {
      inspection.reach = position;
      this.listed = undefined;
      output = this.#node(command, { ...stage, staged: true, position, scope: within(frame.scope) });
      position = inspection.reach + 1;
      stage = { ...frame, input: output, piped: output === undefined, listed: this.listed, decoders: this.decoders };
    }
    inspection.reach = position - 1;
    return output;
  }

  #node(node: CommandNode, frame: Frame): string | undefined {
    switch (node.type) {
      case "Command":
        return inspectSimple(this, node, frame);
      case "Redirected":
        return this.#redirected(node, frame);
      case "Subshell":
        return this.#list(node.body, { ...frame, scope: within(frame.scope) });
      case "BraceGroup":
        return this.#list(node.body, frame);
      case "Function":
        return this.#function(node, frame);
      case "Coproc":
        return this.#coproc(node, frame);
      case "ArithmeticCommand":
        this.#arithmetic([node.expression], frame);
        return "";
      case "TestCommand":
        this.#test(node.expression, frame, 0);
        return "";
      case "If":
      case "For":
      case "Select":
      case "While":
      case "ArithmeticFor":
      case "Case":
        this.#control(node, frame);
        break;
    }
    return undefined;
  }

  #control(node: If | For | Select | While | ArithmeticFor | Case, frame: Frame): void {
    switch (node.type) {
      case "If":
        this.#list(node.clause, frame);
        this.#branch(node.then, frame);
        for (const branch of node.elif) {
          this.#branch(branch.clause, frame);
          this.#branch(branch.then, frame);
        }
        if (node.else !== undefined) this.#branch(node.else, frame);
        break;
      case "For":
      case "Select":
        this.#loop(node.name, node.wordlist, node.body, frame);
        break;
      case "While":
        this.#branch(node.clause, frame);
        this.#branch(node.body, frame);
        break;
      case "ArithmeticFor":
        this.#arithmetic([node.initialize, node.test, node.update], frame);
        this.#branch(node.body, frame);
        break;
      case "Case":
        this.#words([node.word], frame);
        for (const item of node.items) {
          this.#words(item.pattern, frame);
          this.#branch(item.body, frame);
        }
        break;
    }
  }

  #redirected(node: Redirected, frame: Frame): string | undefined {
    const words = expansionIn(this.inspection, frame.scope);
    const { input, facts } = readRedirects(this.inspection, node.redirects, frame.scope, words);
    this.inner(words.scripts, frame, undefined);
    const output = this.#node(node.command, input === undefined ? frame : { ...frame, input, piped: false });
    const file = outputFile(facts);
    if (file === undefined || output === undefined) return output;
    remember(this.inspection, file.target, output, file.operator.includes(">>"), frame.scope);
    return "";
  }

  #branch(list: CompoundList, frame: Frame): void {
    const scope = within(frame.scope);
    this.#list(list, { ...frame, scope });
    settle(frame.scope, scope);
  }

  #loop(name: Word, values: readonly Word[] | undefined, body: CompoundList, frame: Frame): void {
    const words = expansionIn(this.inspection, frame.scope);
    for (const value of values?.slice(0, limits.fields) ?? []) words.word(value);
    this.inner(words.scripts, frame, undefined);
    const scope = within(frame.scope);
    assign(
      scope,
      name.value,
      values === undefined || words.unknown ? null : { anyOf: words.fields.slice(0, limits.fields) },
    );
    this.#list(body, { ...frame, scope });
    settle(frame.scope, scope);
  }

  #function(node: FunctionNode, frame: Frame): string {
    const scope = within(frame.scope);
    for (const name of ["@", "*", "1", "2", "3", "4", "5", "6", "7", "8", "9"]) assign(scope, name, null);
    this.#functions.set(node.name.value, { node, source: frame.source });
    this.#body(node, { ...frame, scope });
    return "";
  }

  #body(node: FunctionNode, frame: Frame): void {
    const wrappers = [...frame.wrappers, "function"];
    const inner: Frame = { ...frame, function: node.name.value, wrappers, staged: false };
    if (node.body.type === "CompoundList") this.#list(node.body, inner);
    else this.#node(node.body, inner);
  }

  call(words: readonly string[], frame: Frame): void {
    const [name = "", ...given] = words;
    const known = this.#functions.get(name);
    // Without arguments it does what was seen where it was written.
    if (known === undefined || given.length === 0 || this.#calls >= limits.calls) return;
    if (frame.wrappers.filter((wrapper) => wrapper === "function").length > limits.callDepth) return;
    this.#calls += 1;
    const scope = within(frame.scope);
    assignPositional(given, scope);
    this.#body(known.node, { ...frame, scope, depth: frame.depth + 1, source: known.source, literal: false });
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

  #arithmetic(expressions: readonly (ArithmeticExpression | undefined)[], frame: Frame): void {
    const scripts = expressions.flatMap((expression) => scriptsInArithmetic(expression));
    if (scripts.length > 0) this.inner(scripts, frame, undefined);
  }

  /** Words that are no command: only the scripts inside them matter. */
  #words(words: readonly Word[], frame: Frame): void {
    if (words.every((word) => word.parts === undefined)) return;
    const expansion = expansionIn(this.inspection, frame.scope);
    for (const word of words) expansion.word(word);
    const known = new Set(expansion.scripts.map((script) => script.text));
    const hidden = words.flatMap((word) => scriptsInSubscripts(word.value));
    this.inner([...expansion.scripts, ...hidden.filter((script) => !known.has(script.text))], frame, undefined);
  }

  inner(scripts: readonly InnerScript[], frame: Frame, parent: number | undefined): void {
    for (const inner of scripts) {
      if (inner.script === undefined || frame.seen?.has(inner.text) === true) continue;
      if (frame.depth >= limits.depth) {
        note(this.inspection, inner.text, "depth");
        continue;
      }
      const own = inner.script.source;
      if (inner.script.errors !== undefined) note(this.inspection, inner.text, "syntax");
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
