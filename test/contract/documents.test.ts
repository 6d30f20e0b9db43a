// Every command line in the README and the protocol pages works as printed.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startGatehouse } from "../support/gatehouse.ts";

const root = join(import.meta.dirname, "../..");
const pages = ["README.md", ...readdirSync(join(root, "docs/protocol")).map((name) => `docs/protocol/${name}`)];

/** Not synchronously: the server that answers is in this process. */
const shell = promisify(execFile);

/** curl commands: in fenced `sh` blocks, or indented ones that may go over several lines. */
function commandsIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8");
  const fenced = [...text.matchAll(/```sh\n(curl [^]*?)\n```/g)].map((match) => match[1] ?? "");
  const indented = [...text.matchAll(/^ {4}curl .*(?:\n {4}.*)*/gm)].map((match) => match[0].replaceAll(/^ {4}/gm, ""));
  return [...fenced, ...indented];
}

test.each(pages)("%s", async (page) => {
  const gatehouse = await startGatehouse();
  const commands = commandsIn(page);
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const here = command
      .replaceAll("http://127.0.0.1:3000", gatehouse.address.http)
      .replace('"wait_ms": 60000', '"wait_ms": 100');
    const answer = JSON.parse((await shell("bash", ["-c", here])).stdout) as {
      error?: { code: number };
      result?: unknown;
    };
    // A policy denial is an answer; a fault in the request would be a fault in the page.
    expect(answer.error === undefined || answer.error.code === -32000, `${command}\n${JSON.stringify(answer)}`).toBe(
      true,
    );
  }
});
