// Results on their way to the client: recorded, and their texts assessed as somebody else's words.
import { isJsonObject, type JsonObject } from "../shared/lib/json.ts";
import type { EngineLine } from "./engine.ts";
import type { Message } from "./messages.ts";
import type { Origin } from "./origin.ts";
import { textsIn, withTexts } from "./texts.ts";

/** Whose results bring text that a model reads. */
const judged = new Set([
  "tools/call",
  "tasks/result",
  "tasks/get",
  "resources/read",
  "prompts/get",
  "initialize",
  "server/discover",
]);

export type Seen =
  | { readonly kind: "result"; readonly result: JsonObject }
  | { readonly kind: "error"; readonly reason: string };

export interface Asked {
  readonly request: Message;
  readonly since: number;
  readonly intentId?: string | undefined;
}

export interface Results {
  readonly look: (asked: Asked, result: JsonObject) => Promise<Seen>;
}

const patienceMs = 10_000;
/** A call and its result share the client's patience; a result that took long still has this much. */
const leastWaitMs = 2000;

export function createResults({
  engine,
  origin,
  waitMs,
}: {
  readonly engine: EngineLine;
  readonly origin: Origin;
  readonly waitMs: number;
}): Results {
  /** The judged call behind each task that still runs. */
  const tasks = new Map<string, string>();

  return {
    async look({ request, since, intentId: called }, result) {
      const { method = "" } = request;
      if (!judged.has(method) || isUnfinished(result)) {
        const task = taskOf(result);
        if (task !== undefined && called !== undefined) tasks.set(task, called);
        return { kind: "result", result };
      }
      const { taskId } = request.params;
      const intentId = called ?? (typeof taskId === "string" ? tasks.get(taskId) : undefined);
      if (typeof taskId === "string") tasks.delete(taskId);
      const texts = textsIn(result);
      const greets = method === "initialize" || method === "server/discover";
      if (Object.keys(texts).length === 0 && intentId === undefined && greets) return { kind: "result", result };
      const took = Date.now() - since;
      const wait = greets ? 0 : Math.max(leastWaitMs, waitMs - took);
      const event: JsonObject = {
        event: "result",
        ...origin.members(),
        method,
        subject: subjectOf(request),
        ...(intentId === undefined ? {} : { intent_id: intentId }),
        failed: result["isError"] === true,
        duration_ms: took,
        texts,
        wait_ms: wait,
      };
      const answer = await engine.ask(event, wait + patienceMs);
      if (!answer.ok) return withheld(method, result, answer.error.reason);
      const { decision, reason, changed } = answer.value;
      if (decision !== "allow") return withheld(method, result, typeof reason === "string" ? reason : "");
      if (!isJsonObject(changed)) return { kind: "result", result };
      const next = withTexts(result, texts, changed);
      return next === undefined
        ? withheld(method, result, "It holds text that gives orders.")
        : { kind: "result", result: next };
    },
  };
}

/** It only says that the server needs more, or more time: nothing has come back yet. */
function isUnfinished(result: JsonObject): boolean {
  if (result["resultType"] === "input_required" || taskOf(result) !== undefined) return result["result"] === undefined;
  return false;
}

/** The task that a call has become, or that was asked about. */
function taskOf({ task, taskId }: JsonObject): string | undefined {
  const id = isJsonObject(task) ? task["taskId"] : taskId;
  return typeof id === "string" ? id : undefined;
}

function subjectOf({ method = "", params }: Message): string {
  const subject = params["name"] ?? params["uri"] ?? params["taskId"];
  return typeof subject === "string" ? subject.slice(0, 1000) : method;
}

/** Said in the place of the result: the model must know that the tool has run. */
function withheld(method: string, result: JsonObject, reason: string): Seen {
  if (method === "initialize" || method === "server/discover") {
    const { instructions: _instructions, ...rest } = result;
    return { kind: "result", result: rest };
  }
  const text = `Gatehouse: this was done, but what came back is withheld. ${reason}`.trim();
  if (method !== "tools/call" && method !== "tasks/result") return { kind: "error", reason: text };
  const { resultType, _meta } = result;
  return {
    kind: "result",
    result: {
      content: [{ type: "text", text }],
      isError: true,
      ...(resultType === undefined ? {} : { resultType }),
      ...(_meta === undefined ? {} : { _meta }),
    },
  };
}
