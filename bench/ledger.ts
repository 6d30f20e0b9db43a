// The ledger: what recording costs beside a bare insert, and what is found how quickly in a large one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { systemClock } from "../src/main/machine/clock.ts";
import { type Indexer, openIndexer } from "../src/main/store/index/indexer.ts";
import type { RecoveringWriter } from "../src/main/store/write/recovering-writer.ts";
import { type LedgerStore, openLedger } from "../src/main/store/ledger.ts";
import { openReader, type ThreadedReader } from "../src/main/store/read/thread.ts";
import { createReader, type LedgerReader } from "../src/main/store/read/reader.ts";
import { flatten } from "../src/main/store/record.ts";
import { verifyHelpers } from "../src/main/store/proof/verify-helpers.ts";
import { verifyLedger, type VerifyReport } from "../src/main/store/proof/verify.ts";
import { day } from "../src/shared/lib/clock.ts";
import { agents, sampleIntentId, samplePair, sampleSession } from "../test/main/store/samples.ts";
import { beside, milliseconds, quantiles } from "./support/figures.ts";
import { fillLedger, openLargeLedger } from "./support/large-ledger.ts";

type Print = (line: string) => void;

const entries = Number(process.env["GATEHOUSE_BENCH_ENTRIES"] ?? 200_000);

export async function run(print: Print): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  try {
    await recording(join(directory, "recording"), print);
    const large = join(directory, "large");
    build(large, entries, print);
    reading(large, print);
    verifying(large, print);
    await together(large, print);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** One request after the other, then many at once. */
async function recording(directory: string, print: Print): Promise<void> {
  const writer = openLargeLedger(join(directory, "thread"));
  const indexer = openIndexer(join(directory, "thread"));
  const ledger = await openLedger({ directory: join(directory, "worker"), clock: systemClock });
  const bare = bareInsert(join(directory, "thread", "bare.sqlite"));
  const times: Record<"bare" | "thread" | "worker", number[]> = { bare: [], thread: [], worker: [] };
  // Rounds take turns, so that a slow moment of the disk meets all of them.
  for (let round = 0; round < 10; round += 1) {
    const pairs = Array.from({ length: 150 }, (_, index) => samplePair(round * 150 + index, Date.now()));
    for (const pair of pairs) times.bare.push(timed(() => bare(JSON.stringify(pair))));
    for (const pair of pairs) times.thread.push(timed(() => writer.append(pair.map(flatten), Date.now())));
    for (const pair of pairs) {
      const begun = performance.now();
      await ledger.append(pair);
      times.worker.push(performance.now() - begun);
    }
  }
  const floor = quantiles(times.bare);
  print(`bare insert, synchronous FULL            p50 ${milliseconds(floor.p50)}, p99 ${milliseconds(floor.p99)}`);
  print(`intent and verdict, writer in a thread   ${beside(quantiles(times.worker), floor)}`);
  print(`intent and verdict, on the same thread   ${beside(quantiles(times.thread), floor)}`);

  for (const clients of [64, 256]) {
    const alone = await throughput(clients, groupedOnThisThread(writer, indexer));
    const worker = await throughput(clients, (pair) => ledger.append(pair));
    print(
      `${clients} at once, a second`.padEnd(41) +
        `writer in a thread ${worker.perSecond} entries, this thread busy ${worker.busy} %; ` +
        `on the same thread ${alone.perSecond}, busy ${alone.busy} %`,
    );
  }
  await ledger.close();
  indexer.close();
  writer.close(Date.now());
}

function bareInsert(file: string): (text: string) => void {
  const connection = new Database(file);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.exec("CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)");
  const insert = connection.prepare("INSERT INTO rows (text) VALUES (?)");
  return (text) => void insert.run(text);
}

/** Group commit without a thread of its own: what came in one turn of the loop shares a transaction. */
function groupedOnThisThread(
  writer: RecoveringWriter,
  indexer: Indexer,
): (pair: ReturnType<typeof samplePair>) => Promise<unknown> {
  let waiting: { readonly pair: ReturnType<typeof samplePair>; readonly resolve: () => void }[] = [];
  return (pair) =>
    new Promise<void>((resolve) => {
      waiting.push({ pair, resolve });
      if (waiting.length > 1) return;
      setImmediate(() => {
        const group = waiting;
        waiting = [];
        writer.append(
          group.flatMap((one) => one.pair.map(flatten)),
          Date.now(),
        );
        for (const one of group) one.resolve();
        if (indexer.lastSequence() - indexer.indexedTo() >= 256) indexer.step(256);
      });
    });
}

async function throughput(
  clients: number,
  append: (pair: ReturnType<typeof samplePair>) => Promise<unknown>,
): Promise<{ readonly perSecond: number; readonly busy: number }> {
  const pairs = Array.from({ length: 15_000 }, (_, index) => samplePair(index, Date.now()));
  let next = 0;
  const begun = performance.now();
  const loop = performance.eventLoopUtilization();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let pair = pairs[next++]; pair !== undefined; pair = pairs[next++]) await append(pair);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const busy = Math.round(performance.eventLoopUtilization(loop).utilization * 100);
  return { perSecond: Math.round((pairs.length * 2) / seconds), busy };
}

