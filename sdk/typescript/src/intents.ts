// Asking: sends an intent and, when a human must decide, waits for the answer by push or by asking again.
import { second } from "../../../src/shared/lib/clock.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import type { Directives } from "./directives.ts";
import { UnreachableError } from "./errors.ts";
import { pause } from "./pause.ts";
import type { Session } from "./session.ts";
import { type Proposal, type Verdict, verdictFromDirective, verdictFromError, verdictFromResult } from "./verdict.ts";

export interface IntentContext {
  /** Asking again with the same id and content gives the same verdict. A new one by default. */
  readonly intentId?: string;
  readonly sessionId?: string;
  readonly parentIntent?: string;
  /** Why the agent wants to do it, for the audit. */
  readonly reasoning?: string;
  readonly workingDirectory?: string;
  readonly workspace?: string;
  /** Milliseconds to wait for a human when one must be asked. For ever by default; 0 returns ESCALATE at once. */
  readonly waitMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

export interface IntentRequest extends IntentContext {
  readonly tool: string;
  readonly arguments: JsonObject;
}

export interface Question {
  readonly method: "a2g/intent" | "a2g/escalate";
  /** Beside intent_id and context. */
  readonly params: JsonObject;
  readonly proposed: JsonObject;
  readonly context: IntentContext;
}

export interface Asker {
  readonly ask: (question: Question) => Promise<Verdict>;
  /** The verdict as it is once it is final, or after this time. */
  readonly settled: (proposal: Proposal, timeoutMs: number, signal?: AbortSignal) => Promise<Verdict>;
}

/** How long one question after a held intent stays open. */
const longestPoll = 25 * second;
const patientFailures = 5;

export function createAsker(session: Session, directives: Directives, pushes: boolean): Asker {
  async function send(
    method: string,
    params: JsonObject,
    proposal: Proposal,
    options: { readonly signal: AbortSignal | undefined; readonly patienceMs?: number },
  ): Promise<Verdict> {
    try {
      return verdictFromResult(await session.send(method, params, options), proposal);
    } catch (error) {
      const denial = verdictFromError(error, proposal);
      if (denial !== undefined) return denial;
      throw error;
    }
  }

  function settled(proposal: Proposal, timeoutMs: number, signal?: AbortSignal): Promise<Verdict> {
    const params = { intent_id: proposal.intentId, timeout_ms: timeoutMs };
    return send("a2g/await", params, proposal, { signal, patienceMs: timeoutMs });
  }

  /** Asks until a human has answered. A break in the connection is no answer, unless it lasts. */
  async function poll(
    proposal: Proposal,
    deadline: number,
    held: Verdict,
    signal: AbortSignal | undefined,
  ): Promise<Verdict> {
    let verdict = held;
    let failures = 0;
    for (let left = deadline - Date.now(); verdict.verdict === "ESCALATE" && left > 0; left = deadline - Date.now()) {
      try {
        verdict = await settled(proposal, Math.ceil(Math.min(longestPoll, left)), signal);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!(error instanceof UnreachableError) || failures > patientFailures) throw error;
        await pause(Math.min(failures * second, left)).over;
      }
    }
    return verdict;
  }

  async function ask({ method, params, proposed, context }: Question): Promise<Verdict> {
    const { intentId = crypto.randomUUID(), waitMs = Infinity, signal } = context;
    const proposal = { intentId, arguments: proposed };
    const deadline = Date.now() + waitMs;
    const expectation = directives.expect(intentId);
    const patience = pause(waitMs);
    const cancelled = Promise.withResolvers<never>();
    // Nobody may be waiting for it.
    cancelled.promise.catch(() => {});
    const abort = (): void => cancelled.reject(signal?.reason);
    signal?.addEventListener("abort", abort);
    try {
      const message = { intent_id: intentId, ...params, context: contextOf(context) };
      const verdict = await send(method, message, proposal, { signal });
      if (verdict.verdict !== "ESCALATE" || waitMs <= 0) return verdict;
      const directive = pushes
        ? await Promise.race([expectation.settling, patience.over, cancelled.promise])
        : undefined;
      const answer = directive === undefined ? undefined : verdictFromDirective(directive, proposal);
      return answer ?? (await poll(proposal, deadline, verdict, signal));
    } finally {
      signal?.removeEventListener("abort", abort);
      patience.cancel();
      expectation.forget();
    }
  }

  return { ask, settled };
}

function contextOf(request: IntentContext): JsonObject {
  const { sessionId, parentIntent, reasoning, workingDirectory, workspace } = request;
  return {
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(parentIntent !== undefined && { parent_intent: parentIntent }),
    ...(reasoning !== undefined && { reasoning }),
    ...(workingDirectory !== undefined && { working_directory: workingDirectory }),
    ...(workspace !== undefined && { workspace }),
  };
}
