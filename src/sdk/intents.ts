// Asking: sends an intent and, when a human must decide, waits for the answer by push or by asking again.
import { second } from "../shared/lib/clock.ts";
import type { JsonObject } from "../shared/lib/json.ts";
import { type Decision, decisionFromDirective, decisionFromError, decisionFromResult } from "./decision.ts";
import type { Directives } from "./directives.ts";
import { UnreachableError } from "./errors.ts";
import type { Line } from "./line.ts";
import { pause } from "./pause.ts";

export interface IntentRequest {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Asking again with the same id and content gives the same verdict. A new one unless told. */
  readonly intentId?: string;
  readonly sessionId?: string;
  readonly parentIntent?: string;
  /** Why the agent wants to do it, for the audit. */
  readonly reasoning?: string;
  readonly workingDirectory?: string;
  readonly workspace?: string;
  /** Milliseconds to wait for a human when one must be asked. For ever unless told; 0 returns ESCALATE at once. */
  readonly waitMs?: number;
}

type Proposal = IntentRequest & { readonly intentId: string };

/** How long one question after a held intent stays open. */
const longestPoll = 25 * second;
const patientFailures = 5;

export function createAsker(line: Line, directives: Directives, pushes: boolean) {
  async function ask(method: string, params: JsonObject, proposal: Proposal, patienceMs = 0): Promise<Decision> {
    try {
      return decisionFromResult(await line.send(method, params, patienceMs), proposal);
    } catch (error) {
      const denial = decisionFromError(error, proposal);
      if (denial !== undefined) return denial;
      throw error;
    }
  }

  /** Asks until a human has answered. A break in the line is no answer, unless it lasts. */
  async function poll(proposal: Proposal, deadline: number, held: Decision): Promise<Decision> {
    let decision = held;
    let failures = 0;
    for (let left = deadline - Date.now(); decision.verdict === "ESCALATE" && left > 0; left = deadline - Date.now()) {
      const wait = Math.ceil(Math.min(longestPoll, left));
      try {
        decision = await ask("a2g/await", { intent_id: proposal.intentId, timeout_ms: wait }, proposal, wait);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!(error instanceof UnreachableError) || failures > patientFailures) throw error;
        await pause(Math.min(failures * second, left)).over;
      }
    }
    return decision;
  }

  return async (request: IntentRequest): Promise<Decision> => {
    const { tool, arguments: given, intentId = crypto.randomUUID(), waitMs = Infinity } = request;
    const proposal = { ...request, intentId };
    const deadline = Date.now() + waitMs;
    const expectation = directives.expect(intentId);
    const patience = pause(waitMs);
    try {
      const params = { intent_id: intentId, tool, arguments: given, context: contextOf(request) };
      const decision = await ask("a2g/intent", params, proposal);
      if (decision.verdict !== "ESCALATE" || waitMs <= 0) return decision;
      const directive = pushes ? await Promise.race([expectation.arrived, patience.over]) : undefined;
      const settled = directive === undefined ? undefined : decisionFromDirective(directive, proposal);
      return settled ?? (await poll(proposal, deadline, decision));
    } finally {
      patience.cancel();
      expectation.forget();
    }
  };
}

function contextOf(request: IntentRequest): JsonObject {
  const { sessionId, parentIntent, reasoning, workingDirectory, workspace } = request;
  return {
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(parentIntent !== undefined && { parent_intent: parentIntent }),
    ...(reasoning !== undefined && { reasoning }),
    ...(workingDirectory !== undefined && { working_directory: workingDirectory }),
    ...(workspace !== undefined && { workspace }),
  };
}
