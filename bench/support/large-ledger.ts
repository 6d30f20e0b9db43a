// A ledger of any size, with ninety days of work in it.
import { openIndexer } from "../../src/main/store/index/indexer.ts";
import { type RecoveringWriter, openRecoveringWriter } from "../../src/main/store/write/recovering-writer.ts";
import { flatten } from "../../src/main/store/record.ts";
import { day } from "../../src/shared/lib/clock.ts";
import { samplePair } from "../../test/main/store/samples.ts";

export function openLargeLedger(directory: string): RecoveringWriter {
  return openRecoveringWriter({
    directory,
    checkpointEntries: 1024,
    now: Date.now(),
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
}

/** Writes and indexes so many entries; gives back how many a second. */
export function fillLedger(directory: string, entries: number): number {
  const writer = openLargeLedger(directory);
  const indexer = openIndexer(directory);
  const start = Date.now() - 90 * day;
  const step = (90 * day) / (entries / 2);
  const begun = performance.now();
  for (let index = 0; index < entries / 2; index += 64) {
    const group = Array.from({ length: 64 }, (_, more) =>
      samplePair(index + more, Math.floor(start + (index + more) * step)),
    );
    writer.append(
      group.flatMap((pair) => pair.map(flatten)),
      Date.now(),
    );
    indexer.step(128);
  }
  while (indexer.step(512));
  const perSecond = Math.round(entries / ((performance.now() - begun) / 1000));
  indexer.close();
  writer.close(Date.now());
  return perSecond;
}
