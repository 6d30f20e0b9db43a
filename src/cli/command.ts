// What every command has in common: --json, --help, the way to the engine, and how it ends.
import { ok, type Result } from "../shared/lib/result.ts";
import { asksForHelp, type Given, hasOption, helpText, readArguments } from "./arguments.ts";
import { type CommandFailure, exitCodeOf, exitCodes } from "./failure.ts";
import { type Call, connectOperator } from "./operator.ts";
import { endpointsIn } from "./place.ts";
import type { CommandEntry } from "./table/entry.ts";

export interface Terminal {
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
}

export interface Command {
  readonly run: (argv: readonly string[], terminal: Terminal) => Promise<number>;
}

/** What a command answers with: the data for --json, and the same in words. */
export interface Answer {
  readonly data: unknown;
  readonly text: string;
  /** 0 unless said otherwise: an answer may be bad news. */
  readonly code?: number;
}

export interface OperatorRequest<Option extends string> extends Given<Option> {
  readonly call: Call;
  readonly now: number;
}

/** The engine may be busy; it is never silent for this long. */
const patience = 30_000;

/** A command that asks the running engine. */
export function operatorCommand<const Option extends string = never>(
  definition: CommandEntry<Option> & {
    readonly act: (request: OperatorRequest<Option>) => Promise<Result<Answer, CommandFailure>>;
  },
): Command {
  return localCommand({
    ...definition,
    act: (given, terminal) =>
      withOperator(given.dataDirectory, terminal, (call) => definition.act({ ...given, call, now: Date.now() })),
  });
}

/** Asks the running engine, for a command of which only a part needs one. */
export async function withOperator(
  dataDirectory: string,
  terminal: Terminal,
  act: (call: Call) => Promise<Result<Answer, CommandFailure>>,
): Promise<Result<Answer, CommandFailure>> {
  const notice = (text: string): void => terminal.complain(`${text}\n`);
  const operator = await connectOperator(endpointsIn(dataDirectory).operator, patience, notice);
  if (!operator.ok) return operator;
  const { call, close } = operator.value;
  try {
    return await act(call);
  } finally {
    close();
  }
}

/** A command that needs no engine. */
export function localCommand<const Option extends string = never>(
  definition: CommandEntry<Option> & {
    readonly act: (given: Given<Option>, terminal: Terminal) => Promise<Result<Answer, CommandFailure>>;
  },
): Command {
  return writingCommand({
    ...definition,
    act: async (given, { terminal, json }) => {
      const answer = await definition.act(given, terminal);
      if (!answer.ok) return answer;
      terminal.write(json ? `${JSON.stringify(answer.value.data)}\n` : `${answer.value.text}\n`);
      return ok(answer.value.code ?? exitCodes.done);
    },
  });
}

/** A command that writes as it goes. Returns its exit code. */
export function writingCommand<const Option extends string = never>(
  definition: CommandEntry<Option> & {
    readonly act: (
      given: Given<Option>,
      output: { readonly terminal: Terminal; readonly json: boolean },
    ) => Promise<Result<number, CommandFailure>>;
  },
): Command {
  return {
    run: async (argv, terminal) => {
      if (asksForHelp(argv)) {
        terminal.write(`${helpText(definition)}\n`);
        return exitCodes.done;
      }
      // Also when the arguments could not be read: a program must be able to read why.
      const json = hasOption(argv, "--json");
      const given = readArguments(definition, argv);
      const ended = given.ok ? await definition.act(given.value, { terminal, json }) : given;
      return ended.ok ? ended.value : report(ended.error, json, terminal);
    },
  };
}

/** Aborted when the person presses Ctrl-C or the terminal goes away. */
export function interrupted(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Says what went wrong; returns the exit code. */
export function report(failure: CommandFailure, json: boolean, terminal: Terminal): number {
  if (json) terminal.write(`${JSON.stringify({ error: failure })}\n`);
  else terminal.complain(`${failure.message}\n`);
  return exitCodeOf(failure);
}
