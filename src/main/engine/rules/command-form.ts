// Command forms: how "rm -rf" and "curl|bash" in a policy are compared with parsed commands, whatever the spelling.
import { LastResult } from "../lib/last-result.ts";
import type { CommandFact, Facts } from "../../../shared/domain/facts.ts";
import { programSource } from "../normalise/programs/running/interpreters.ts";
import { matchesName } from "./glob.ts";

/** Long spellings of short flags that people block by their short form, for the programs that have both. */
const longFlags: Readonly<Record<string, string>> = { recursive: "r", force: "f", verbose: "v" };
const upperFlags: Readonly<Record<string, string>> = { R: "r" };

/** "-f" is found in "-rf" as well; "--force" also as "--force=…". */
export function hasFlag(given: readonly string[], flag: string): boolean {
  const options = optionsOf(given);
  if (flag.startsWith("--")) return options.some((option) => option === flag || option.startsWith(`${flag}=`));
  return flagsOf([flag]).every((letter) => options.some((option) => option === flag || isCluster(option, letter)));
}

/** Every form of a policy is matched against the same texts, one after the other. */
export type TextsCache = LastResult<Facts, readonly string[]>;

export interface CommandForm {
  readonly text: string;
  readonly matches: (facts: Facts) => boolean;
}

/** A bar makes a pipeline; anything else is one command form, looked for in the text as well. */
export function compileForm(text: string, texts: TextsCache = new LastResult()): CommandForm {
  const stages = text.split("|").map((stage) => readStage(stage));
  if (stages.length > 1 && stages.every((stage) => stage.all.length > 0)) return pipelineForm(text, stages);
  const stage = readStage(text);
  const wanted = stage.all.join(" ");
  return {
    text,
    matches: (facts) =>
      facts.commands.some((command) => matchesCommand(stage, command)) ||
      texts.get(facts, blankedTexts).some((written) => containsWords(written, wanted)),
  };
}

/** The words of one command of a form. */
interface Stage {
  readonly all: readonly string[];
  readonly program: string;
  readonly options: readonly string[];
  readonly words: readonly string[];
}

function readStage(text: string): Stage {
  const all = wordsOf(text);
  const [program = "", ...rest] = all;
  return { all, program, options: rest.filter(isOption), words: rest.filter((word) => !isOption(word)) };
}

function pipelineForm(text: string, stages: readonly Stage[]): CommandForm {
  return {
    text,
    matches: (facts) => {
      if (facts.commands.length === 0) {
        return facts.uninspected.length > 0 && textsOf(facts).some((written) => pipesInText(written, stages));
      }
      let reached: readonly CommandFact[] | undefined;
      for (const stage of stages) {
        if (reached === undefined) reached = facts.commands.filter((command) => matchesCommand(stage, command));
        else {
          const fed = fedBy(reached, facts.commands);
          const last = stage === stages.at(-1);
          reached = [...fed.keys()].filter(
            (command) => receives(stage, command) && (!last || stage.all.length > 1 || runs(command, fed.get(command))),
          );
        }
        if (reached.length === 0) return false;
      }
      return true;
    },
  };
}

/** In `bash -c "$(curl …)"` nobody knows what runs, but bash runs it. */
function receives(stage: Stage, command: CommandFact): boolean {
  if (command.program !== "" || stage.all.length > 1) return matchesCommand(stage, command);
  return command.wrappers.some((wrapper) => matchesName(stage.program, wrapper.split(" ")[0] ?? ""));
}

/** How an output arrives: along a bar, as `$(…)` or `<(…)` in the command, or both. */
interface Arrival {
  piped: boolean;
  substituted: boolean;
}

const runsItsInput =
  /(?<![.\w])(?:exec|eval|system|popen|Function|instance_eval)\b|\bos\.(?:system|popen|exec\w*|spawn\w*)|subprocess|child_process|execSync|runInThisContext/;
