// governed: wraps a tool so that it asks before it runs, runs what was approved, and reports how it went.
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";
import type { ReportStatus } from "../../../src/shared/domain/report.ts";
import { DeniedError } from "./errors.ts";
import type { IntentContext, IntentRequest } from "./intents.ts";
import type { DirectiveNotice, Revocation } from "./notices.ts";
import { pause } from "./pause.ts";
import type { Verdict } from "./verdict.ts";

/** What a governed function is given besides its arguments. */
export interface Permit {
  readonly verdict: Verdict;
  /** Aborts when the approved time is over, or when a human halts the agent, revokes this tool, or withdraws the approval. */
  readonly signal: AbortSignal;
}

export type Governed = <Arguments extends JsonObject, Value>(
  tool: string,
  run: (given: Arguments, permit: Permit) => Promise<Value> | Value,
) => (given: Arguments, context?: IntentContext) => Promise<Value>;

export interface GovernedPorts {
  readonly requestIntent: (request: IntentRequest) => Promise<Verdict>;
  readonly report: (
    intentId: string,
    status: ReportStatus,
    outcome: { readonly result?: JsonObject; readonly metrics: JsonObject },
  ) => Promise<unknown>;
  readonly onDirective: (listener: (directive: DirectiveNotice) => void) => () => void;
  readonly onRevoke: (listener: (revocation: Revocation) => void) => () => void;
}

/** A function that was told to stop has this long to end by itself. */
const graceMs = 1000;
const longestResult = 64 * 1024;

export function createGoverned(ports: GovernedPorts): Governed {
  /** A verdict is for one run. */
  const used = new Set<string>();

  return <Arguments extends JsonObject, Value>(
    tool: string,
    run: (given: Arguments, permit: Permit) => Promise<Value> | Value,
  ) =>
    async (given: Arguments, context: IntentContext = {}): Promise<Value> => {
      const intentId = context.intentId ?? crypto.randomUUID();
      // Before asking: what withdraws the approval may come together with it.
      const stop = listenForStop(ports, tool, intentId, context.signal);
      try {
        const verdict = await ports.requestIntent({ ...context, intentId, tool, arguments: given });
        refuseUnlessUsable(verdict, stop.signal);
        if (context.intentId !== undefined) {
          if (used.has(intentId)) throw new DeniedError(verdict, `The intent ${intentId} has run already.`);
          used.add(intentId);
        }
        // Only the arguments' values can differ from what was proposed: their shape is the tool's own.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        return await perform(ports, verdict, stop.signal, (permit) => run(verdict.arguments as Arguments, permit));
      } finally {
        stop.forget();
      }
    };
}

function refuseUnlessUsable(verdict: Verdict, stopped: AbortSignal): void {
  const rehearsal = verdict.conditions.some(({ kind }) => kind === "dry_run");
  // Nobody but the tool itself knows how to do a dry run: ask with requestIntent for those that can.
  if (!verdict.approved || rehearsal) throw new DeniedError(verdict);
  if (stopped.aborted) throw new DeniedError(verdict, "The approval was withdrawn before it was used.");
  if (verdict.expiresAt !== undefined && verdict.expiresAt <= Date.now()) {
    throw new DeniedError(verdict, "The approval has expired: ask again.");
  }
}

function listenForStop(ports: GovernedPorts, tool: string, intentId: string, wanted: AbortSignal | undefined) {
  const stopped = new AbortController();
  const abort = (): void => stopped.abort();
  const forget = [
    ports.onDirective(({ kind, intentId: about }) => {
      // A denial of what was approved before withdraws the approval.
      if (kind === "HALT" || (kind === "DENY" && about === intentId)) abort();
    }),
    ports.onRevoke(({ capabilities }) => {
      if (capabilities === "*" || capabilities.includes(tool)) abort();
    }),
  ];
  wanted?.addEventListener("abort", abort);
  if (wanted?.aborted === true) abort();
  return {
    signal: stopped.signal,
    forget: () => {
      for (const one of forget) one();
      wanted?.removeEventListener("abort", abort);
    },
  };
}

async function perform<Value>(
  { report }: GovernedPorts,
  verdict: Verdict,
  stopped: AbortSignal,
  run: (permit: Permit) => Promise<Value> | Value,
): Promise<Value> {
  const seconds = verdict.manifest?.timeoutSeconds ?? 0;
  const time = seconds > 0 ? AbortSignal.timeout(seconds * 1000) : new AbortController().signal;
  const signal = AbortSignal.any([stopped, time]);
  const began = performance.now();
  // It has run, so a report that does not get through is no error to the caller, who would run it again.
  const tell = async (status: ReportStatus, result: JsonObject | undefined): Promise<void> => {
    const metrics = { duration_ms: Math.round(performance.now() - began) };
    await report(verdict.intentId, status, { metrics, ...(result !== undefined && { result }) }).catch(() => {});
  };
  try {
    const value = await untilStopped(
      Promise.resolve().then(() => run({ verdict, signal })),
      signal,
    );
    await tell("SUCCESS", resultOf(value));
    return value;
  } catch (error) {
    const status = stopped.aborted ? "ABORTED" : time.aborted ? "TIMEOUT" : "FAILURE";
    await tell(status, { error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

/** The function's own outcome, unless it goes on although it was told to stop. */
async function untilStopped<Value>(running: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const overdue = Promise.withResolvers<never>();
  overdue.promise.catch(() => {});
  let grace: ReturnType<typeof pause> | undefined;
  const abort = (): void => {
    grace = pause(graceMs);
    void grace.over.then(() => overdue.reject(signal.reason));
  };
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([running, overdue.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    grace?.cancel();
  }
}

/** As the report carries it; undefined for what is no JSON, nothing at all, or too long. */
function resultOf(value: unknown): JsonObject | undefined {
  try {
    const text = JSON.stringify(value);
    if (text === undefined || text.length > longestResult) return undefined;
    const json: Json = JSON.parse(text);
    return isJsonObject(json) ? json : { value: json };
  } catch {
    return undefined;
  }
}
