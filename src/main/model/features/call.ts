// Features of a tool call, taken from its facts and what the heuristics saw in them. Style (quotes, order, length, made-up names,
// scratch places) is left out on purpose: it tells who wrote a command, not what the command does.
import type { CodeFact, CommandFact, Facts, WrittenFacts } from "../../../shared/domain/facts.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import { Bag } from "./bag.ts";
import { classesOf, variableOf } from "./words.ts";

const mostCommands = 48;
const mostWords = 24;
const mostCode = 8;
const codeLength = 6000;
const mostCodeWords = 120;
/** A call has no more features than this. */
const callLimit = 320;

/** Classes that say nothing by themselves: they are in every second command line. */
const empty: ReadonlySet<string> = new Set([
  "<var>",
  "<n>",
  "/tmp",
  "<absolute>",
  "<inside>",
  "<above>",
  "<long>",
  "<file>",
  "<empty>",
]);
/** Options of these are words behind one dash. */
const wordOptions: ReadonlySet<string> = new Set([
  "find",
  "java",
  "ffmpeg",
  "gcc",
  "openssl",
  "terraform",
  "osascript",
  "convert",
]);
const ordinaryWrappers: ReadonlySet<string> = new Set(["$()", "env", "time", "if", "for", "while", "command"]);

/** The names of the features; what says most comes first, so that a cut loses the least. */
export function callFeatures(facts: Facts, findings: readonly Finding[]): readonly string[] {
  const parts: readonly WrittenFacts[] = facts.written === undefined ? [facts] : [facts, facts.written];
  const bag = new Bag(callLimit);
  bag.add("part call");
  describeFindings(findings, bag);
  for (const { kind } of facts.secrets) bag.add(`secret ${kind}`);
  for (const part of parts) describeWhole(part, bag);
  for (const part of parts) {
    let before: CommandFact | undefined;
    for (const command of part.commands.slice(0, mostCommands)) {
      describeCommand(command, before, bag);
      before = command;
    }
  }
  for (const part of parts) for (const code of part.code.slice(0, mostCode)) describeCode(code, bag);
  if (parts.length === 1 && facts.content !== undefined) describeCode({ language: "", text: facts.content }, bag);
  return bag.names();
}

function describeFindings(findings: readonly Finding[], bag: Bag): void {
  const threats = [...new Set(findings.filter(({ score }) => score >= 0.4).map(({ threat }) => threat))]
    .slice(0, 5)
    .toSorted();
  for (const { id } of findings.slice(0, 12)) bag.add(`finding ${id}`);
  for (const { score, threat } of findings.slice(0, 12)) {
    if (score >= 0.4) bag.add(`threat ${threat}`);
    for (const level of [0.4, 0.5, 0.6, 0.7, 0.8]) if (score >= level) bag.add(`level ${level}`);
  }
  if (threats.length > 1) bag.add("threats 2");
  if (threats.length > 2) bag.add("threats 3");
  for (const [index, threat] of threats.entries()) {
    for (const other of threats.slice(index + 1)) bag.add(`threats ${threat} and ${other}`);
  }
}

function describeWhole(facts: WrittenFacts, bag: Bag): void {
  for (const effect of facts.effects) {
    if (effect === "credential" || effect === "privilege" || effect === "persistence") bag.add(`effect ${effect}`);
  }
  for (const { why } of facts.uninspected.slice(0, 16)) if (why !== "language") bag.add(`uninspected ${why}`);
  for (const { direction, local, host } of facts.hosts.slice(0, 8)) {
    bag.add(`host ${direction} ${local ? "local" : /^[\d.]+$/u.test(host) ? "number" : "name"}`);
  }
  for (const { path, zone, access, recursive } of facts.paths.slice(0, 32)) {
    if (zone === "temporary" || zone === "workspace" || zone === "unknown" || zone === "other") continue;
    if (access !== "read" || zone === "secrets") bag.add(`zone ${access} ${zone}${recursive ? " all" : ""}`);
    for (const place of classesOf(path)) if (!empty.has(place)) bag.add(`place ${access} ${place}`);
  }
  const programs = [...new Set(facts.commands.slice(0, mostCommands).map(({ program }) => program))].slice(0, 8);
  for (const [index, program] of programs.entries()) {
    for (const later of programs.slice(index + 1)) bag.add(`then ${programName(program)} ${programName(later)}`);
  }
}

