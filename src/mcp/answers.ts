// Answers of the server on their way to the client: lists are screened, results are looked at, everything else stays as it is.
import { isJsonObject, type JsonObject } from "../shared/lib/json.ts";
import type { Calls } from "./calls.ts";
import { failure } from "./messages.ts";
import type { Origin } from "./origin.ts";
import type { Asked, Results } from "./results.ts";
import type { ToolLists } from "./tool-lists.ts";

export interface AnswerPorts {
  readonly calls: Calls;
  readonly tools: ToolLists;
  readonly results: Results;
  readonly origin: Origin;
  readonly complain: (text: string) => void;
  /** The client listens to changes of the list from now on. */
  readonly announces: () => void;
}

/** The message as the client may see it: the same object where nothing about it changes. */
export type LookAtAnswer = (asked: Asked, message: JsonObject) => Promise<JsonObject>;

export function createAnswers({ calls, tools, results, origin, complain, announces }: AnswerPorts): LookAtAnswer {
  async function look(asked: Asked, result: JsonObject, message: JsonObject): Promise<JsonObject> {
    const { request, intentId } = asked;
    if (request.method === "tools/list") return { ...message, result: await tools.screen(result) };
    if (request.method === "tools/call") calls.continues(request, result, intentId);
    const seen = await results.look(asked, result);
    if (seen.kind === "error") return failure(request.id ?? null, seen.reason);
    const next = request.method === "initialize" ? announcing(seen.result) : seen.result;
    return next === result ? message : { ...message, result: next };
  }

  /** The gateway itself may have to say that the list has changed, so the client must be told to listen. */
  function announcing(result: JsonObject): JsonObject {
    const { capabilities, serverInfo } = result;
    const version = isJsonObject(serverInfo) ? serverInfo["version"] : undefined;
    if (typeof version === "string") origin.learn({ version });
    const offered = isJsonObject(capabilities) ? capabilities["tools"] : undefined;
    if (!isJsonObject(capabilities) || !isJsonObject(offered)) return result;
    announces();
    if (offered["listChanged"] === true) return result;
    return { ...result, capabilities: { ...capabilities, tools: { ...offered, listChanged: true } } };
  }

  return async (asked, message) => {
    const { result } = message;
    if (!isJsonObject(result)) return message;
    try {
      return await look(asked, result, message);
    } catch (error) {
      complain(`A result could not be looked at: ${String(error)}`);
      return failure(asked.request.id ?? null, "Gatehouse could not look at the result, so it was kept back.");
    }
  };
}
