// guard: wraps a tool so that it asks before it runs, runs what was approved, and reports how it went.
import type { JsonObject } from "../shared/lib/json.ts";
import type { ReportStatus } from "../shared/domain/report.ts";
import type { Decision } from "./decision.ts";
import { DeniedError } from "./errors.ts";
import type { IntentRequest } from "./intents.ts";
import type { DirectiveNotice, Revocation } from "./notices.ts";

export type GuardContext = Omit<IntentRequest, "tool" | "arguments">;

/** What a guarded function is given besides its arguments. */
export interface Permit {
  readonly decision: Decision;
  /** Aborts when the approved time is up, or when a human halts the agent, takes this tool from it, or takes the approval back. */
  readonly signal: AbortSignal;
}

export type Guard = <Arguments extends JsonObject, Value>(
  tool: string,
  run: (given: Arguments, permit: Permit) => Promise<Value>,
) => (given: Arguments, context?: GuardContext) => Promise<Value>;

export interface GuardPorts {
  readonly requestIntent: (request: IntentRequest) => Promise<Decision>;
  readonly report: (
    intentId: string,
    status: ReportStatus,
    outcome: { readonly result?: JsonObject; readonly metrics: JsonObject },
  ) => Promise<void>;
  readonly onDirective: (listener: (directive: DirectiveNotice) => void) => () => void;
  readonly onRevoke: (listener: (revocation: Revocation) => void) => () => void;
}

export function createGuard({ requestIntent, report, onDirective, onRevoke }: GuardPorts): Guard {
  return <Arguments extends JsonObject, Value>(
    tool: string,
    run: (given: Arguments, permit: Permit) => Promise<Value>,
  ) =>
    async (given: Arguments, context: GuardContext = {}): Promise<Value> => {
      const decision = await requestIntent({ ...context, tool, arguments: given });
      if (!decision.approved || isRehearsal(decision)) throw new DeniedError(decision);
      const halted = new AbortController();
      const timeLimit = timeLimitOf(decision);
      const stopListening = [
        onDirective(({ kind, intentId }) => {
          // A denial of what was approved before takes the approval back.
          if (kind === "HALT" || (kind === "DENY" && intentId === decision.intentId)) halted.abort();
        }),
        onRevoke(({ capabilities }) => {
          if (capabilities === "*" || capabilities.includes(tool)) halted.abort();
        }),
      ];
      const began = performance.now();
      const tell = (status: ReportStatus, result?: JsonObject): Promise<void> => {
        const metrics = { duration_ms: Math.round(performance.now() - began) };
        return report(decision.intentId, status, { metrics, ...(result !== undefined && { result }) });
      };
      let value: Value;
      try {
        // Only the arguments' values can differ from what was proposed: their shape is the tool's own.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        value = await run(decision.arguments as Arguments, {
          decision,
          signal: AbortSignal.any([halted.signal, timeLimit]),
        });
      } catch (error) {
        const status = halted.signal.aborted ? "ABORTED" : timeLimit.aborted ? "TIMEOUT" : "FAILURE";
        // What went wrong in the tool matters more to the caller than a report that did not get through.
        await tell(status, { error: error instanceof Error ? error.message : String(error) }).catch(() => {});
        throw error;
      } finally {
        for (const stop of stopListening) stop();
      }
      // It has run: an error about the report alone would make the caller run it again.
      await tell("SUCCESS").catch(() => {});
      return value;
    };
}

/** Approved as a dry run only, and nobody but the tool itself knows how to do that: ask with requestIntent for those that can. */
function isRehearsal({ conditions }: Decision): boolean {
  return conditions.some(({ kind }) => kind === "dry_run");
}

function timeLimitOf({ manifest }: Decision): AbortSignal {
  const seconds = manifest?.timeoutSeconds ?? 0;
  return seconds > 0 ? AbortSignal.timeout(seconds * 1000) : new AbortController().signal;
}
