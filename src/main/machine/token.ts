// The token for addresses beyond this machine: from a file, from the environment or, least of all, from the command line.
import { readFileSync } from "node:fs";
import { fail, ok, type Result } from "../../shared/lib/result.ts";

export interface TokenSources {
  /** Whoever may list this machine's processes can read it there. */
  readonly argument: string | undefined;
  readonly file: string | undefined;
  readonly environment: string | undefined;
}

/** The command line takes precedence over the environment; undefined is no token. */
export function readToken({ argument, file, environment }: TokenSources): Result<string | undefined, string> {
  if (argument !== undefined && file !== undefined) return fail("--token and --token-file do not go together.");
  if (file === undefined) return ok(given(argument ?? environment));
  try {
    // An empty file must not open the door that its owner meant to lock.
    const token = given(readFileSync(file, "utf8").trim());
    return token === undefined ? fail(`The token file ${file} is empty.`) : ok(token);
  } catch (error) {
    return fail(`The token cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function given(token: string | undefined): string | undefined {
  return token === "" ? undefined : token;
}
