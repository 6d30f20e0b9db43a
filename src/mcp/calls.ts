// Calls on their way to the server: judged first, held while a human decides, and refused readably before the client gives up.
import { createHash } from "node:crypto";
import { canonical } from "../shared/lib/canonical.ts";
import { isJsonObject, type JsonObject } from "../shared/lib/json.ts";
import type { EngineLine } from "./engine.ts";
import { type Message, metaOf, refusedCall } from "./messages.ts";
import type { Origin } from "./origin.ts";

export type Judged =
  | { readonly kind: "pass"; readonly params: JsonObject; readonly intentId: string | undefined }
  | { readonly kind: "refuse"; readonly answer: JsonObject }
  /** The client has taken it back: it wants no answer. */
  | { readonly kind: "cancelled" };

export interface CallPorts {
  readonly engine: EngineLine;
  readonly origin: Origin;
  readonly definitionOf: (request: Message, tool: string) => Promise<JsonObject | undefined>;
  readonly toClient: (message: JsonObject) => void;
  /** Milliseconds between the client's request and an answer, whatever it is. */
  readonly waitMs: number;
  readonly complain: (text: string) => void;
}

export interface Calls {
  readonly judge: (request: Message, cancelled: AbortSignal) => Promise<Judged>;
  /** The server wants more before it goes on: the client sends the same call again, and nobody is asked twice. */
  readonly continues: (request: Message, result: JsonObject, intentId: string | undefined) => void;
}

const mostOpen = 1000;
/** Longer than the engine is asked to wait, so that its answer comes first. */
const marginMs = 4000;
const progressEveryMs = 10_000;

export function createCalls({ engine, origin, definitionOf, toClient, waitMs, complain }: CallPorts): Calls {
  /** Calls that were allowed and are not finished, by what they are and the state the server gave them. */
  const open = new Map<string, string | undefined>();

  function keyOf({ params }: Message, state: unknown): string {
    const text = canonical([params["name"] ?? null, params["arguments"] ?? null, state]);
    return createHash("sha256").update(text).digest("hex");
  }

  /** As far as the client has asked to hear of progress: where its terminal can show what it waits for. */
  function tellWaiting(request: Message): () => void {
    const token = metaOf(request)["progressToken"];
    if (token === undefined) return () => undefined;
    let told = 0;
    const tell = (): void => {
      told += 1;
      // So small that whatever the server reports later is more.
      const params = { progressToken: token, progress: told / 1e6, message: "Waiting for a person in Gatehouse" };
      toClient({ jsonrpc: "2.0", method: "notifications/progress", params });
    };
    const first = setTimeout(tell, 1000);
    const timer = setInterval(tell, progressEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }

  async function judge(request: Message, cancelled: AbortSignal): Promise<Judged> {
    const { params } = request;
    const until = Date.now() + waitMs;
    const tool = params["name"];
    const given = params["arguments"] ?? {};
    const refuse = (reason: string): Judged => ({ kind: "refuse", answer: refusedCall(request, reason) });
    if (typeof tool !== "string" || !isJsonObject(given)) return refuse("this is no call of a tool.");
    const goesOn = params["requestState"] !== undefined || params["inputResponses"] !== undefined;
    const continued = keyOf(request, params["requestState"] ?? null);
    if (goesOn && open.has(continued)) {
      const intentId = open.get(continued);
      open.delete(continued);
      return { kind: "pass", params, intentId };
    }
    const definition = await definitionOf(request, tool);
    const left = Math.max(0, until - Date.now());
    const done = tellWaiting(request);
    const event: JsonObject = {
      event: "call",
      ...origin.members(),
      tool,
      arguments: given,
      ...(definition === undefined ? {} : { definition }),
      wait_ms: left,
    };
    const answer = await engine.ask(event, left + marginMs, cancelled);
    done();
    if (cancelled.aborted) return { kind: "cancelled" };
    if (!answer.ok) return refuse(`${answer.error.reason} The call was not made.`);
    const { decision, reason, changed, intent_id: id } = answer.value;
    if (decision === "wait") return refuse(stillWaiting(tool));
    if (decision !== "allow") {
      return refuse(
        `the call of ${tool} was not made. ${typeof reason === "string" ? reason : "No reason was given."}`,
      );
    }
    const intentId = typeof id === "string" ? id : undefined;
    return { kind: "pass", params: isJsonObject(changed) ? { ...params, arguments: changed } : params, intentId };
  }

  return {
    judge: (request, cancelled) =>
      judge(request, cancelled).catch((error: unknown): Judged => {
        complain(`A call could not be judged: ${String(error)}`);
        return { kind: "refuse", answer: refusedCall(request, "the call could not be judged, so it was not made.") };
      }),
    continues(request, result, intentId) {
      if (result["resultType"] !== "input_required") return;
      if (open.size >= mostOpen) open.clear();
      open.set(keyOf(request, result["requestState"] ?? null), intentId);
    },
  };
}

function stillWaiting(tool: string): string {
  return `a person has to allow the call of ${tool} and has not answered yet. Nothing was done. Repeat the same call with the same arguments in a while: it gets their answer.`;
}
