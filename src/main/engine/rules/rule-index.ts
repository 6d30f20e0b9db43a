// The rule index: which rules could apply to a call, told from what the call shows, so that most rules never run for it.
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import { createLiteralSearch } from "./literal-search.ts";
import { createTextSearch, hasOtherLetters, longestSearch, type SearchedPattern } from "./text-search.ts";
import { type FeatureKind, featureKinds, featureOf, kindOf, type Trigger, type Triggers, valueOf } from "./trigger.ts";

/** What the index looks at. */
export interface IndexedCall {
  readonly facts: Facts;
  /** Absent where rules are not about who asks. */
  readonly agentDid?: string;
  /** What `plainText` gives, where somebody has made it already. */
  readonly text?: string;
}

export interface RuleIndex<Rule> {
  /** The rules that could apply, in the order they were given. */
  readonly candidates: (call: IndexedCall) => readonly Rule[];
}

/** Longer command lines are looked at from both ends. */
export const inspectedText = 32_768;
/** Programs whose rules are remembered; names are the agents' to choose. */
const mostPrograms = 2000;

type Places = readonly number[];
type ByValue = ReadonlyMap<string, Places>;

export function createRuleIndex<Rule extends { readonly triggers: Triggers }>(rules: readonly Rule[]): RuleIndex<Rule> {
  const always = Uint8Array.from(rules, ({ triggers }) => (triggers === undefined ? 1 : 0));
  const { features, tests, texts, words } = sort(rules);
  const marks = new Uint8Array(rules.length);
  const mark = (places: Places | undefined): void => {
    if (places !== undefined) for (const place of places) marks[place] = 1;
  };
  const markProgram = programMarker(features.get("program"), tests, mark);
  const markFacts = featureMarker(features, mark);
  const searchText = texts.length === 0 ? undefined : createTextSearch(texts, "u", mark);
  const searchWords = words.length === 0 ? undefined : createTextSearch(words, "iu", mark);

  return {
    candidates: (call) => {
      marks.set(always);
      markFacts(call);
      if (markProgram !== undefined) for (const { program } of call.facts.commands) markProgram(program);
      searchText?.(call.text ?? plainText(call.facts));
      searchWords?.(wordsOf(call.facts));
      const found: Rule[] = [];
      for (let place = marks.indexOf(1); place !== -1; place = marks.indexOf(1, place + 1)) {
        const rule = rules[place];
        if (rule !== undefined) found.push(rule);
      }
      return found;
    },
  };
}

interface ProgramTest {
  readonly place: number;
  readonly holds: (program: string) => boolean;
}

interface Sorted {
  readonly features: ReadonlyMap<FeatureKind, ByValue>;
  readonly tests: readonly ProgramTest[];
  readonly texts: readonly SearchedPattern[];
  readonly words: readonly SearchedPattern[];
}

