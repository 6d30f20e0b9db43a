// An A2E client as small as it can be: sends lines, and hands out what comes back in the order it came.
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";

const folder = join(import.meta.dirname, "../../fixtures/a2e");

export const a2eFixtureNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ""))
  .toSorted();

export function a2eFixture(name: string): JsonObject {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as JsonObject;
}

export interface A2eMessage {
  readonly a2e: string;
  readonly type: string;
  readonly id: string;
  readonly ts: number;
  readonly req_id: string | null;
  readonly [member: string]: unknown;
}

export interface A2eLine {
  readonly socket: Socket;
  readonly write: (text: string) => void;
  /** Sends a message with the usual members and returns its id. */
  readonly send: (type: string, members?: object) => string;
  /** The next message; undefined at the end of the stream. */
  readonly next: () => Promise<A2eMessage | undefined>;
  /** The answer to a request: every message before it goes to `before`. */
  readonly answer: (id: string, before?: A2eMessage[]) => Promise<A2eMessage>;
  readonly ask: (type: string, members?: object) => Promise<A2eMessage>;
}

let counter = 0;

export function openA2e(gatehouse: Gatehouse, over: "tcp" | "socket" = "tcp"): A2eLine {
  const { a2e, a2eSocket } = gatehouse.address;
  const socket = over === "tcp" ? connect(Number(new URL(a2e).port), "127.0.0.1") : connect(a2eSocket ?? "");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const lines = createInterface({ input: socket, crlfDelay: Infinity })[Symbol.asyncIterator]();
  const write = (text: string): void => void socket.write(`${text}\n`);
  const next = async (): Promise<A2eMessage | undefined> => {
    const line = await lines.next();
    return line.done === true ? undefined : (JSON.parse(line.value) as A2eMessage);
  };
  const send = (type: string, members: object = {}): string => {
    counter += 1;
    const id = `message-${counter}`;
    write(JSON.stringify({ a2e: "1.0", type, id, ts: Date.now() / 1000, ...members }));
    return id;
  };
  const answer = async (id: string, before: A2eMessage[] = []): Promise<A2eMessage> => {
    for (;;) {
      const message = await next();
      if (message === undefined) throw new Error(`The stream ended before an answer to ${id}.`);
      if (message.req_id === id && !message.type.endsWith("/event")) return message;
      before.push(message);
    }
  };
  return { socket, write, send, next, answer, ask: (type, members) => answer(send(type, members)) };
}

export interface A2eSession extends A2eLine {
  readonly sessionId: string;
  readonly call: (tool: string, given: object, more?: object) => Promise<A2eMessage>;
}

export async function openSession(
  gatehouse: Gatehouse,
  agentId = "harbour-pilot",
  over: "tcp" | "socket" = "tcp",
): Promise<A2eSession> {
  const line = openA2e(gatehouse, over);
  const welcome = await line.ask("handshake/req", { agent_id: agentId, agent_caps: ["tools"] });
  if (welcome["ok"] !== true) throw new Error(JSON.stringify(welcome));
  const sessionId = String(welcome["session_id"]);
  return {
    ...line,
    sessionId,
    call: (tool, given, more = {}) =>
      line.ask("tool/call/req", { session_id: sessionId, tool_name: tool, arguments: given, ...more }),
  };
}
