// A process that appends under load and says on stdout what was acknowledged, until it is killed.
import { writeSync } from "node:fs";
import { systemClock } from "../../src/main/machine/clock.ts";
import { openLedger } from "../../src/main/store/ledger.ts";
import { samplePair } from "../main/store/samples.ts";

const [directory = "", start = "0"] = process.argv.slice(2);
const ledger = await openLedger({ directory, clock: systemClock, checkpointEntries: 64, checkpointSeconds: 1 });
writeSync(1, "open\n");

let next = Number(start);
async function client(): Promise<never> {
  for (;;) {
    const index = next;
    next += 1;
    const entries = await ledger.append(samplePair(index, Date.now()));
    // Synchronous, so that what was written was acknowledged and what was acknowledged was written.
    for (const { sequence, hash } of entries) say(`${sequence} ${hash}\n`);
  }
}
await Promise.all(Array.from({ length: 8 }, client));

/** Waits where the reader is slower than the ledger: the pipe is full then. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  }
}
