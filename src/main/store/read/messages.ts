// What the ledger reader's thread is asked: questions, each answered by the reader's method of that name, and long jobs.
import { z } from "zod";
import type { ExportFormat, ExportReport } from "../../../shared/contract/ledger-export.ts";
import type { LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import { nothing, type Protocol, type QuestionParsers, trusted } from "../../workers/protocol.ts";
import type { Archived } from "../export/archive.ts";
import type { Shares } from "../proof/contents.ts";
import type { LedgerReader } from "./reader.ts";
import type { VerifyReport } from "../proof/verify.ts";

export interface ReaderData {
  readonly directory: string;
  /** A thread that helps another is as urgent as that one; others yield to whoever answers agents. */
  readonly keepsPriority: boolean;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

/** Long work, each on a thread of its own. */
interface JobType<Argument, Answer> {
  readonly argument: Argument;
  readonly answer: Answer;
  readonly progress: JobProgress;
}

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly filter: LedgerFilter;
  readonly out: string;
  readonly part: string;
}

export type JobTypes = {
  readonly verify: JobType<undefined, VerifyReport>;
  /** Helps a verification; what it finds goes into the shares. */
  readonly check: JobType<{ readonly shares: Shares; readonly sealed: boolean }, undefined>;
  readonly archive: JobType<{ readonly before: number; readonly now: number }, Archived | undefined>;
  readonly export: JobType<ExportRequest, ExportReport>;
};

/** The console lists agents from its registry. */
export type ReaderMethod = Exclude<keyof LedgerReader, "close" | "agents">;

export type MethodTypes = {
  readonly [Method in ReaderMethod]: {
    readonly argument: Parameters<LedgerReader[Method]>[0];
    readonly answer: ReturnType<LedgerReader[Method]>;
  };
};

export interface ReaderTypes {
  readonly data: ReaderData;
  readonly questions: JobTypes & MethodTypes;
  readonly command: undefined;
  readonly event: undefined;
}

// The operations have checked what people ask, and answers may have thousands of rows.
const method = { argument: trusted<never>(), answer: trusted<never>() };
const progress = z.object({ done: z.number(), total: z.number() });

const methods: { readonly [Method in ReaderMethod]: QuestionParsers<MethodTypes[Method]> } = {
  page: method,
  count: method,
  facets: method,
  series: method,
  entry: method,
  story: method,
  session: method,
  stats: method,
  measure: method,
  rows: method,
  around: method,
  sessions: method,
  threats: method,
  latency: method,
  load: method,
  riskPoints: method,
  toolUse: method,
  fatigue: method,
};

export const readerProtocol: Protocol<ReaderTypes> = {
  worker: "ledger-reader",
  data: z.object({ directory: z.string(), keepsPriority: z.boolean() }),
  questions: {
    ...methods,
    verify: { argument: nothing, answer: trusted(), progress },
    check: { argument: trusted(), answer: nothing, progress },
    archive: { argument: z.object({ before: z.number(), now: z.number() }), answer: trusted(), progress },
    export: { argument: trusted(), answer: trusted(), progress },
  },
  command: nothing,
  event: nothing,
};