const readsInput = /stdin|\binput\s*\(|open\(0|fileinput|readFileSync\(0|\bgets\b|<>|\$_\b|php:\/\/input/i;

/** `curl … | python3 -m json.tool` reads data; `curl … | python3` runs it. What is no interpreter takes what it gets. */
function runs(command: CommandFact, arrival: Arrival | undefined): boolean {
  const source = programSource(command);
  if (source === undefined || arrival === undefined) return true;
  const { given } = source;
  if (arrival.piped && (source.input || (given !== undefined && runsItsInput.test(given) && readsInput.test(given)))) {
    return true;
  }
  return arrival.substituted && (source.input || given === "" || /[$`]|<\(/.test(given ?? ""));
}

/** Every command that the output of one of these reaches: along its pipeline, or as a substitution in the command around it. */
function fedBy(
  sources: readonly CommandFact[],
  commands: readonly CommandFact[],
): ReadonlyMap<CommandFact, Readonly<Arrival>> {
  const reached = new Map<CommandFact, Arrival>();
  const open = [...sources];
  const arrive = (receiver: CommandFact, how: keyof Arrival): void => {
    const known = reached.get(receiver);
    if (known !== undefined) {
      known[how] = true;
      return;
    }
    reached.set(receiver, { piped: false, substituted: false, [how]: true });
    open.push(receiver);
  };
  for (let command = open.pop(); command !== undefined; command = open.pop()) {
    const { pipeline, position, parent, wrappers } = command;
    for (const other of commands) {
      if (other.pipeline === pipeline && other.position > position) arrive(other, "piped");
    }
    // `bash -c "$(curl …)"` and `bash <(curl …)` hand the output on without a bar.
    const around = parent === undefined ? undefined : commands[parent];
    const substituted = wrappers.some((wrapper) => wrapper === "$()" || wrapper === "<()");
    if (around !== undefined && around !== command && substituted) arrive(around, "substituted");
  }
  return reached;
}

/** The program, every flag in any spelling and order, and the other words in their order. */
function matchesCommand(stage: Stage, command: CommandFact): boolean {
  if (!matchesName(stage.program, command.program)) return false;
  const options = optionsOf(command.arguments);
  return (
    stage.options.every((wanted) => hasOption(options, wanted)) &&
    inOrder(
      stage.words,
      command.arguments.filter((word) => !isOption(word)),
      (wanted, word) => matchesName(wanted, word),
    )
  );
}

function hasOption(options: readonly string[], wanted: string): boolean {
  if (options.includes(wanted)) return true;
  if (wanted.startsWith("--")) {
    const short = longFlags[wanted.slice(2)];
    return options.some(
      (option) => option.startsWith(`${wanted}=`) || (short !== undefined && isCluster(option, short)),
    );
  }
  return flagsOf([wanted]).every((letter) =>
    options.some((option) => isCluster(option, letter) || longFlags[option.slice(2)] === letter),
  );
}

function isCluster(option: string, letter: string): boolean {
  return /^-[A-Za-z0-9]+$/.test(option) && flagsOf([option]).includes(letter);
}

function flagsOf(options: readonly string[]): readonly string[] {
  return options.flatMap((option) => Array.from(option.replace(/^-+/, ""), (letter) => upperFlags[letter] ?? letter));
}

function optionsOf(given: readonly string[]): readonly string[] {
  const end = given.indexOf("--");
  return (end < 0 ? given : given.slice(0, end)).filter(isOption);
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

function inOrder<Wanted, Item>(
  wanted: readonly Wanted[],
  items: readonly Item[],
  same: (wanted: Wanted, item: Item) => boolean,
): boolean {
  let next = 0;
  for (const item of items) {
    const looked = wanted[next];
    if (looked === undefined) return true;
    if (same(looked, item)) next += 1;
  }
  return next === wanted.length;
}

function textsOf(facts: Facts): readonly string[] {
  return [...(facts.command === undefined ? [] : [facts.command]), ...facts.code.map((code) => code.text)];
}

/** The texts with one blank between words. */
function blankedTexts(facts: Facts): readonly string[] {
  return textsOf(facts).map((text) => wordsOf(text).join(" "));
}

function pipesInText(text: string, stages: readonly Stage[]): boolean {
  const parts = text.split("|").map((part) => wordsOf(part));
  return inOrder(stages, parts, ({ program, all }, part) => {
    const start = part.findIndex((word) => matchesName(program, word.split("/").at(-1) ?? ""));
    return start >= 0 && inOrder(all.slice(1), part.slice(start + 1), (wanted, word) => wanted === word);
  });
}

/** What may stand before and after a form in a text; a part of a word is no match: "farm -rf" is not "rm -rf". */
const opening = /[\s"'`;&|()<>{}=,/]/;
const closing = /[\s"'`;&|()<>{},]/;

function containsWords(text: string, wanted: string): boolean {
  // Nothing but blanks names no command, and would be found again and again at the end of the text.
  if (wanted === "") return false;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1];
    const after = text[at + wanted.length];
    if ((before === undefined || opening.test(before)) && (after === undefined || closing.test(after))) return true;
  }
  return false;
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