function programName(program: string): string {
  const [first = ""] = classesOf(program);
  return program === "" ? "<unknown>" : first;
}

function describeCommand(command: CommandFact, before: CommandFact | undefined, bag: Bag): void {
  const program = programName(command.program);
  bag.add(`program ${program}`);
  if (before !== undefined && before.pipeline === command.pipeline)
    bag.add(`pipe ${programName(before.program)} ${program}`);
  for (const wrapper of command.wrappers.slice(0, 6))
    if (!ordinaryWrappers.has(wrapper)) bag.add(`wrapped ${wrapper} ${program}`);
  for (const name of Object.keys(command.assignments).slice(0, 6)) {
    const variable = variableOf(name);
    if (variable !== "<var>") bag.add(`sets ${variable}`);
  }
  for (const { operator, target } of command.redirects.slice(0, 6)) {
    if (target === "/dev/null") continue;
    for (const each of classesOf(target)) if (!empty.has(each)) bag.add(`redirect ${operator} ${each}`);
  }
  describeWords(command.arguments.slice(0, mostWords), program, bag);
}

function describeWords(words: readonly string[], program: string, bag: Bag): void {
  const plain: string[] = [];
  let previous = "";
  for (const word of words) {
    const options = optionsOf(word, wordOptions.has(program));
    if (options !== undefined) {
      for (const option of options) bag.add(`option ${program} ${option}`);
      // Long options mean much the same for every program.
      const [first = ""] = options;
      if (first.length > 3) bag.add(`option ${first}`);
      previous = first;
      continue;
    }
    const classes = classesOf(word);
    for (const [index, each] of classes.entries()) {
      if (!empty.has(each)) bag.add(`word ${each}`);
      bag.add(`word ${program} ${each}`);
      if (index === 0 && previous !== "" && !empty.has(each)) bag.add(`pair ${previous} ${each}`);
    }
    previous = classes[0] ?? "";
    if (plain.length < 3 && /^[a-z][a-z0-9_:.-]*$/u.test(previous)) plain.push(previous);
    if (word.length > 24 && /[\s(]/u.test(word)) {
      for (const part of wordsOfCode(word.slice(0, 2000)).slice(0, 40)) bag.add(`code ${part}`);
    }
  }
  for (let length = 2; length <= plain.length; length += 1)
    bag.add(`verb ${program} ${plain.slice(0, length).join(" ")}`);
}

/** `-rf` is `-r` and `-f`; what follows `=` is a value. */
function optionsOf(word: string, asWords: boolean): readonly string[] | undefined {
  const [whole, dash = "", name = ""] = /^(--?|\/)([a-z?][\w-]*)(?:[=:].*)?$/iu.exec(word) ?? [];
  if (whole === undefined || (dash === "/" && name.length > 8)) return undefined;
  if (dash === "-" && !asWords && /^[a-z]{2,3}$/iu.test(name))
    return [`-${name}`, ...[...new Set(name)].map((letter) => `-${letter}`)];
  return [`${dash}${(name.length === 1 ? name : name.toLowerCase()).slice(0, 24)}`];
}

function wordsOfCode(text: string): readonly string[] {
  return (text.match(/[a-z_]\w*(?:(?:\.|::|-)[a-z_]\w*){0,3}/giu) ?? [])
    .filter((word) => word.length > 2 && word.length <= 32)
    .map((word) => word.toLowerCase().replaceAll(/\d+/gu, "0"));
}

function describeCode({ text }: CodeFact, bag: Bag): void {
  const shown = text.length <= codeLength ? text : text.slice(0, codeLength / 2) + text.slice(-codeLength / 2);
  for (const word of wordsOfCode(shown).slice(0, mostCodeWords)) {
    bag.add(`code ${word}`);
    for (const part of word.split(/\.|::/u)) if (part !== word) bag.add(`code ${part}`);
  }
}
