// Builtins: shell commands that change what later words mean (`cd`, `export`, `set --`, `alias`, `trap` …).
import { addPath } from "../inspection.ts";
import type { Frame, Inspection } from "../inspection.ts";
import { quote } from "../calls/arguments.ts";
import { limits } from "../limits.ts";
import { optionValue, parseOptions } from "../programs/options.ts";
import { printedBy } from "./output.ts";
import { locate } from "../places/paths.ts";
import { assign } from "./scope.ts";
import type { Scope } from "./scope.ts";

/** Variables whose value other programs run as a command. */
const commandVariables =
  /^(?:PROMPT_COMMAND|GIT_SSH_COMMAND|GIT_SSH|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PAGER|GIT_EXTERNAL_DIFF|GIT_ASKPASS|SSH_ASKPASS|SUDO_ASKPASS|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|EDITOR|VISUAL|SUDO_EDITOR|BROWSER|RSYNC_RSH|CVS_RSH|PERL5DB|FCEDIT|TERMINAL|AUTOM4TE|[A-Z_]*(?:_COMMAND|_EDITOR|PAGER|_ASKPASS|_RSH))$/;

export function applyBuiltin(inspection: Inspection, program: string, words: readonly string[], frame: Frame): void {
  const scope = frame.scope;
  switch (program) {
    case "cd":
    case "chdir":
    case "pushd":
      scope.directories = changeDirectory(inspection, words, scope);
      break;
    case "popd":
      scope.directories = [undefined];
      break;
    case "export":
    case "declare":
    case "typeset":
    case "local":
    case "readonly":
      declare(inspection, words, frame);
      break;
    case "unset":
      for (const word of words) if (!word.startsWith("-")) assign(scope, word, "");
      break;
    case "read":
      readLine(words, frame);
      break;
    case "mapfile":
    case "readarray":
    case "getopts":
      for (const word of words) if (/^[A-Za-z_]\w*$/.test(word)) assign(scope, word, linesOf(frame.input));
      break;
    case "printf":
      if (words[0] === "-v" && words[1] !== undefined)
        assign(scope, words[1], printedBy("printf", words.slice(2), undefined)?.text ?? null);
      break;
    case "set":
      setPositional(words, scope);
      break;
    case "shift":
      for (const name of ["@", "*", "1", "2", "3"]) assign(scope, name, null);
      break;
    case "alias":
      for (const word of words) runValue(inspection, word, "alias", frame);
      break;
    case "hash":
      fileOf(inspection, words, "p", frame);
      break;
    case "enable":
      fileOf(inspection, words, "f", frame);
      break;
    case "bind":
      if (words.some((word) => /^-[a-zA-Z]*x$/.test(word)))
        runText(inspection, /^["'].*?["']\s*:?\s*(.+)$/s.exec(words.at(-1) ?? "")?.[1] ?? "", "bind", frame);
      break;
    case "trap":
      if (words.length > 1 && words[0] !== undefined && !/^-[lp]?$/.test(words[0]))
        runText(inspection, words[0], "trap", frame);
      break;
    default:
  }
}

/** A file that the shell will run under a program's name, or loads into itself. */
function fileOf(inspection: Inspection, words: readonly string[], letter: string, frame: Frame): void {
  const file = optionValue(parseOptions(words, { short: letter }), `-${letter}`);
  if (file !== undefined) addPath(inspection, file, "execute", frame.scope);
}

const longestVariable = 4096;
/** Variables whose value names files that other programs load and run when they start, and where in it the names stand. */
export const loadingVariables: Readonly<Record<string, RegExp>> = {
  ENV: /^(.+)$/gs,
  PYTHONSTARTUP: /^(.+)$/gs,
  GIT_EXEC_PATH: /^(.+)$/gs,
  GCONV_PATH: /^(.+)$/gs,
  LD_PRELOAD: /([^\s:]+)/g,
  LD_AUDIT: /([^\s:]+)/g,
  DYLD_INSERT_LIBRARIES: /([^\s:]+)/g,
  NODE_OPTIONS: /(?:^|\s)(?:-r|--(?:require|import|loader|experimental-loader))[\s=]\s{0,4}["']?([^\s"']+)/g,
  RUBYOPT: /(?:^|\s)-r\s{0,4}([^\s]+)/g,
  JAVA_TOOL_OPTIONS: /-(?:javaagent|agentpath):([^\s=]+)/g,
  JDK_JAVA_OPTIONS: /-(?:javaagent|agentpath):([^\s=]+)/g,
  _JAVA_OPTIONS: /-(?:javaagent|agentpath):([^\s=]+)/g,
};

function loadFiles(inspection: Inspection, name: string, value: string, frame: Frame): void {
  const files = Object.hasOwn(loadingVariables, name) ? loadingVariables[name] : undefined;
  if (files === undefined || value.length > longestVariable) return;
  for (const [, file = ""] of value.matchAll(files))
    // A name without a folder is that of a package.
    if (file.includes("/")) addPath(inspection, file, "execute", frame.scope);
}

/** `PAGER=… git log`, `env GIT_SSH_COMMAND=… git fetch`: the value is a command too. */
export function runCommandVariables(
  inspection: Inspection,
  assignments: Readonly<Record<string, string>>,
  frame: Frame,
): void {
  for (const name of Object.keys(assignments)) {
    const value = assignments[name];
    if (value === undefined || value === "") continue;
    loadFiles(inspection, name, value, frame);
    if (name === "BASH_ENV")
      runText(inspection, `source ${value.startsWith("<(") ? value : quote(value)}`, name, frame);
    else if (commandVariables.test(name)) runText(inspection, value, name, frame);
    else if (/^PS[0-4]$/.test(name) && /\$\(|`/.test(value))
      runText(inspection, `: "${value.replaceAll('"', "")}"`, name, frame);
  }
}

function changeDirectory(inspection: Inspection, words: readonly string[], scope: Scope): Scope["directories"] {
  const target = parseOptions(words, {}).operands[0];
  if (target === undefined) return [inspection.places.home];
  if (target === "-") return [undefined];
  return locate(target, scope.directories, inspection).map((found) => {
    // `cd ~/.ss*`: which folder of secrets it is does not matter.
    if (found.pattern && found.zone === "secrets") return `${inspection.places.home}/.ssh`;
    return found.zone === "unknown" || found.pattern ? undefined : found.path;
  });
}

/** The lines of a text that a command is fed, when that is known. */
function linesOf(input: string | undefined): readonly string[] | null {
  return input === undefined ? null : input.split("\n").slice(0, limits.fields);
}

/** In a loop any of the lines may be meant; the last name takes what is left of one. */
function readLine(words: readonly string[], { input, scope }: Frame): void {
  const names = parseOptions(words, { short: "adinNptu" }).operands.filter((word) => /^[A-Za-z_]\w*$/.test(word));
  const lines = linesOf(input)?.filter((line) => line.trim() !== "");
  const known = lines !== undefined && lines.length <= 16 ? lines : undefined;
  const targets = names.length === 0 ? ["REPLY"] : names;
  for (const [index, name] of targets.entries()) {
    const last = index === targets.length - 1;
    const values = known?.map((line) => {
      const parts = line.trim().split(/\s+/);
      return last ? parts.slice(index).join(" ") : (parts[index] ?? "");
    });
    assign(scope, name, values === undefined ? null : values.length === 1 ? (values[0] ?? "") : { anyOf: values });
  }
}

function declare(inspection: Inspection, words: readonly string[], frame: Frame): void {
  for (const word of words) {
    const match = /^([A-Za-z_]\w*)(\+?)=(.*)$/s.exec(word);
    if (match === null) continue;
    const [, name = "", append = "", value = ""] = match;
    // `declare -n a=b` makes one name stand for another.
    assign(frame.scope, name, append !== "" || /[$`]/.test(value) || words.includes("-n") ? null : value);
    loadFiles(inspection, name, value, frame);
    if (commandVariables.test(name) && value !== "") runText(inspection, value, name, frame);
  }
}

function setPositional(words: readonly string[], scope: Scope): void {
  const at = words.indexOf("--");
  const values = at >= 0 ? words.slice(at + 1) : words[0]?.startsWith("-") === false ? words : undefined;
  if (values !== undefined) assignPositional(values, scope);
}

export function assignPositional(values: readonly string[], scope: Scope): void {
  assign(scope, "@", values);
  assign(scope, "*", values);
  for (let at = 0; at < 9; at += 1) assign(scope, String(at + 1), values[at] ?? "");
}

function runValue(inspection: Inspection, word: string, label: string, frame: Frame): void {
  const equals = word.indexOf("=");
  if (equals > 0) runText(inspection, word.slice(equals + 1), label, frame);
}

function runText(inspection: Inspection, text: string, label: string, frame: Frame): void {
  inspection.run.shell(text, {
    ...frame,
    depth: frame.depth + 1,
    wrappers: [...frame.wrappers, label],
    staged: false,
    input: undefined,
    piped: false,
    literal: false,
  });
}
