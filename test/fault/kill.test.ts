// kill -9 at random moments under load: whatever was acknowledged is in the ledger, which verifies and opens at once.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { systemClock } from "../../src/main/machine/clock.ts";
import { openLedger } from "../../src/main/store/ledger.ts";
import { createReader } from "../../src/main/store/read/reader.ts";
import { verifyLedger } from "../../src/main/store/proof/verify.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const rounds = Number(process.env["GATEHOUSE_KILL_ROUNDS"] ?? 15);

/** Lets a process append for a while and kills it. Gives back what it acknowledged. */
async function appendAndKill(directory: string, start: number, patience: number): Promise<ReadonlyMap<number, string>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "append-child.ts"), directory, `${start}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks: string[] = [];
  child.stdout.setEncoding("utf8");
  const opened = once(child.stdout, "data");
  child.stdout.on("data", (chunk: string) => chunks.push(chunk));
  await opened;
  await sleep(patience);
  child.kill("SIGKILL");
  await once(child, "close");
  const lines = chunks.join("").split("\n").slice(0, -1);
  return new Map(
    lines.flatMap((line) => {
      const [sequence, hash] = line.split(" ");
      return hash === undefined ? [] : [[Number(sequence), hash] as const];
    }),
  );
}

test(`${rounds} kills lose nothing`, { timeout: 30_000 + rounds * 5000 }, async () => {
  const directory = temporaryDirectory();
  let acknowledged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const answers = await appendAndKill(directory, round * 1_000_000, Math.random() * 150);
    acknowledged += answers.size;

    const begun = performance.now();
    const ledger = await openLedger({ directory, clock: systemClock });
    const milliseconds = performance.now() - begun;
    await ledger.close();
    expect(ledger.alarm()).toBeUndefined();
    // Well below a second on a quiet machine; a test may share it with others.
    expect(milliseconds).toBeLessThan(5000);

    expect(verifyLedger({ directory })).toMatchObject({ sound: true });
    const reader = createReader(directory);
    for (const [sequence, hash] of answers) expect(reader.entry(sequence)?.hash, `entry ${sequence}`).toBe(hash);
    reader.close();
  }
  // A round may die before its first answer, but not all of them.
  expect(acknowledged).toBeGreaterThan(rounds);
});
