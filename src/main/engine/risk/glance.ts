// Glance: what a call shows at first sight, so that most heuristics never run for it.
import { BoundedMap } from "../../../shared/bounded-map.ts";
import type { Facts, PathFact } from "../../../shared/facts.ts";
import { anyAccess, type Check, inspectedText, type View } from "./heuristic.ts";

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
  | "control"
  | "persistence"
  | "unprotected"
  | "pipe"
  | "redirect"
  | "secret"
  | "uninspected"
  | "wrapper";

/** Beyond this a search for words costs more than it saves. */
const longestSearch = 8192;
/** Programs whose checks are remembered; names are the agents' to choose. */
const mostPrograms = 2000;

/**
 * Tells which of the checks could see something in a call, as one number, 0 or 1, for each. The same array is filled for the
 * next call.
 */
export function createGlance(checks: readonly Check[]): (view: View) => Uint8Array {
  const always: number[] = [];
  const byPlain = new Map<PlainSign, number[]>();
  const ofPrograms: { readonly place: number; readonly holds: (program: string) => boolean }[] = [];
  const texts: Pattern[] = [];
  const words: Pattern[] = [];
  for (const [place, { signs }] of checks.entries()) {
    if (signs === undefined) always.push(place);
    for (const sign of signs ?? []) {
      if (typeof sign === "string") byPlain.set(sign, [...(byPlain.get(sign) ?? []), place]);
      else if ("program" in sign) ofPrograms.push({ place, holds: sign.program });
      else if ("text" in sign) texts.push({ place, pattern: sign.text });
      else words.push({ place, pattern: sign.words });
    }
  }
  const remembered = new BoundedMap<string, readonly number[]>(mostPrograms);
  const wanted = new Uint8Array(checks.length);
  const want = (places: readonly number[] | undefined): void => {
    for (const place of places ?? []) wanted[place] = 1;
  };
  const wantPlain = (sign: PlainSign): void => want(byPlain.get(sign));
  const wantTexts = searchFor(texts, "u", want);
  const wantWords = searchFor(words, "iu", want);

  function ofProgram(program: string): readonly number[] {
    let places = remembered.get(program);
    if (places === undefined) {
      places = ofPrograms.flatMap(({ place, holds }) => (holds(program) ? place : []));
      remembered.set(program, places);
    }
    return places;
  }

  return (view) => {
    wanted.fill(0);
    want(always);
    showSigns(view.facts, wantPlain);
    for (const { program } of view.programs) want(ofProgram(program));
    wantTexts(view.text);
    wantWords(wordsOf(view));
    return wanted;
  };
}

interface Pattern {
  readonly place: number;
  readonly pattern: RegExp;
}

/** One expression for all of them goes first: where it finds nothing, none of them would. */
function searchFor(
  patterns: readonly Pattern[],
  flags: string,
  want: (places: readonly number[]) => void,
): (text: string) => void {
  const all = patterns.map(({ place }) => place);
  const each = patterns.map(({ place, pattern }) => ({ places: [place], pattern: new RegExp(pattern.source, flags) }));
  const any = new RegExp(patterns.map(({ pattern }) => `(?:${pattern.source})`).join("|"), flags);
  return (text) => {
    if (text.length > longestSearch) return want(all);
    if (!any.test(text)) return;
    for (const { places, pattern } of each) if (pattern.test(text)) want(places);
  };
}

const pathSigns = {
  read: "read path",
  write: "write path",
  delete: "delete path",
  execute: "execute path",
} as const satisfies Record<PathFact["access"], PlainSign>;

const shownEffects = ["control", "persistence", "unprotected"] as const;

function showSigns(facts: Facts, show: (sign: PlainSign) => void): void {
  if (facts.code.length > 0) show("code");
  if (facts.hosts.length > 0) show("host");
  if (facts.secrets.length > 0) show("secret");
  const cut = (facts.command?.length ?? 0) > inspectedText;
  if (cut || facts.uninspected.length > 0) show("uninspected");
  for (const effect of shownEffects) if (facts.effects.includes(effect)) show(effect);
  for (const access of anyAccess) if (facts.paths.some((path) => path.access === access)) show(pathSigns[access]);
  const { commands } = facts;
  if (commands.length > 0) show("command");
  if (commands.some(({ wrappers }) => wrappers.length > 0)) show("wrapper");
  if (commands.some(({ position }) => position > 0)) show("pipe");
  if (commands.some(({ redirects }) => redirects.length > 0)) show("redirect");
  if (commands.some(({ assignments }) => hasMember(assignments))) show("assignment");
}

function hasMember(object: object): boolean {
  for (const _name in object) return true;
  return false;
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
