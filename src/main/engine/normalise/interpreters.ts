// Interpreters: programs that run code given in an argument, on standard input or in a file.
import type { CommandFact } from "../../../shared/facts.ts";
import { base64Utf16 } from "./decode.ts";
import { addPath, note } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { optionValue, parseOptions } from "./options.ts";
import { inspectPowershell } from "./powershell.ts";
import { ownInput, readShellCall, shellNames } from "./shells.ts";

interface InterpreterRule {
  readonly language: string;
  /** Options that carry code. */
  readonly code: readonly string[];
  readonly short?: string;
  readonly long?: readonly string[];
  readonly singleDash?: boolean;
  /** Which operand is code when no option carries it (awk, sqlite3). */
  readonly operand?: number;
  /** The first operand is a file to run. */
  readonly file?: boolean;
  /** Reads code from standard input when there is neither code nor file. */
  readonly input?: boolean;
}

const script = { file: true, input: true } as const;
const awk: InterpreterRule = {
  language: "awk",
  code: ["-e", "--source"],
  short: "fFveid",
  long: ["file", "source", "assign"],
  operand: 0,
};
const node: InterpreterRule = {
  language: "javascript",
  code: ["-e", "--eval", "-p", "--print", "-pe"],
  short: "epr",
  long: ["eval", "print", "require", "import", "loader"],
  ...script,
};

const table: readonly (readonly [RegExp, InterpreterRule])[] = [
  [/^(?:python|pypy)[\d.]*w?$|^ipython3?$|^jython$/, { language: "python", code: ["-c"], short: "cmWXQ", ...script }],
  [/^perl[\d.]*$/, { language: "perl", code: ["-e", "-E"], short: "eEIMm", ...script }],
  [/^ruby[\d.]*$|^jruby$/, { language: "ruby", code: ["-e"], short: "eIrCEFKTW", ...script }],
  [/^(?:node|nodejs|bun|tsx|ts-node|qjs)$/, node],
  [/^deno$/, { language: "javascript", code: [], operand: 1 }],
  [/^php[\d.]*$/, { language: "php", code: ["-r", "-B", "-R", "-E"], short: "rBREdczf", ...script }],
  [/^lua[\d.]*$|^luajit$/, { language: "lua", code: ["-e"], short: "el", ...script }],
  [/^osascript$/, { language: "applescript", code: ["-e"], short: "els", ...script }],
  [/^(?:Rscript|R)$/, { language: "r", code: ["-e"], short: "ef", ...script }],
  [/^julia$/, { language: "julia", code: ["-e", "-E", "--eval"], short: "eEpLJ", ...script }],
  [/^(?:g|m|n)?awk$|^busybox-awk$/, awk],
  [/^(?:tclsh|wish|expect)[\d.]*$/, { language: "tcl", code: ["-c"], short: "cf", ...script }],
  [/^(?:elixir|iex)$/, { language: "elixir", code: ["-e", "--eval"], short: "e", ...script }],
  [/^erl$/, { language: "erlang", code: ["-eval"], long: ["eval", "s"], singleDash: true }],
  [/^jshell$/, { language: "java", code: [], ...script }],
  [/^m4$/, { language: "m4", code: [], short: "DUI", input: true }],
  [/^r?ed$/, { language: "vim", code: [], short: "p", input: true }],
  [/^groovy$/, { language: "groovy", code: ["-e"], short: "e", ...script }],
  [/^scala$/, { language: "scala", code: ["-e"], short: "e", ...script }],
  [/^(?:ghc|runghc)$/, { language: "haskell", code: ["-e"], short: "e", ...script }],
  [
    /^(?:guile|racket|sbcl|clisp|clojure|clj)[\d.]*$/,
    { language: "lisp", code: ["-c", "-e", "--eval", "-x"], short: "cex", long: ["eval", "load"], ...script },
  ],
  [
    /^emacs(?:client)?$/,
    { language: "lisp", code: ["--eval", "-eval", "--execute"], long: ["eval", "execute", "load"] },
  ],
  [
    /^(?:psql|pgcli|cockroach|duckdb|usql)$/,
    {
      language: "sql",
      code: ["-c", "--command", "-e"],
      short: "cdfhpUve",
      long: ["command", "file", "dbname", "host", "port", "username"],
      input: true,
    },
  ],
  [
    /^(?:mysql|mariadb|mycli|clickhouse-client|clickhouse)$/,
    {
      language: "sql",
      code: ["-e", "--execute", "-q", "--query"],
      short: "ehuPDqS",
      long: ["execute", "host", "user", "database", "query"],
      input: true,
    },
  ],
  [
    /^sqlite3?$|^sqlcipher$/,
    { language: "sql", code: ["-cmd"], long: ["cmd", "init", "separator"], singleDash: true, operand: 1, input: true },
  ],
  [/^(?:sqlcmd|isql)$/, { language: "sql", code: ["-Q", "-q"], short: "QqSUPdi", input: true }],
  [/^(?:mongo|mongosh)$/, { language: "javascript", code: ["--eval"], long: ["eval", "host", "port"], input: true }],
  [
    /^vim?$|^nvim$|^vimdiff$|^ex$|^view$|^rvim$|^gvim$/,
    { language: "vim", code: ["-c", "--cmd"], short: "cSuUiT", long: ["cmd"] },
  ],
  [
    /^gdb$|^lldb$/,
    {
      language: "gdb",
      code: ["-ex", "-eval-command", "-o"],
      long: ["ex", "eval-command", "x", "command", "p", "o"],
      singleDash: true,
    },
  ],
];

