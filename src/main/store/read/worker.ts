// The ledger reader's thread: answers questions about the ledger, or does one long job and ends.
import { hostWorker } from "../../workers/worker-host.ts";
import { archiveBefore } from "../export/archive.ts";
import { writeExport } from "../export/file.ts";
import { classify } from "../faults.ts";
import { helpVerify, verifyHelpers } from "../proof/verify-helpers.ts";
import { verifyLedger } from "../proof/verify.ts";
import { lowerPriority, lowest } from "../thread-priority.ts";
import { readerProtocol } from "./messages.ts";
import { createReader, type LedgerReader } from "./reader.ts";

const host = hostWorker(readerProtocol);
const { directory, keepsPriority } = host.data;
if (!keepsPriority) lowerPriority(lowest);

let opened: LedgerReader | undefined;
/** Opened by the first question: a job needs none. */
const reader = (): LedgerReader => (opened ??= createReader(directory));

function describe(error: unknown): string {
  const known = classify(error, directory);
  return known.fault === "unknown" && error instanceof Error ? error.message : known.message;
}

host.serve({
  answers: {
    page: (request) => reader().page(request),
    count: (request) => reader().count(request),
    facets: (request) => reader().facets(request),
    series: (request) => reader().series(request),
    entry: (request) => reader().entry(request),
    story: (request) => reader().story(request),
    session: (request) => reader().session(request),
    stats: () => reader().stats(),
    measure: (request) => reader().measure(request),
    rows: (request) => reader().rows(request),
    around: (request) => reader().around(request),
    sessions: (request) => reader().sessions(request),
    threats: (request) => reader().threats(request),
    latency: (request) => reader().latency(request),
    load: (request) => reader().load(request),
    riskPoints: (request) => reader().riskPoints(request),
    toolUse: (request) => reader().toolUse(request),
    fatigue: (request) => reader().fatigue(request),
    verify: (_none, progress) =>
      verifyLedger({
        directory,
        onProgress: (done, total) => progress({ done, total }),
        // The console goes on answering meanwhile, with a thread that decides and one that records.
        helpers: verifyHelpers(2),
      }),
    check: ({ shares, sealed }) => helpVerify(directory, shares, sealed),
    archive: ({ before, now }) => archiveBefore(directory, before, now),
    export: (file, progress) =>
      writeExport({ directory, ...file, onProgress: (done, total) => progress({ done, total }) }),
  },
  close: () => opened?.close(),
  describe,
});
