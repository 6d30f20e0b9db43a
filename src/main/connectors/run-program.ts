// Runs a program with an input, and collects what it says.
import { spawn } from "node:child_process";

const patience = 10_000;

export function run(
  program: string,
  args: readonly string[],
  input: string,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], timeout: patience });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
