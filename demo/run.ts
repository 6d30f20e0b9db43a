// `npm run demo`: the console with a lifelike working day, in a data directory that is thrown away afterwards.
import "../src/main/model/telemetry-off.ts";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodeOf } from "../scripts/child.ts";
import { projectRoot } from "../scripts/project.ts";
import { minute } from "../src/shared/lib/clock.ts";
import { readReadyLine } from "../scripts/ready-line.ts";
import { writeHistory } from "./history.ts";
import { openLive } from "./live.ts";

const hours = 9;
const seed = 42;
const perMinute = 40;

const directory = mkdtempSync(join(tmpdir(), "gatehouse-demo-data-"));
const stopping = new AbortController();
console.error("Living through a working day.");
const entries = await writeHistory({ directory, now: Date.now(), seed, hours });
console.error(`${entries} entries are in the ledger. The console opens; close it to end the demo.`);

const child = spawn(process.execPath, [join(projectRoot, "scripts", "start.ts")], {
  env: { ...process.env, GATEHOUSE_HOME: directory, GATEHOUSE_PORT: process.env["GATEHOUSE_PORT"] ?? "0" },
  stdio: ["inherit", "pipe", "inherit"],
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));

let output = "";
child.stdout.on("data", (chunk: Buffer) => {
  process.stdout.write(chunk);
  output += chunk.toString("utf8");
});
const live = readReadyLine(() => output, minute)
  .then(openLive)
  .then((opened) => opened.goOn(stopping.signal, perMinute).finally(opened.hangUp));
// A console that never came up says so itself.
live.catch(() => undefined);

process.exitCode = await new Promise<number>((resolve) => {
  child.once("error", () => resolve(1));
  child.once("close", (code, signal) => resolve(exitCodeOf(code, signal)));
});
stopping.abort();
rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
