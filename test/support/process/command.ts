// Runs the real gatehouse command in a process of its own.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const script = join(import.meta.dirname, "../../../src/cli/gatehouse.ts");

export function startCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [script, ...words], { env: { ...process.env, GATEHOUSE_HOME: "", ...environment } });
}

export async function runCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = startCommand(words, environment);
  child.stdin.end();
  return ended(child);
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, stdout, stderr };
}
