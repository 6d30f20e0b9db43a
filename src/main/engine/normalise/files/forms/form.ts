// Form: one kind of file that is known by name or content, and how to read what it runs, sets and says.
import type { FileKind, FileTrigger, SettingFact } from "../../../../../shared/domain/facts.ts";
import { quote } from "../../calls/arguments.ts";
import { isRecord, textOf, textsOf, type Tree } from "../tree.ts";

/** Commands or code that run together. */
export interface Step {
  readonly text: string;
  /** "shell" unless it says otherwise. */
  readonly language?: string;
  readonly trigger: FileTrigger;
  readonly elsewhere?: boolean;
  readonly secrets?: readonly string[];
  readonly user?: string;
}

export interface ReadFile {
  readonly steps: readonly Step[];
  readonly settings: readonly SettingFact[];
  readonly prose?: string;
  /** It starts nothing by being there: what it names runs when somebody commits or asks for it. */
  readonly quiet?: boolean;
  /** The same, where the text is all the file will hold: what an edit takes out may have mattered. */
  readonly quietWhole?: boolean;
  /** A part of it could not be read. */
  readonly incomplete?: boolean;
}

export interface FormExample {
  readonly path: string;
  readonly text: string;
  /** Texts of its steps … */
  readonly runs?: readonly string[];
  /** … and its settings, as `name=value`. */
  readonly sets?: readonly string[];
}

export interface Form {
  readonly form: string;
  readonly kind: FileKind;
  /** Where it lies: tested against the path with `/` before its first part. Without it, content alone decides. */
  readonly path?: RegExp;
  /** What its text must show as well. */
  readonly content?: RegExp;
  readonly read: (text: string, path: string) => ReadFile;
  /** Files of this form with what is read from them, and files that look similar and are not: run as tests. */
  readonly match: readonly FormExample[];
  readonly not_match: readonly Pick<FormExample, "path" | "text">[];
}

export const nothingRead: ReadFile = { steps: [], settings: [] };

/** One step for each command under a key of these; lines of a list share one, and words under `argv` are one command. */
export function stepsAt(
  tree: Tree,
  keys: RegExp,
  context: Omit<Step, "text"> | ((path: string) => Omit<Step, "text"> | undefined),
  argv = /^(?:args|argv|entrypoint|program|programarguments)$/iu,
): readonly Step[] {
  const steps: Step[] = [];
  for (const { path, key, value } of tree.nodes) {
    if (!keys.test(key) || /\.\d+$/u.test(path) || isRecord(value)) continue;
    const given = typeof context === "function" ? context(path) : context;
    const text = commandText(value, argv.test(key));
    if (given !== undefined && text.trim() !== "") steps.push({ ...given, text });
  }
  return steps;
}

export function commandText(value: unknown, argv: boolean): string {
  if (isRecord(value)) {
    const text = value["command"] ?? value["cmd"] ?? value["run"] ?? value["script"] ?? value["content"];
    return text === undefined || isRecord(text) ? "" : commandText(text, false);
  }
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const lines = texts.flatMap((item) => {
    if (isRecord(item) || Array.isArray(item)) return commandText(item, false);
    return textOf(item) ?? [];
  });
  const words =
    argv || (lines.length > 1 && lines.every((line) => !/\s/u.test(line)) && /^[\w./-]+$/u.test(lines[0] ?? ""));
  return Array.isArray(value) && words ? lines.map(quote).join(" ") : lines.join("\n");
}

/** A program and its arguments given side by side, as in tasks, servers and hooks. */
export function startedPrograms(tree: Tree, context: Omit<Step, "text">): readonly Step[] {
  return tree.nodes.flatMap(({ value }) => {
    if (!isRecord(value)) return [];
    if (Array.isArray(value["command"]) && !Array.isArray(value["args"])) {
      const line = commandText(value["command"], true);
      return line === "" ? [] : [{ ...context, text: line }];
    }
    const { command } = value;
    if (isRecord(command) && typeof command["path"] === "string")
      return [{ ...context, text: [command["path"], ...textsOf(command["args"] ?? []).map(quote)].join(" ") }];
    if (typeof command !== "string") return [];
    const words = textsOf(value["args"] ?? []);
    return [{ ...context, text: [command, ...words.map(quote)].join(" ") }];
  });
}

/** Settings at keys that these patterns name, each under its shared name. */
export function settingsAt(
  tree: Tree,
  names: readonly (readonly [path: RegExp, name: string])[],
): readonly SettingFact[] {
  return tree.nodes.flatMap(({ path, value }) => {
    const text = textOf(value);
    if (text === undefined) return [];
    return names.filter(([pattern]) => pattern.test(path)).map(([, name]) => ({ name, value: text }));
  });
}

export function setting(name: string, value: string): SettingFact {
  return { name, value };
}

/** A dependency that is fetched from an address instead of a registry. */
export function addressedDependency(value: string): readonly SettingFact[] {
  return /^(?:git\+http:|(?:git\+)?https?:\/\/(?:[^@/]*@)?(?!github\.com|gitlab\.com|codeload\.github\.com|bitbucket\.org))/iu.test(
    value,
  )
    ? [setting("package-address", value)]
    : [];
}
