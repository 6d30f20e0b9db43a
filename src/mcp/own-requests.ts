// Requests of the gateway's own: clients may remember a list of tools for days, so the server is asked where it was not seen.
import { isJsonObject, type JsonObject } from "../shared/lib/json.ts";
import { carriedMeta, type Message, type MessageId } from "./messages.ts";
import type { ToolLists } from "./tool-lists.ts";

export interface OwnRequests {
  /** The definition of a tool; undefined where the server does not list it. */
  readonly definitionOf: (request: Message, tool: string) => Promise<JsonObject | undefined>;
  /** True when the message answers a request of the gateway. */
  readonly take: (id: MessageId | undefined, message: JsonObject) => boolean;
  /** The server has gone. */
  readonly giveUp: () => void;
}

const patienceMs = 10_000;
const mostPages = 50;

export function createOwnRequests(toServer: (text: string) => void, tools: ToolLists): OwnRequests {
  const waiting = new Map<MessageId, (answer: JsonObject) => void>();
  let requests = 0;
  let listing: Promise<void> | undefined;

  function ask(method: string, params: JsonObject): Promise<JsonObject> {
    return new Promise((resolve) => {
      requests += 1;
      // No client counts like this, so that nobody's answer is taken for another's.
      const id = `gatehouse-${process.pid}-${requests}`;
      const finish = (answer: JsonObject): void => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => finish({}), patienceMs);
      waiting.set(id, finish);
      toServer(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  async function list(request: Message): Promise<void> {
    let cursor: JsonObject = {};
    for (let page = 0; page < mostPages; page += 1) {
      const { result } = await ask("tools/list", { ...carriedMeta(request), ...cursor });
      if (!isJsonObject(result)) return;
      await tools.screen(result);
      const next = result["nextCursor"];
      if (typeof next !== "string") return;
      cursor = { cursor: next };
    }
  }

  return {
    async definitionOf(request, tool) {
      if (tools.isEmpty()) {
        listing ??= list(request).finally(() => {
          listing = undefined;
        });
        await listing;
      }
      return tools.definition(tool);
    },
    take(id, message) {
      const answered = id === undefined ? undefined : waiting.get(id);
      answered?.(message);
      return answered !== undefined;
    },
    giveUp: () => {
      for (const answered of waiting.values()) answered({});
    },
  };
}