const lookups = new Map<string, InterpreterRule | null>();

function ruleFor(program: string): InterpreterRule | null {
  let rule = lookups.get(program);
  if (rule === undefined) {
    rule = table.find(([name]) => name.test(program))?.[1] ?? null;
    if (lookups.size < 4096) lookups.set(program, rule);
  }
  return rule;
}

/** Modules of Python that run what they are fed. */
const inputModules = new Set(["code", "asyncio"]);

/** Where an interpreter takes its program from: standard input, or a text or file given in an argument. */
interface ProgramSource {
  readonly input: boolean;
  readonly given: string | undefined;
}

/** Undefined when it is no shell, and no language whose programs can come on standard input. */
export function programSource(program: string, words: readonly string[]): ProgramSource | undefined {
  if (shellNames.has(program)) {
    const { code, script: file } = readShellCall(words);
    const given = code ?? file;
    return { input: given === undefined || ownInput.test(given), given };
  }
  const rule = ruleFor(program);
  if (rule?.file !== true || rule.input !== true) return undefined;
  const parsed = parseOptions(words, { ...rule, stopAtOperand: true });
  const texts = parsed.options.filter((option) => rule.code.includes(option.name)).map((option) => option.value ?? "");
  const module = rule.language === "python" ? optionValue(parsed, "-m") : undefined;
  if (module !== undefined) return { input: inputModules.has(module), given: module };
  const given = texts.length > 0 ? texts.join("\n") : parsed.operands[0];
  return { input: given === undefined || (texts.length === 0 && ownInput.test(given)), given };
}