function build(directory: string, count: number, print: Print): void {
  const perSecond = fillLedger(directory, count);
  const reader = createReader(directory);
  const { bytes, entries: made } = reader.stats();
  reader.close();
  print(`${made} entries made and indexed at ${perSecond} a second`);
  print(
    `${Math.round((bytes.ledger + bytes.index) / made)} bytes an entry on disk ` +
      `(${Math.round(bytes.ledger / made)} recorded, ${Math.round(bytes.index / made)} search index)`,
  );
}

const filters: readonly Parameters<LedgerReader["page"]>[0][] = [
  { filter: { outcomes: ["DENIED"] } },
  { filter: { agents: [agents[1] ?? ""], levels: ["HIGH"] } },
  { filter: { sessions: [sampleSession(2000)] } },
  { filter: { kinds: ["verdict"], reasons: ["risk_medium"], from: Date.now() - 60 * day, to: Date.now() - 50 * day } },
  { filter: { path: "/home/anna/src/shop/packages/feature-7" }, before: 50_000 },
  { filter: { host: "npmjs.org", deciders: ["risk"] } },
  { filter: { tools: ["execute_command"], outcomes: ["ESCALATE"] }, after: 20_000 },
  {},
];

const texts: typeof filters = [
  { filter: { text: "docker" } },
  { filter: { text: "rm -rf build", outcomes: ["DENIED"] } },
  { filter: { text: '"git status"', agents: [agents[2] ?? ""] } },
  { filter: { text: "component 417" } },
  { filter: { text: "migrate python3" }, before: 90_000 },
  { filter: { text: "risk critical heuristics" } },
  { filter: { text: "regis*" } },
];

function reading(directory: string, print: Print): void {
  const reader = createReader(directory);
  const pages = (requests: typeof filters): readonly number[] =>
    Array.from({ length: 30 }, () =>
      requests.map((request) => timed(() => reader.page({ limit: 50, ...request }))),
    ).flat();
  const filtered = quantiles(pages(filters));
  print(
    `filtered page of 50   p50 ${milliseconds(filtered.p50)}, p99 ${milliseconds(filtered.p99)}   (bar: p50 20 ms)`,
  );
  const found = quantiles(pages(texts));
  print(`full-text page of 50  p50 ${milliseconds(found.p50)}, p99 ${milliseconds(found.p99)}   (bar: p50 60 ms)`);
  const from = Date.now() - 91 * day;
  const spans = Array.from({ length: 15 }, () =>
    timed(() => reader.series({ filter: { from, kinds: ["verdict"] }, span: day })),
  );
  print(`90 days, a span a day p50 ${milliseconds(quantiles(spans).p50)}   (bar: 150 ms)`);
  const counts = Array.from({ length: 15 }, () => timed(() => reader.count({ outcomes: ["APPROVED"] })));
  print(`count of the approved p50 ${milliseconds(quantiles(counts).p50)}`);
  reader.close();
}

function verifying(directory: string, print: Print): void {
  const helpers = verifyHelpers(1);
  const perSecond = ({ entries: checked, milliseconds: taken, sound }: VerifyReport): string =>
    `${Math.round(checked / (taken / 1000))} entries a second, ${sound ? "sound" : "ALTERED"}`;
  print(`verify                ${perSecond(verifyLedger({ directory, helpers }))}   (bar: 100000)`);
  print(`verify, one thread    ${perSecond(verifyLedger({ directory }))}`);
}

/** A running ledger of that size: looking up an intent, and recording while someone searches. */
async function together(directory: string, print: Print): Promise<void> {
  const ledger = await openLedger({ directory, clock: systemClock });
  const known = Array.from({ length: 2000 }, (_, index) =>
    timed(() => ledger.entriesOf(agents[index % agents.length] ?? "", sampleIntentId(index))),
  );
  const unknown = Array.from({ length: 2000 }, (_, index) =>
    timed(() => ledger.entriesOf(agents[0] ?? "", `no ${index}`)),
  );
  print(
    `one intent looked up  p50 ${milliseconds(quantiles(known).p50)}; one never seen p50 ${milliseconds(quantiles(unknown).p50)}`,
  );

  const reader = openReader({ directory });
  await reader.stats();
  const times: Record<"quiet" | "searched", number[]> = { quiet: [], searched: [] };
  let asked = 0;
  // They take turns, so that a slow moment of the machine meets both.
  for (let round = 0; round < 6; round += 1) {
    times.quiet.push(...(await appendFor(ledger, 1000)));
    let asking = true;
    const questions = ask(reader, () => asking);
    times.searched.push(...(await appendFor(ledger, 1000)));
    asking = false;
    asked += await questions;
  }
  const quiet = quantiles(times.quiet);
  print(`recording, no queries p50 ${milliseconds(quiet.p50)}, p99 ${milliseconds(quiet.p99)}`);
  print(`with ${asked} queries meanwhile   ${beside(quantiles(times.searched), quiet)}   (bar: p99 2×)`);
  await reader.close();
  await ledger.close();
}

async function ask(reader: ThreadedReader, going: () => boolean): Promise<number> {
  let asked = 0;
  while (going()) {
    for (const request of [...filters, ...texts]) await reader.page({ limit: 50, ...request });
    await reader.series({ filter: { from: Date.now() - 91 * day }, span: day });
    asked += filters.length + texts.length + 1;
  }
  return asked;
}

async function appendFor(ledger: LedgerStore, duration: number): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + duration;
  for (let index = 0; performance.now() < end; index += 1) {
    const begun = performance.now();
    await ledger.append(samplePair(10_000_000 + index, Date.now()));
    times.push(performance.now() - begun);
  }
  return times;
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
