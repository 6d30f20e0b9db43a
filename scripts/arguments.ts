// Command line arguments of the scripts.
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../src/shared/lib/result.ts";

/** Ends the process with a clear message if a script that takes no arguments got some. */
export function refuseArguments(command: string): void {
  const [first] = process.argv.slice(2);
  if (first === undefined) return;
  console.error(`${command} takes no arguments, but got "${first}".`);
  process.exit(2);
}

/** Which of the names `--only` and `--without` leave, in their own order. */
export function selectNames<Name extends string>(
  names: readonly Name[],
  args: readonly string[],
): Result<readonly Name[], string> {
  const options = readOptions(args);
  if (!options.ok) return options;
  const { only, without } = options.value;
  const unknown = [...only, ...without].find((wanted) => !names.some((name) => name === wanted));
  if (unknown !== undefined) return fail(`There is no gate "${unknown}". The gates are: ${names.join(", ")}.`);
  const chosen = names.filter((name) => (only.length === 0 || only.includes(name)) && !without.includes(name));
  return chosen.length === 0 ? fail("--only and --without leave no gate to run.") : ok(chosen);
}

interface Options {
  readonly only: readonly string[];
  readonly without: readonly string[];
}

function readOptions(args: readonly string[]): Result<Options, string> {
  const repeated = { type: "string", multiple: true } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { only: repeated, without: repeated } });
    return ok({ only: values.only ?? [], without: values.without ?? [] });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
