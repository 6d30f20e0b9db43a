// Parse: a program's arguments as the program itself reads them. Done once for each command; nothing later parses words again.
import type { OptionFact } from "../../../../shared/domain/facts.ts";
import type { Syntax } from "./definition.ts";
import { compileOptions, type OptionRule, type OptionTable } from "./option-notation.ts";

export interface Invocation {
  readonly subcommand: string;
  readonly options: readonly OptionFact[];
  readonly operands: readonly string[];
}

/** A syntax ready to parse with: its own options and those of the commands around it. */
export interface CompiledSyntax {
  readonly syntax: Syntax;
  readonly table: OptionTable;
  readonly outer: CompiledSyntax | undefined;
  readonly subcommands: ReadonlyMap<string, Subcommand> | undefined;
}

interface Subcommand {
  readonly name: string;
  readonly syntax: CompiledSyntax;
}

export interface Parsed extends Invocation {
  /** The innermost syntax that applied. */
  readonly syntax: CompiledSyntax | undefined;
  /** The rule of each option, by its place in `options`. */
  readonly rules: readonly (OptionRule | undefined)[];
  /** The commands in the values of options such as `find -exec`. */
  readonly commands: readonly (readonly string[])[];
  /** How many operands stand before `--`, if there is one. */
  readonly beforeDashes: number | undefined;
}

export function compileSyntax(given: Syntax, outer?: CompiledSyntax): CompiledSyntax {
  const syntax = { ...inherited(outer?.syntax), ...given };
  const subcommands = syntax.subcommands === undefined ? undefined : new Map<string, Subcommand>();
  const compiled: CompiledSyntax = { syntax, table: compileOptions(syntax), outer, subcommands };
  for (const [key, inner] of Object.entries(syntax.subcommands ?? {})) {
    const [name = key, ...synonyms] = key.split("|");
    const subcommand = { name, syntax: compileSyntax(inner, compiled) };
    for (const spelling of [name, ...synonyms]) subcommands?.set(spelling, subcommand);
  }
  return compiled;
}

/** What a subcommand has in common with its program unless it says otherwise. */
function inherited({ style, operands }: Syntax = {}): Syntax {
  return { ...(style === undefined ? {} : { style }), ...(operands === undefined ? {} : { operands }) };
}

/** Paths, addresses and settings stand where a subcommand could and are none. */
const subcommandWord = /^[A-Za-z][\w:-]*$/u;

