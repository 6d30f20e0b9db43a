// Every command line in the README and the protocol pages works as printed.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startGatehouse } from "../../support/engine/gatehouse.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const root = join(import.meta.dirname, "../../..");
const pages = ["README.md", ...readdirSync(join(root, "docs/protocol")).map((name) => `docs/protocol/${name}`)];

/** Not synchronously: the server that answers is in this process. */
const shell = promisify(execFile);

/** curl and netcat commands: in fenced `sh` blocks, or indented ones that may go over several lines. */
function commandsIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8");
  const fenced = [...text.matchAll(/```sh\n((?:curl|printf) [^]*?)\n```/g)].map((match) => match[1] ?? "");
  const indented = [...text.matchAll(/^ {4}curl .*(?:\n {4}.*)*/gm)].map((match) => match[0].replaceAll(/^ {4}/gm, ""));
  return [...fenced, ...indented];
}

/** The least netcat there is, for machines without one: both ways until the other side closes. */
const netcat = `#!${process.execPath}
const socket = require("node:net").connect(Number(process.argv[3]), process.argv[2]);
process.stdin.on("data", (data) => socket.write(data));
socket.pipe(process.stdout);
socket.on("close", () => process.exit());
`;

/** Every request of a conversation is answered, and none with an error; a policy denial is an answer like any other. */
function faultIn(command: string, output: string): string | undefined {
  if (command.endsWith("/health")) return output === "OK" ? undefined : "no OK";
  if (command.startsWith("curl")) {
    const { error } = JSON.parse(output) as { readonly error?: { readonly code: number } };
    return error === undefined || error.code === -32000 ? undefined : `error ${error.code}`;
  }
  const asked = command.match(/"type":"(?!shutdown)/g)?.length ?? 0;
  if (output.split("\n").length - 1 < asked) return "too few answers";
  return /"type":"error"|"ok":false|"success":false/.exec(output)?.[0];
}

test.each(pages)("%s", async (page) => {
  const gatehouse = await startGatehouse();
  const commands = commandsIn(page);
  const own = temporaryDirectory();
  const folder = temporaryDirectory();
  writeFileSync(join(own, "nc"), netcat, { mode: 0o755 });
  // A real one is found first.
  const path = `${process.env["PATH"] ?? ""}:${own}`;
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const here = command
      .replaceAll("http://127.0.0.1:3000", gatehouse.address.http)
      // Another user's run may be writing the same file.
      .replaceAll("/tmp/gatehouse-example", `${folder}/gatehouse-example`)
      .replaceAll('"working_directory":"/tmp"', `"working_directory":"${folder}"`)
      .replaceAll("127.0.0.1 3001", new URL(gatehouse.address.a2e).host.replace(":", " "))
      .replace('"wait_ms": 60000', '"wait_ms": 100');
    const { stdout } = await shell("bash", ["-c", here], { env: { ...process.env, PATH: path } });
    expect(faultIn(command, stdout), `${command}\n${stdout}`).toBeUndefined();
  }
});
