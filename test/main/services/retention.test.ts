// Retention: soon after the start, again later, and a thread that is still at it when Gatehouse stops.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { startRetention } from "../../../src/main/services/retention.ts";
import { openLedger } from "../../../src/main/store/ledger.ts";
import { verifyLedger } from "../../../src/main/store/proof/verify.ts";
import type { NewEntry } from "../../../src/shared/domain/audit.ts";
import { day, hour, minute } from "../../../src/shared/lib/clock.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { handClock, samplePair } from "../store/samples.ts";

async function oldLedger() {
  const directory = temporaryDirectory();
  const clock = handClock();
  const ledger = await openLedger({ directory, clock, checkpointEntries: 4 });
  onTestFinished(() => ledger.close());
  for (let index = 0; index < 20; index += 1) await ledger.append(samplePair(index, clock.now()));
  clock.move(100 * day);
  return { directory, clock, ledger };
}

test("lets go of what is too old a minute after the start, says so, and looks again", async () => {
  const { directory, clock, ledger } = await oldLedger();
  const entries: Omit<NewEntry, "at">[] = [];
  const record = async (entry: Omit<NewEntry, "at">): Promise<void> => void entries.push(entry);
  let days = 120;
  const stop = startRetention({ clock, ledger, days: () => days, record, fault: expect.unreachable });
  onTestFinished(stop);
  clock.move(minute);
  days = 90;
  // The first look had begun with the longer time and found nothing.
  await expect.poll(() => entries).toEqual([]);
  clock.move(6 * hour);
  await vi.waitFor(() => expect(entries).toHaveLength(1), { timeout: 20_000 });
  expect(entries[0]).toMatchObject({ kind: "lifecycle", body: { event: "retention", removed: 40 } });
  clock.move(6 * hour);
  await ledger.append(samplePair(50, clock.now()));
  await ledger.close();
  expect(verifyLedger({ directory })).toMatchObject({ sound: true, removed: 40 });
  expect(entries).toHaveLength(1);
}, 30_000);

test("a checkpoint signed while the clock was far ahead holds up nothing, and the leap is told", async () => {
  const directory = temporaryDirectory();
  const clock = handClock();
  const ledger = await openLedger({ directory, clock, checkpointEntries: 2 });
  onTestFinished(() => ledger.close());
  await ledger.append(samplePair(0, clock.now()));
  clock.move(3650 * day);
  const [ahead] = await ledger.append(samplePair(1, clock.now()));
  expect(ahead?.sequence).toBe(4);
  clock.move(-3650 * day);
  await ledger.append(samplePair(2, clock.now()));
  clock.move(100 * day);
  expect(await ledger.prune(clock.now() - 90 * day)).toBe(8);
  await ledger.close();
  const [archive = ""] = readdirSync(join(directory, "archive"));
  const text = gunzipSync(readFileSync(join(directory, "archive", archive))).toString();
  expect(text).toContain("By the clock nothing was recorded for 3650 days.");
  expect(verifyLedger({ directory })).toMatchObject({ sound: true, removed: 8 });
}, 30_000);

test("an archive that was not finished is no archive", async () => {
  const { directory, clock, ledger } = await oldLedger();
  expect(await ledger.prune(clock.now() - 200 * day)).toBe(0);
  const pruning = ledger.prune(clock.now() - 90 * day);
  await ledger.close();
  expect([0, 40]).toContain(await pruning.catch(() => 0));
  const again = await openLedger({ directory, clock, checkpointEntries: 4 });
  onTestFinished(() => again.close());
  const folder = join(directory, "archive");
  await again.prune(clock.now() - 90 * day);
  writeFileSync(join(folder, "ledger-000000041-000000050.jsonl.gz.new"), "half");
  for (const index of [60, 61, 62]) await again.append(samplePair(index, clock.now()));
  clock.move(100 * day);
  expect(await again.prune(clock.now() - 90 * day)).toBeGreaterThan(40);
  expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
}, 30_000);
