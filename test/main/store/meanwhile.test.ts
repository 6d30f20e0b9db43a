// Verifications and exports of a ledger that is written to meanwhile: what the console does itself is no alteration.
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openForReading } from "../../../src/main/store/database.ts";
import { exportText } from "../../../src/main/store/export/text.ts";
import { type RecoveringWriter, openRecoveringWriter } from "../../../src/main/store/write/recovering-writer.ts";
import { readConsoleKey } from "../../../src/main/store/proof/keys.ts";
import { flatten } from "../../../src/main/store/record.ts";
import { findStart } from "../../../src/main/store/proof/ledger-range.ts";
import { verifyLedger } from "../../../src/main/store/proof/verify.ts";
import { checkChain } from "../../../src/main/store/proof/check-chain.ts";
import { exportFormats } from "../../../src/shared/contract/ledger-export.ts";
import { indexLedger } from "../../support/engine/index-ledger.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { firstMoment, samplePairs } from "./samples.ts";

function recording(pairs: number): { readonly directory: string; readonly writer: RecoveringWriter } {
  const directory = temporaryDirectory();
  const writer = openRecoveringWriter({
    directory,
    checkpointEntries: 16,
    now: firstMoment,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  onTestFinished(() => writer.close(firstMoment));
  for (let index = 0; index < pairs; index += 8) record(writer, index);
  return { directory, writer };
}

function record(writer: RecoveringWriter, index: number): void {
  writer.append(samplePairs(8, index).map(flatten), firstMoment);
}

function retain(writer: RecoveringWriter, size: number): void {
  writer.prune(size, firstMoment);
  while (writer.pruneStep(size));
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
  const { directory, writer } = recording(16);
  const connection = openForReading(join(directory, "ledger.sqlite"));
  onTestFinished(() => void connection.close());
  const prepare = connection.prepare.bind(connection);
  const append = once(() => record(writer, 16));
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
  expect(checkChain(connection, findStart(connection), { publicKeys: [publicKey], seal }).problem).toBeUndefined();
  expect(writer.store()?.writer.lastSequence()).toBe(48);
});

test("a checkpoint that is signed meanwhile was not taken out", () => {
  const { directory, writer } = recording(16);
  const report = verifyLedger({ directory, onProgress: once(() => record(writer, 16)) });
  expect(report).toMatchObject({ sound: true, entries: 48 });
});

test("entries that retention removes meanwhile are not missing", () => {
  const { directory, writer } = recording(600);
  const report = verifyLedger({ directory, onProgress: once(() => retain(writer, 800)) });
  expect(report).toMatchObject({ sound: true, removed: 800, entries: 400 });
});

test.each(exportFormats)("an export as %s does not leave them out unseen", (format) => {
  const { directory, writer } = recording(600);
  indexLedger(directory);
  const exporting = (): string =>
    [...exportText({ directory, format, onProgress: once(() => retain(writer, 800)) })].join("");
  expect(exporting).toThrow("Retention removed old entries");
  expect([...exportText({ directory, format })].join("")).not.toBe("");
});