function sort(rules: readonly { readonly triggers: Triggers }[]): Sorted {
  const features = new Map<FeatureKind, Map<string, number[]>>();
  const tests: ProgramTest[] = [];
  const texts: SearchedPattern[] = [];
  const words: SearchedPattern[] = [];
  const add = (place: number, trigger: Trigger): void => {
    const feature = featureOf(trigger);
    if (feature !== undefined) {
      const byValue = entryOf(features, kindOf(feature), () => new Map<string, number[]>());
      entryOf(byValue, valueOf(feature), () => []).push(place);
    } else if (typeof trigger !== "string") {
      if ("program" in trigger) tests.push({ place, holds: trigger.program });
      else if ("text" in trigger) texts.push({ place, pattern: trigger.text });
      else words.push({ place, pattern: trigger.words });
    }
  };
  for (const [place, { triggers }] of rules.entries()) for (const trigger of triggers ?? []) add(place, trigger);
  return { features, tests, texts, words };
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Undefined when no rule is about programs. */
function programMarker(
  exact: ByValue | undefined,
  tests: readonly ProgramTest[],
  mark: (places: Places | undefined) => void,
): ((program: string) => void) | undefined {
  if (tests.length === 0) return exact === undefined ? undefined : (program) => mark(exact.get(program));
  const remembered = new BoundedMap<string, Places>(mostPrograms);
  return (program) => {
    let places = remembered.get(program);
    if (places === undefined) {
      places = [...(exact?.get(program) ?? []), ...tests.flatMap(({ place, holds }) => (holds(program) ? place : []))];
      remembered.set(program, places);
    }
    mark(places);
  };
}

/** Only the kinds that some rule needs are looked at. */
function featureMarker(
  features: ReadonlyMap<FeatureKind, ByValue>,
  mark: (places: Places | undefined) => void,
): (call: IndexedCall) => void {
  const markers: ((call: IndexedCall) => void)[] = [];
  for (const kind of featureKinds) {
    const byValue = features.get(kind);
    if (byValue === undefined || kind === "program") continue;
    if (kind === "pathtext") {
      const { search } = createLiteralSearch(byValue);
      const all = [...byValue.values()].flat();
      markers.push(({ facts }) => {
        for (const { path } of facts.paths) {
          if (hasOtherLetters(path)) mark(all);
          else search(path.toLowerCase(), mark);
        }
      });
      continue;
    }
    const show = (value: string): void => mark(byValue.get(value));
    const reader = readers[kind];
    markers.push((call) => reader(call, show));
  }
  return (call) => {
    for (const each of markers) each(call);
  };
}

type Show = (value: string) => void;

const readers: Readonly<Record<Exclude<FeatureKind, "program" | "pathtext">, (call: IndexedCall, show: Show) => void>> =
  {
    path: ({ facts }, show) => {
      for (const { path } of facts.paths) show(path);
    },
    host: ({ facts }, show) => {
      for (const { host } of facts.hosts) show(host);
    },
    object: ({ facts }, show) => show(facts.action?.object ?? ""),
    verb: ({ facts }, show) => show(facts.action?.verb ?? ""),
    reach: ({ facts }, show) => show(facts.action?.reach ?? ""),
    setting: ({ facts }, show) => {
      for (const { name } of facts.file?.settings ?? []) show(name);
    },
    filekind: ({ facts }, show) => show(facts.file?.kind ?? ""),
    form: ({ facts }, show) => show(facts.file?.form ?? ""),
    filetrigger: ({ facts }, show) => show(facts.file?.trigger ?? ""),
    agent: ({ agentDid }, show) => show(agentDid ?? ""),
    subcommand: ({ facts }, show) => {
      for (const { subcommand } of facts.commands) show(subcommand);
    },
    family: ({ facts }, show) => show(familyOf(facts.givenTool)),
    workspace: ({ facts }, show) => show(facts.workspace ?? ""),
    zone: ({ facts }, show) => {
      for (const { zone } of facts.paths) show(zone);
    },
    access: ({ facts }, show) => {
      for (const { access } of facts.paths) show(access);
    },
    tool: ({ facts }, show) => {
      show(facts.tool);
      show(facts.givenTool);
    },
    effect: ({ facts }, show) => {
      for (const effect of facts.effects) show(effect);
    },
    some: ({ facts }, show) => {
      if (facts.code.length > 0) show("code");
      if (facts.hosts.length > 0) show("host");
      if (facts.paths.length > 0) show("path");
      if (facts.secrets.length > 0) show("secret");
      if (facts.egress !== undefined) show("egress");
      if (facts.uninspected.length > 0 || (facts.command?.length ?? 0) > inspectedText) show("uninspected");
      if (facts.commands.length > 0) showCommands(facts, show);
    },
  };

function showCommands({ commands }: Facts, show: Show): void {
  show("command");
  if (commands.some(({ wrappers }) => wrappers.length > 0)) show("wrapper");
  if (commands.some(({ position }) => position > 0)) show("pipe");
  if (commands.some(({ redirects }) => redirects.length > 0)) show("redirect");
  if (commands.some(({ assignments }) => hasMember(assignments))) show("assignment");
}

function hasMember(object: object): boolean {
  for (const _name in object) return true;
  return false;
}

/** "mcp__github__create_issue" belongs to the family "mcp__github__". */
export function familyOf(tool: string): string {
  return tool.slice(0, tool.lastIndexOf("__") + 2);
}

/** The command line in lower case without cmd's carets and PowerShell's backticks, cut to a bounded length. */
export function plainText({ command = "" }: Facts): string {
  const half = inspectedText / 2;
  const text = command.length <= inspectedText ? command : `${command.slice(0, half)}\n${command.slice(-half)}`;
  return text.replaceAll(/[\^`]/gu, "").toLowerCase();
}

/** Everything the commands say, with quoting taken off. */
function wordsOf(facts: Facts): string {
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
