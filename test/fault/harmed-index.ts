// The index's thread, but a file in the directory makes it die in the middle of a transaction, and another one slow.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";
import Database from "better-sqlite3";

const { directory } = workerData as { directory: string };
const die = join(directory, "die");
const slow = join(directory, "slow");
type Work = (...given: unknown[]) => unknown;
const transaction: (work: Work) => Work = Reflect.get(Database.prototype, "transaction");

/** What a transaction does, and then what the files ask for, before it is committed. */
function harmed(work: Work): Work {
  return (...given) => {
    const made = work(...given);
    if (existsSync(slow)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
    if (existsSync(die)) {
      rmSync(die);
      // The thread ends a little after it was told to; until then nothing else may run on it.
      for (;;) process.exit(1);
    }
    return made;
  };
}

Reflect.set(Database.prototype, "transaction", function harmedTransaction(this: unknown, work: Work): Work {
  return transaction.call(this, harmed(work));
});
await import("../../src/main/store/index/worker.ts");
