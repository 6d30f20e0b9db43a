// Verifications and exports of a ledger that is written to meanwhile: what the console does itself is no alteration.
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openForReading } from "../../../src/main/store/database.ts";
import { exportText } from "../../../src/main/store/export-text.ts";
import { type Keeper, openKeeper } from "../../../src/main/store/keeper.ts";
import { readConsoleKey } from "../../../src/main/store/keys.ts";
import { flatten } from "../../../src/main/store/record.ts";
import { findStart } from "../../../src/main/store/tail.ts";
import { verifyLedger } from "../../../src/main/store/verify.ts";
import { walkLedger } from "../../../src/main/store/walk.ts";
import { exportFormats } from "../../../src/shared/ledger-export.ts";
import { indexLedger } from "../../support/index-ledger.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { firstMoment, samplePairs } from "./samples.ts";

function recording(pairs: number): { readonly directory: string; readonly keeper: Keeper } {
  const directory = temporaryDirectory();
  const keeper = openKeeper({
    directory,
    checkpointEntries: 16,
    now: firstMoment,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  onTestFinished(() => keeper.close(firstMoment));
  for (let index = 0; index < pairs; index += 8) record(keeper, index);
  return { directory, keeper };
}

function record(keeper: Keeper, index: number): void {
  keeper.append(samplePairs(8, index).map(flatten), firstMoment);
}

function retain(keeper: Keeper, size: number): void {
  keeper.prune(size, firstMoment);
  while (keeper.pruneStep(size));
}

/** Does something once, the first time it is called. */
function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}

test("an entry that comes between the last look at entries and the one at their end is no cut", () => {
  const { directory, keeper } = recording(16);
  const connection = openForReading(join(directory, "ledger.sqlite"));
  onTestFinished(() => void connection.close());
  const prepare = connection.prepare.bind(connection);
  const append = once(() => record(keeper, 16));
  Object.assign(connection, {
    prepare(sql: string) {
      const statement = prepare<[]>(sql);
      if (!sql.includes("FROM head")) return statement;
      const get = statement.get.bind(statement);
      return Object.assign(statement, {
        get() {
          append();
          return get();
        },
      });
    },
  });
  const { publicKey, seal } = readConsoleKey(directory);
  expect(walkLedger(connection, findStart(connection), { publicKeys: [publicKey], seal }).problem).toBeUndefined();
  expect(keeper.store()?.writer.lastSequence()).toBe(48);
});

test("a checkpoint that is signed meanwhile was not taken out", () => {
  const { directory, keeper } = recording(16);
  const report = verifyLedger({ directory, onProgress: once(() => record(keeper, 16)) });
  expect(report).toMatchObject({ sound: true, entries: 48 });
});

test("entries that retention removes meanwhile are not missing", () => {
  const { directory, keeper } = recording(600);
  const report = verifyLedger({ directory, onProgress: once(() => retain(keeper, 800)) });
  expect(report).toMatchObject({ sound: true, removed: 800, entries: 400 });
});

test.each(exportFormats)("an export as %s does not leave them out unseen", (format) => {
  const { directory, keeper } = recording(600);
  indexLedger(directory);
  const exporting = (): string =>
    [...exportText({ directory, format, onProgress: once(() => retain(keeper, 800)) })].join("");
  expect(exporting).toThrow("Retention removed old entries");
  expect([...exportText({ directory, format })].join("")).not.toBe("");
});
