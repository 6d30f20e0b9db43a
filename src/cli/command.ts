// What every command has in common: options, --json, --help, the way to the engine, and how it ends.
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { dataDirectoryPath } from "../main/machine/data-directory.ts";
import { type Endpoints, endpointsOf } from "../shared/endpoints.ts";
import { fail, ok, type Result } from "../shared/result.ts";
import { type CommandFailure, exitCodeOf, exitCodes, usage } from "./failure.ts";
import { type Call, connectOperator } from "./operator.ts";

export interface Terminal {
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
}

export interface Command {
  /** After "gatehouse", one way to call it a line. */
  readonly usage: string;
  readonly summary: string;
  readonly run: (argv: readonly string[], terminal: Terminal) => Promise<number>;
}

/** What a command answers with: the data for --json, and the same in words. */
export interface Answer {
  readonly data: unknown;
  readonly text: string;
}

export interface Given<Option extends string> {
  readonly options: Partial<Readonly<Record<Option, string>>>;
  readonly operands: readonly string[];
  readonly dataDirectory: string;
  readonly json: boolean;
}

interface Definition<Option extends string> {
  readonly usage: string;
  readonly summary: string;
  /** What --help adds: the words an option takes. */
  readonly details?: string;
  /** Options with a value, besides --data-dir, --json and --help. */
  readonly options: readonly Option[];
  /** The least and the most operands. */
  readonly operands: readonly [least: number, most: number];
}

export interface OperatorRequest<Option extends string> extends Given<Option> {
  readonly call: Call;
  readonly now: number;
}

/** The engine may be busy; it is never silent for this long. */
const patience = 30_000;

/** A command that asks the running engine. */
export function operatorCommand<const Option extends string = never>(
  definition: Definition<Option> & {
    readonly act: (request: OperatorRequest<Option>) => Promise<Result<Answer, CommandFailure>>;
  },
): Command {
  return localCommand({
    ...definition,
    act: async (given) => {
      const operator = await connectOperator(endpointsIn(given.dataDirectory).operator, patience);
      if (!operator.ok) return operator;
      const { call, close } = operator.value;
      try {
        return await definition.act({ ...given, call, now: Date.now() });
      } finally {
        close();
      }
    },
  });
}

/** A command that needs no engine. */
export function localCommand<const Option extends string = never>(
  definition: Definition<Option> & {
    readonly act: (given: Given<Option>) => Promise<Result<Answer, CommandFailure>>;
  },
): Command {
  return {
    usage: definition.usage,
    summary: definition.summary,
    run: async (argv, terminal) => {
      if (asksForHelp(argv)) {
        terminal.write(`${helpText(definition)}\n`);
        return exitCodes.done;
      }
      const given = readArguments(definition, argv);
      const json = argv.includes("--json");
      const answer = given.ok ? await definition.act(given.value) : given;
      if (answer.ok) {
        terminal.write(json ? `${JSON.stringify(answer.value.data)}\n` : `${answer.value.text}\n`);
        return exitCodes.done;
      }
      report(answer.error, json, terminal);
      return exitCodeOf(answer.error);
    },
  };
}

export function readArguments<Option extends string>(
  { options: names, operands: [least, most], usage: how }: Definition<Option>,
  argv: readonly string[],
): Result<Given<Option>, CommandFailure> {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
        "data-dir": { type: "string" },
        json: { type: "boolean" },
      },
    });
    if (positionals.length < least || positionals.length > most) return fail(usage(`Usage: ${synopsis(how)}`));
    const given = new Map<string, unknown>(Object.entries(values));
    const options: Partial<Record<Option, string>> = {};
    for (const name of names) {
      const value = given.get(name);
      if (typeof value === "string") options[name] = value;
    }
    return ok({
      options,
      operands: positionals,
      json: values.json === true,
      dataDirectory: dataDirectory(values["data-dir"]),
    });
  } catch (error) {
    return fail(usage(`${error instanceof Error ? error.message : String(error)}\nUsage: ${synopsis(how)}`));
  }
}

export function asksForHelp(argv: readonly string[]): boolean {
  return argv.includes("--help") || argv.includes("-h");
}

export function report(failure: CommandFailure, json: boolean, terminal: Terminal): void {
  if (json) terminal.write(`${JSON.stringify({ error: failure })}\n`);
  else terminal.complain(`${failure.message}\n`);
}

export function endpointsIn(directory: string): Endpoints {
  return endpointsOf(directory, process.platform, (text) => createHash("sha256").update(text).digest("hex"));
}

function dataDirectory(asked: string | undefined): string {
  return dataDirectoryPath(asked, { platform: process.platform, environment: process.env, home: homedir() });
}

export function helpText({
  usage: how,
  summary,
  details,
}: Pick<Definition<never>, "usage" | "summary" | "details">): string {
  const parts = [summary, `Usage: ${synopsis(how)}`, details, "Also: --data-dir DIR, --json, --help"];
  return parts.filter((part) => part !== undefined).join("\n\n");
}

function synopsis(how: string): string {
  return how
    .split("\n")
    .map((line) => `gatehouse ${line}`)
    .join("\n       ");
}