export function parse(words: readonly string[], compiled: CompiledSyntax | undefined): Parsed {
  const options: OptionFact[] = [];
  const rules: (OptionRule | undefined)[] = [];
  const operands: string[] = [];
  const commands: (readonly string[])[] = [];
  let syntax = compiled;
  let subcommand = "";
  let ended = syntax?.syntax.style === "words";
  let beforeDashes: number | undefined;
  /** Words that the subcommand has, and may have when it is not listed. */
  let level = 0;
  let depth = compiled?.syntax.depth ?? (compiled?.subcommands === undefined ? 0 : 1);

  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!ended && word === "--") dashes();
    else if (ended || !isOption(word)) operand(word);
    else at += option(word, at);
  }
  return { subcommand, options, operands, syntax, rules, commands, beforeDashes };

  function dashes(): void {
    ended = true;
    beforeDashes = operands.length;
    const rule = lookUp("--", syntax);
    if (rule !== undefined) add("--", undefined, rule);
  }

  function isOption(word: string): boolean {
    const style = syntax?.syntax.style;
    if (style === "windows") return word.length > 1 && /^[/-]/u.test(word) && word.lastIndexOf("/") <= 0;
    if (style === "bundled" && operands.length === 0 && options.length === 0 && /^[A-Za-z]+$/u.test(word)) return true;
    if (word.length > 1) return word.charCodeAt(0) === dash;
    // The brackets of find.
    return style === "long" && syntax?.table.byName.has(word) === true;
  }

  function operand(word: string): void {
    const leading = syntax?.syntax.operandsBefore;
    if (leading !== undefined && options.some(({ name }) => !leading.includes(name))) return;
    const isFirst = operands.length === 0 && !ended;
    const known = isFirst ? syntax?.subcommands?.get(word) : undefined;
    // A nested level that does not know the word has no subcommand here: `git stash` takes `push` or none.
    if (syntax === undefined || (known === undefined && !(isFirst && level < depth && subcommandWord.test(word)))) {
      operands.push(word);
      if (syntax?.syntax.stopAfter === operands.length) ended = true;
      return;
    }
    level += 1;
    subcommand = subcommand === "" ? (known?.name ?? word) : `${subcommand} ${known?.name ?? word}`;
    syntax = known?.syntax ?? unknownSubcommand(syntax);
    // A listed subcommand without any of its own takes operands.
    if (known !== undefined && syntax.subcommands === undefined) depth = level;
    if (syntax.syntax.style === "words") ended = true;
  }

  /** These return how many of the following words belong to the option. */
  function option(word: string, at: number): number {
    const style = syntax?.syntax.style;
    if (syntax === undefined) return generic(word);
    if (style === "windows") return windows(word);
    if (word.startsWith("--") || style === "long") return long(word, at);
    return short(word.charCodeAt(0) === dash ? word : `-${word}`, at);
  }

  /** An option whose value is in the next word. */
  function separate(rule: OptionRule, at: number): number {
    if (rule.value === "command") return command(rule, at + 1);
    add(rule.name, words[at + 1], rule);
    if (rule.second === undefined) return 1;
    add(rule.name, words[at + 2], rule.second);
    return 2;
  }

  function command(rule: OptionRule, start: number): number {
    let end = start;
    while (end < words.length && words[end] !== ";" && !(words[end] === "+" && words[end - 1] === "{}")) end += 1;
    const taken = words.slice(start, end);
    add(rule.name, taken.join(" "), rule);
    if (taken.length > 0) commands.push(taken);
    return end - start + 1;
  }

  function add(name: string, value: string | undefined, rule: OptionRule | undefined): void {
    options.push(value === undefined ? { name } : { name, value });
    rules.push(rule);
  }

  function long(word: string, at: number): number {
    const equals = word.indexOf("=");
    const given = equals < 0 ? word : word.slice(0, equals);
    const rule =
      lookUp(given, syntax) ?? otherDashes(given, syntax) ?? abbreviated(given, syntax) ?? unlisted(given, syntax);
    const name = rule?.name ?? given;
    if (equals >= 0) add(name, word.slice(equals + 1), rule);
    else if (rule?.value !== undefined && !rule.joined) return separate(rule, at);
    else add(name, undefined, rule);
    return 0;
  }

  function short(word: string, index: number): number {
    // Some programs have options of several letters after one dash: `-nH`, `-rf` is not one of them.
    const whole = word.length > 2 ? lookUp(word, syntax) : undefined;
    if (whole !== undefined) return long(word, index);
    if (/^-\d+$/u.test(word) && lookUp(word.slice(0, 2), syntax) === undefined) {
      add("-#", word.slice(1), undefined);
      return 0;
    }
    for (let at = 1; at < word.length; at += 1) {
      const rule = lookUp(`-${word.charAt(at)}`, syntax) ?? unlisted(`-${word.charAt(at)}`, syntax);
      const name = rule?.name ?? `-${word.charAt(at)}`;
      if (rule?.value === undefined) {
        add(name, undefined, rule);
        continue;
      }
      const attached = word.slice(at + 1);
      if (attached !== "") add(name, attached.startsWith("=") ? attached.slice(1) : attached, rule);
      else if (rule.joined) add(name, undefined, rule);
      else return separate(rule, index);
      return 0;
    }
    return 0;
  }

  function windows(word: string): number {
    const colon = word.search(/[:=]/u);
    const given = (colon < 0 ? word : word.slice(0, colon)).toLowerCase().replace(/^-/u, "/");
    const rule = lookUp(given.replace(/^\//u, "-"), syntax);
    add(rule?.name ?? given, colon < 0 ? undefined : word.slice(colon + 1), rule);
    return 0;
  }

  /** Of a program nobody has described: what stands after `=` is a value, everything else may be one. */
  function generic(word: string): number {
    const equals = word.indexOf("=");
    if (equals < 0) add(word, undefined, undefined);
    else add(word.slice(0, equals), word.slice(equals + 1), undefined);
    return 0;
  }
}

const dash = 45;
const noOptions: OptionTable = { byName: new Map(), long: [] };

/** Its operands are what those of the program are. */
function unknownSubcommand(outer: CompiledSyntax): CompiledSyntax {
  return { syntax: inherited(outer.syntax), table: noOptions, outer, subcommands: undefined };
}

/** Options of the command around a subcommand may follow it: `kubectl get pods --context x`. Its own go first. */
function lookUp(name: string, compiled: CompiledSyntax | undefined): OptionRule | undefined {
  for (let at = compiled; at !== undefined; at = at.outer) {
    const rule = at.table.byName.get(name);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

function unlisted(name: string, compiled: CompiledSyntax | undefined): OptionRule | undefined {
  return compiled?.syntax.unlisted === "valued" ? { name, value: "text", joined: false, second: undefined } : undefined;
}

/** Programs whose long options take one dash usually accept two. */
function otherDashes(given: string, compiled: CompiledSyntax | undefined): OptionRule | undefined {
  if (compiled?.syntax.style !== "long") return undefined;
  return lookUp(given.startsWith("--") ? given.slice(1) : `-${given}`, compiled);
}

/** GNU programs accept the beginning of a long option where it can mean only one: `--recurs`. */
function abbreviated(given: string, compiled: CompiledSyntax | undefined): OptionRule | undefined {
  if (compiled === undefined || !given.startsWith("--") || given.length < 4) return undefined;
  const found = new Set<OptionRule>();
  for (const name of compiled.table.long) {
    const rule = name.startsWith(given) ? compiled.table.byName.get(name) : undefined;
    if (rule !== undefined) found.add(rule);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}
