// The way to the running engine: one JSON event over its socket, one answer. Whatever goes wrong is a reason, never a yes.
import { isJsonObject, type JsonObject, parseJson } from "../shared/lib/json.ts";
import { fail, ok, type Result } from "../shared/lib/result.ts";

// An import would make Node load all that the module can give, down to its WebSockets: 40 ms of processor time at every start.
const { Agent, request } = process.getBuiltinModule("node:http");

export interface EngineAnswer {
  readonly reason: string;
  /** The engine cannot be reached at all. */
  readonly down: boolean;
}

export interface EngineLine {
  /** Waits `patienceMs` for the answer. */
  readonly ask: (
    event: JsonObject,
    patienceMs: number,
    signal?: AbortSignal,
  ) => Promise<Result<JsonObject, EngineAnswer>>;
  readonly close: () => void;
}

const notRunning = "Gatehouse is not running, so nobody could be asked. Start Gatehouse and try again.";
/** The engine takes no larger requests. */
const largestEvent = 1024 * 1024;

export function createEngineLine(socketPath: string): EngineLine {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 4 });

  function send(
    text: string,
    patienceMs: number,
    signal: AbortSignal | undefined,
    again: boolean,
  ): Promise<Result<JsonObject, EngineAnswer>> {
    return new Promise((resolve) => {
      const broken = (reason: string, down: boolean): void => resolve(fail({ reason, down }));
      const sent = request(
        {
          socketPath,
          agent,
          path: "/mcp",
          method: "POST",
          headers: { host: "localhost", "content-type": "application/json", "content-length": Buffer.byteLength(text) },
          ...(signal === undefined ? {} : { signal }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", () => broken(notRunning, true));
          response.on("end", () => {
            const body = Buffer.concat(chunks).toString("utf8");
            if (response.statusCode !== 200) {
              broken(`Gatehouse refused to judge it: ${body.trim().slice(0, 500)}`, false);
              return;
            }
            const answer = parseJson(body);
            if (isJsonObject(answer)) resolve(ok(answer));
            else broken("Gatehouse gave an answer that cannot be read.", false);
          });
        },
      );
      sent.setTimeout(patienceMs, () => sent.destroy(new Error("no answer in time")));
      sent.on("error", (error: NodeJS.ErrnoException) => {
        // A connection that lay idle may have been closed at the moment it was used again.
        if (sent.reusedSocket && !again && signal?.aborted !== true && closedCodes.has(error.code ?? "")) {
          resolve(send(text, patienceMs, signal, true));
          return;
        }
        const down = ["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTSOCK"].includes(error.code ?? "");
        broken(down ? notRunning : `Gatehouse could not be asked: ${error.message}.`, down);
      });
      sent.end(text);
    });
  }

  return {
    ask: (event, patienceMs, signal) => {
      const text = JSON.stringify(event);
      if (Buffer.byteLength(text) > largestEvent)
        return Promise.resolve(fail({ reason: "It is too large for Gatehouse to judge.", down: false }));
      return send(text, patienceMs, signal, false);
    },
    close: () => agent.destroy(),
  };
}

const closedCodes = new Set(["ECONNRESET", "EPIPE"]);
