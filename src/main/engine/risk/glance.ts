// Glance: what a call shows at first sight, so that most heuristics never run for it.
import type { Facts, PathFact } from "../../../shared/facts.ts";
import { type Check, inspectedText, type View } from "./heuristic.ts";

/**
 * Something without which a heuristic cannot see anything. The signs of one heuristic are alternatives.
 * - `program`: a program this holds for is run.
 * - `text`: the command line, as heuristics read it, matches this.
 * - `words`: some command, argument, input, assignment or redirect holds these words, in any case.
 */
export type Sign =
  | PlainSign
  | { readonly program: (program: string) => boolean }
  | { readonly text: RegExp }
  | { readonly words: RegExp };

type PlainSign =
  | `${PathFact["access"]} path`
  | "assignment"
  | "code"
  | "command"
  | "host"
  | "persistence"
  | "pipe"
  | "redirect"
  | "secret"
  | "uninspected"
  | "wrapper";

/** Beyond this a search for words costs more than it saves. */
const longestSearch = 8192;
/** Programs whose checks are remembered; names are the agents' to choose. */
const mostPrograms = 2000;

/** Tells which of the checks could see something in a call, as one number, 0 or 1, for each. */
export function createGlance(checks: readonly Check[]): (view: View) => Uint8Array {
  const always: number[] = [];
  const byPlain = new Map<PlainSign, number[]>();
  const byText: number[] = [];
  const byWords: number[] = [];
  const ofPrograms: { readonly place: number; readonly holds: (program: string) => boolean }[] = [];
  const texts: RegExp[] = [];
  const words: RegExp[] = [];
  for (const [place, { signs }] of checks.entries()) {
    if (signs === undefined) always.push(place);
    for (const sign of signs ?? []) {
      if (typeof sign === "string") byPlain.set(sign, [...(byPlain.get(sign) ?? []), place]);
      else if ("program" in sign) ofPrograms.push({ place, holds: sign.program });
      else if ("text" in sign) {
        byText.push(place);
        texts.push(sign.text);
      } else {
        byWords.push(place);
        words.push(sign.words);
      }
    }
  }
  const anyText = anyOf(texts, "u");
  const anyWords = anyOf(words, "iu");
  const remembered = new Map<string, readonly number[]>();

  function ofProgram(program: string): readonly number[] {
    let places = remembered.get(program);
    if (places === undefined) {
      places = ofPrograms.flatMap(({ place, holds }) => (holds(program) ? place : []));
      if (remembered.size >= mostPrograms) remembered.clear();
      remembered.set(program, places);
    }
    return places;
  }

  return (view) => {
    const wanted = new Uint8Array(checks.length);
    const want = (places: readonly number[]): void => {
      for (const place of places) wanted[place] = 1;
    };
    want(always);
    for (const sign of plainSigns(view.facts)) want(byPlain.get(sign) ?? []);
    for (const program of view.byProgram.keys()) want(ofProgram(program));
    if (view.text.length > longestSearch || anyText.test(view.text)) want(byText);
    const spoken = wordsOf(view);
    if (spoken.length > longestSearch || anyWords.test(spoken)) want(byWords);
    return wanted;
  };
}

/** One expression for all of them: where it finds nothing, none of them would. */
function anyOf(patterns: readonly RegExp[], flags: string): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"), flags);
}

function plainSigns(facts: Facts): ReadonlySet<PlainSign> {
  const signs = new Set<PlainSign>();
  if (facts.code.length > 0) signs.add("code");
  if (facts.hosts.length > 0) signs.add("host");
  if (facts.secrets.length > 0) signs.add("secret");
  const cut = (facts.command?.length ?? 0) > inspectedText;
  if (cut || facts.uninspected.length > 0) signs.add("uninspected");
  if (facts.effects.includes("persistence")) signs.add("persistence");
  for (const { access } of facts.paths) signs.add(`${access} path`);
  for (const command of facts.commands) {
    signs.add("command");
    if (command.wrappers.length > 0) signs.add("wrapper");
    if (command.position > 0) signs.add("pipe");
    if (command.redirects.length > 0) signs.add("redirect");
    for (const _name in command.assignments) signs.add("assignment");
  }
  return signs;
}

/** Everything the commands say, with quoting taken off. */
function wordsOf({ facts }: View): string {
  let words = facts.command ?? "";
  for (const { program, arguments: list, text, span, input, redirects, assignments } of facts.commands) {
    if (words.length > longestSearch) break;
    if (span === undefined) words += `\n${text}`;
    words += `\n${program}`;
    for (const argument of list) words += ` ${argument}`;
    if (input !== undefined) words += `\n${input}`;
    for (const { target } of redirects) words += `\n${target}`;
    for (const name in assignments) words += `\n${name}=${assignments[name] ?? ""}`;
  }
  return words;
}