export function interpret(inspection: Inspection, fact: CommandFact, index: number, frame: Frame): void {
  const { program, arguments: words } = fact;
  if (program === "powershell" || program === "pwsh" || program === "cmd")
    return windows(inspection, fact, index, frame);
  const rule = ruleFor(program);
  if (rule === null) return;
  // `node -pe code`: here `-p` has no value.
  const given = rule === node ? words.map((word) => (/^-(?:pe|ep)$/.test(word) ? "-e" : word)) : words;
  const parsed = parseOptions(given, { ...rule, stopAtOperand: rule.file === true });
  const texts = parsed.options.flatMap((option) =>
    option.value !== undefined && rule.code.includes(option.name) ? [option.value] : [],
  );
  if (rule.language === "vim")
    texts.push(...words.filter((word) => /^\+[^\d/]/.test(word)).map((word) => word.slice(1)));
  const module = rule.language === "python" && parsed.options.some((option) => option.name === "-m");
  const carriesFile = parsed.options.some((option) => option.name === "-f" || option.name === "--file");
  if (
    texts.length === 0 &&
    rule.operand !== undefined &&
    !carriesFile &&
    (program !== "deno" || parsed.operands[0] === "eval")
  ) {
    const operand = parsed.operands[rule.operand];
    if (operand !== undefined) texts.push(operand);
  }
  if (texts.length > 0) {
    const text = texts.join("\n");
    if (isUnknown(text)) note(inspection, fact.text, "dynamic");
    inspection.run.code(rule.language, text, index, frame);
    return;
  }
  const file = rule.file === true && !module ? parsed.operands[0] : undefined;
  if (file !== undefined && !ownInput.test(file)) {
    const text = inspection.files.get(file);
    if (file.startsWith("<(") && text !== undefined) inspection.run.code(rule.language, text, index, frame);
    else if (/^<\(|^\$\(|^`/.test(file)) note(inspection, fact.text, "dynamic");
    else addPath(inspection, file, "execute", frame.scope);
    return;
  }
  if (rule.input !== true || module) return;
  for (const { operator, target } of fact.redirects)
    if (operator === "<" && rule.language !== "sql") addPath(inspection, target, "execute", frame.scope);
  if (frame.input !== undefined) inspection.run.code(rule.language, frame.input, index, frame);
  else if (frame.piped && rule.language !== "sql") note(inspection, fact.text, "dynamic");
}

/** Code that is nothing but an expansion cannot be read. */
function isUnknown(text: string): boolean {
  return /^\s*(?:\$\w+|\$\{\w+\}|\$\([^]*\)|`[^]*`)\s*$/.test(text) && !/^\s*\$\d/.test(text);
}

function windows(inspection: Inspection, fact: CommandFact, index: number, frame: Frame): void {
  const words = fact.arguments;
  const wrapper = fact.program === "cmd" ? "cmd /c" : `${fact.program} -command`;
  const inner = { ...frame, parent: index, depth: frame.depth + 1, literal: false };
  if (fact.program === "cmd") {
    const at = words.findIndex((word) => /^\/{1,2}[ckr]$/i.test(word));
    if (at >= 0)
      inspectPowershell(
        inspection,
        words.slice(at + 1).join(" "),
        { ...inner, wrappers: [...frame.wrappers, wrapper] },
        "cmd",
      );
    return;
  }
  for (let at = 0; at < words.length; at += 1) {
    const word = (words[at] ?? "").replace(/^[/–—]/, "-").toLowerCase();
    if (/^-e(?:c|n\w*)?$/.test(word) && words[at + 1] !== undefined) {
      const text = base64Utf16(words[at + 1] ?? "");
      if (text === undefined) note(inspection, fact.text, "encoded");
      else
        inspectPowershell(
          inspection,
          text,
          { ...inner, wrappers: [...frame.wrappers, wrapper, "base64"] },
          "powershell",
        );
      return;
    }
    if (/^-c(?:o\w*)?$/.test(word) || (at === 0 && !word.startsWith("-") && !word.endsWith(".ps1"))) {
      const text = words.slice(word.startsWith("-") ? at + 1 : at).join(" ");
      inspectPowershell(inspection, text, { ...inner, wrappers: [...frame.wrappers, wrapper] }, "powershell");
      return;
    }
    if (/^-f(?:i\w*)?$/.test(word) && words[at + 1] !== undefined) {
      addPath(inspection, words[at + 1] ?? "", "execute", frame.scope);
      return;
    }
    if (
      /^-(?:ex|ep|exec|w|wi|windowstyle|executionpolicy|version|psconsolefile|inputformat|outputformat|configurationname)/.test(
        word,
      )
    )
      at += 1;
  }
  if (frame.piped) note(inspection, fact.text, "dynamic");
  else if (frame.input !== undefined) {
    inspectPowershell(inspection, frame.input, { ...inner, wrappers: [...frame.wrappers, fact.program] }, "powershell");
  }
}
