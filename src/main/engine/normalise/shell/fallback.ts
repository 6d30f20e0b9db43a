// Fallback: reads shell text word by word when it cannot be parsed, so that something can still be seen.
import type { RedirectFact } from "../../../../shared/domain/facts.ts";
import { addPath } from "../inspection.ts";
import type { Frame, Inspection } from "../inspection.ts";
import { limits } from "../limits.ts";
import { programName } from "../programs/program-name.ts";
import { outputFile } from "./redirects.ts";
import { remember } from "./simple-command.ts";

const mostCommands = 100;
const leading = /^(?:then|do|else|elif|if|while|until|time|!|\{|\()$/;

interface ReadCommand {
  readonly words: readonly string[];
  readonly redirects: readonly RedirectFact[];
  /** It is fed by the command before it. */
  readonly piped: boolean;
  /** The here-document it is fed. */
  readonly input?: string;
}

/** Programs that take a here-document as text or code of their own, so that its lines are no commands. */
const takesText = /^(?:cat|tee|python|node|ruby|perl|php|sqlite|psql|mysql|go|sed|awk|jq)[\d.]*$/u;

/** Adds the commands that the parser did not find; `from` is where this text's own commands begin. */
export function fallbackCommands(inspection: Inspection, text: string, frame: Frame, from: number): void {
  runRead(inspection, splitCommands(text), frame, from);
}

/** The same, where a text is too long for all of its commands: its last ones, from a reserve that nothing else can use up. */
export function lastCommands(inspection: Inspection, text: string, frame: Frame, from: number): void {
  const commands = splitCommands(text);
  const seen = new Set<string>();
  let start = commands.length;
  while (start > 0 && seen.size < mostCommands) {
    start -= 1;
    seen.add(commands[start]?.words.join(" ") ?? "");
  }
  inspection.budget.commands = Math.max(inspection.budget.commands, mostCommands);
  runRead(inspection, commands.slice(start), frame, from);
}

function runRead(inspection: Inspection, commands: readonly ReadCommand[], frame: Frame, from: number): void {
  const seen = new Set<string>();
  for (const { program, arguments: words } of inspection.commands.slice(from)) seen.add(lineOf(program, words));
  let { pipeline, position } = frame;
  let added = 0;
  for (const { words, redirects, piped, input } of commands) {
    position = piped ? position + 1 : frame.position;
    if (!piped && !frame.staged) {
      pipeline = inspection.pipelines;
      inspection.pipelines += 1;
    }
    const program = programName(words[0] ?? "", inspection.world);
    const line = lineOf(program, words.slice(1));
    if (program === "" || (seen.has(line) && redirects.length === 0)) continue;
    seen.add(line);
    added += 1;
    if (added > mostCommands || inspection.budget.commands <= 0) return;
    inspection.budget.commands -= 1;
    describeRedirects(inspection, redirects, frame);
    const file = input === undefined || program !== "cat" ? undefined : outputFile(redirects);
    if (file !== undefined) remember(inspection, file.target, input ?? "", file.operator.includes(">>"), frame.scope);
    inspection.run.command(
      {
        words,
        unknownProgram: false,
        guess: words[0] ?? "",
        text: words.join(" "),
        start: 0,
        end: 0,
        redirects,
        assignments: {},
      },
      {
        ...frame,
        pipeline,
        position,
        ...(piped || input !== undefined ? { piped, input } : {}),
        depth: frame.depth + 1,
        literal: false,
      },
    );
  }
}

function lineOf(program: string, words: readonly string[]): string {
  return `${program} ${words.join(" ")}`;
}

function describeRedirects(inspection: Inspection, redirects: readonly RedirectFact[], frame: Frame): void {
  for (const { operator, target } of redirects) {
    if (operator.endsWith("&") && /^(?:\d+-?|-)$/.test(target)) continue;
    addPath(inspection, target, operator.includes(">") ? "write" : "read", frame.scope);
  }
}

const redirect = /(?:&>>?|[<>][>|&]?)/y;

/** Commands as lists of words: quotes are honoured where they close on the same line. */
function splitCommands(text: string): readonly ReadCommand[] {
  const commands: ReadCommand[] = [];
  let words: string[] = [];
  let redirects: RedirectFact[] = [];
  let operator: string | undefined;
  let piped = false;
  let word = "";
  let open = false;
  const documents = hereDocuments();
  let input: string | undefined;
  const endWord = (): void => {
    if (open && operator !== undefined) {
      redirects.push({ operator, target: word });
      operator = undefined;
    } else if (open && !(words.length === 0 && (leading.test(word) || /^\w+=/.test(word)))) words.push(word);
    word = "";
    open = false;
  };
  const endCommand = (pipes: boolean): void => {
    endWord();
    operator = undefined;
    if (words.length > 0) commands.push({ words, redirects, piped, ...(input === undefined ? {} : { input }) });
    else if (redirects.length > 0) commands.push({ words: [":"], redirects, piped });
    piped = pipes;
    words = [];
    redirects = [];
    input = undefined;
  };
  const length = Math.min(text.length, 2 * limits.glimpseCharacters);
  for (let at = 0; at < length; at += 1) {
    const letter = text.charAt(at);
    if (letter === "'" || letter === '"') {
      const close = text.indexOf(letter, at + 1);
      open = true;
      if (close < 0 || close - at > 2_000) continue;
      word += text.slice(at + 1, close);
      at = close;
    } else if (letter === "\\") {
      at += 1;
      if (text.charAt(at) !== "\n") word += text.charAt(at);
      open = true;
    } else if (letter === " " || letter === "\t" || letter === "\r") endWord();
    else if (letter === "<" || letter === ">" || (letter === "&" && text.charAt(at + 1) === ">")) {
      const descriptor = /^\d$/.test(word) ? word : "";
      if (descriptor !== "") open = false;
      endWord();
      redirect.lastIndex = at;
      const sign = redirect.exec(text)?.[0] ?? letter;
      // A here-document's text stands below, and `<(…)` is a command of its own.
      const next = text.charAt(at + sign.length);
      if (sign === "<" && (next === "<" || next === "(")) {
        const document = next === "<" ? documents.open(text, at, (words[0] ?? "").replace(/^.*\//u, "")) : undefined;
        if (document !== undefined) input = document.body;
        while (text.charAt(at + 1) === "<") at += 1;
        if (document !== undefined) at = document.end - 1;
        continue;
      }
      operator = descriptor + sign;
      at += sign.length - 1;
    } else if (letter === "|") {
      const next = text.charAt(at + 1);
      endCommand(next !== "|");
      if (next === "|" || next === "&") at += 1;
    } else if (";&\n()`".includes(letter)) {
      endCommand(false);
      if (letter === "\n") at = documents.after(at);
    } else if (letter === "$" && text.charAt(at + 1) === "(") {
      endCommand(false);
      at += 1;
    } else {
      word += letter;
      open = true;
    }
  }
  endCommand(false);
  return commands;
}

const opening = /<<-?[ \t]*(["']?)([A-Za-z_]\w*)\1/y;

interface HereDocuments {
  /** The document whose sign stands there, and where the sign ends; undefined where its lines may be commands. */
  readonly open: (
    text: string,
    at: number,
    program: string,
  ) => { readonly body: string; readonly end: number } | undefined;
  /** Where the text goes on behind the documents of the line that ends there. */
  readonly after: (lineEnd: number) => number;
}

/** The documents of a line follow it one after the other. Anything doubtful is none: its lines are then read as commands. */
function hereDocuments(): HereDocuments {
  let from = -1;
  let resume = -1;
  return {
    open(text, at, program) {
      opening.lastIndex = at;
      const [sign = "", , delimiter = ""] = opening.exec(text) ?? [];
      const lineStart = text.lastIndexOf("\n", at) + 1;
      const before = text.slice(lineStart, at);
      if (sign === "" || !takesText.test(program) || /(?:^|\s)#|\(\(/u.test(before)) return undefined;
      const lineEnd = text.indexOf("\n", at);
      if (lineEnd < 0) return undefined;
      const start = from === lineEnd ? resume : lineEnd;
      const close = text.indexOf(`\n${delimiter}\n`, start);
      const last = close < 0 && text.endsWith(`\n${delimiter}`) ? text.length - delimiter.length - 1 : close;
      if (last < start) return undefined;
      from = lineEnd;
      resume = last + 1 + delimiter.length;
      return { body: text.slice(start + 1, last + 1), end: at + sign.length };
    },
    after: (lineEnd) => (lineEnd === from ? resume : lineEnd),
  };
}
