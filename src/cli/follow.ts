// Follows the feed of the running engine over the operator socket, until one side ends it.
import { feedNotice, followMethod } from "../shared/contract/terminal.ts";
import type { FeedItem } from "../shared/domain/feed.ts";
import { isJsonObject, parseJson } from "../shared/lib/json.ts";
import { fail, ok, type Result } from "../shared/lib/result.ts";
import type { CommandFailure } from "./failure.ts";
import { linesFrom, openSocket, operationError } from "./operator.ts";

/** Hears the last ones, oldest first, then each as it happens. Ends without a failure only when `stop` says so. */
export async function follow(
  path: string,
  last: number,
  stop: AbortSignal,
  hear: (item: FeedItem) => void,
): Promise<Result<undefined, CommandFailure>> {
  const connected = await openSocket(path);
  if (!connected.ok) return connected;
  const socket = connected.value;
  socket.on("error", () => undefined);
  const end = (): void => void socket.destroy();
  if (stop.aborted) end();
  stop.addEventListener("abort", end, { once: true });
  socket.write(`${JSON.stringify({ jsonrpc: "2.0", method: followMethod, params: { last }, id: 1 })}\n`);
  // What happens while the past is on its way comes after it.
  let early: FeedItem[] | undefined = [];
  try {
    for await (const line of linesFrom(socket)) {
      const message = parseJson(line);
      if (!isJsonObject(message)) continue;
      if (message["error"] !== undefined) return fail(operationError(message["error"]));
      if (message["id"] === 1) {
        for (const item of [...itemsIn(message["result"]), ...(early ?? [])]) hear(item);
        early = undefined;
      } else if (message["method"] === feedNotice) {
        const [item] = itemsIn([message["params"]]);
        if (item === undefined) continue;
        if (early === undefined) hear(item);
        else early.push(item);
      }
    }
  } catch {
    // A connection that broke is one that ended.
  } finally {
    socket.destroy();
    stop.removeEventListener("abort", end);
  }
  return stop.aborted ? ok(undefined) : fail({ code: "unavailable", message: "Gatehouse has closed the connection." });
}

/** The engine is the same program as this command: its items are what the contract says. */
function itemsIn(value: unknown): readonly FeedItem[] {
  return Array.isArray(value) ? value.filter((each): each is FeedItem => isJsonObject(each) && "intentId" in each) : [];
}
