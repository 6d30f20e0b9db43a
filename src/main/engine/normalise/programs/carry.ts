// Carry: the command that a program runs for somebody else, as its definition says (`sudo`, `env`, `xargs`, `find -exec` …).
import type { Carries, Feed } from "./definition.ts";
import { value } from "./invocation.ts";
import type { Parsed } from "./parse.ts";

/** One command found inside another: as words, or as text for a shell. */
export interface Carried {
  readonly label: string;
  readonly words?: readonly string[];
  readonly shell?: string;
  readonly assignments?: Readonly<Record<string, string>>;
  /** Folder it starts in, when the wrapper says so. */
  readonly directory?: string;
  /** It runs in a container or on another machine. */
  readonly elsewhere?: boolean;
  /** The text came from standard input, which is used up by then. */
  readonly fromInput?: boolean;
  /** Folders `{}` stands for something in. */
  readonly foundIn?: readonly string[];
}

export interface Unwrapped {
  readonly carried: readonly Carried[];
  /** The carrier is a command of its own as well. */
  readonly both: boolean;
}

const assignmentWord = /^[A-Za-z_]\w*=/u;

/** Undefined when it carries nothing here. */
export function carriedBy(parsed: Parsed, feed: Feed): Unwrapped | undefined {
  const carries = parsed.syntax?.syntax.carries;
  if (carries === undefined) return undefined;
  return typeof carries === "function" ? carries(parsed, feed) : carriedByRule(carries, parsed, feed);
}

export function carriedByRule(rule: Carries, { options, operands }: Parsed, { program }: Feed): Unwrapped | undefined {
  const label = rule.label ?? program;
  const both = rule.both === true;
  const code = rule.code === undefined ? undefined : value({ options }, ...rule.code);
  if (code !== undefined) return { carried: [{ label, shell: code }], both };
  const assignments: Record<string, string> = {};
  let words = operands.slice(rule.skip ?? 0);
  if (rule.assignments === true) words = takeAssignments(words, assignments);
  if (words[0] === "--") words = words.slice(1);
  if (words.length === 0) return undefined;
  const elsewhere = rule.elsewhere === true;
  return {
    carried: [
      rule.shell === true ? { label, shell: words.join(" "), elsewhere } : { label, words, assignments, elsewhere },
    ],
    both,
  };
}

export function takeAssignments(words: readonly string[], into: Record<string, string>): string[] {
  let at = 0;
  for (; assignmentWord.test(words[at] ?? ""); at += 1) {
    const word = words[at] ?? "";
    const equals = word.indexOf("=");
    into[word.slice(0, equals)] = word.slice(equals + 1);
  }
  return words.slice(at);
}
