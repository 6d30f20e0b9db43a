// The gateway: joins a client and a server. Everything passes as it is, but calls are judged first and what comes back is looked at.
import type { JsonObject } from "../shared/lib/json.ts";
import { createAnswers } from "./answers.ts";
import { createCalls } from "./calls.ts";
import type { EngineLine } from "./engine.ts";
import { clientNameOf, failure, type Message, type MessageId, readMessage } from "./messages.ts";
import type { Origin } from "./origin.ts";
import { createOwnRequests } from "./own-requests.ts";
import { type Asked, createResults } from "./results.ts";
import type { Side } from "./side.ts";
import { createToolLists } from "./tool-lists.ts";

export interface GatewayPorts {
  readonly client: Side;
  readonly server: Side;
  readonly engine: EngineLine;
  readonly origin: Origin;
  /** Milliseconds until every call has an answer. */
  readonly waitMs: number;
  readonly complain: (text: string) => void;
  readonly ended: (which: "client" | "server") => void;
}

export interface Gateway {
  /** Requests of the client that have no answer yet. */
  readonly unanswered: () => number;
  readonly stop: () => void;
}

export function createGateway(ports: GatewayPorts): Gateway {
  const { client, server, engine, origin, waitMs, complain } = ports;
  /** The client's requests at the server, and those that are still being judged. */
  const pending = new Map<MessageId, Asked>();
  const judging = new Map<MessageId, AbortController>();
  let announced = false;
  const toClient = (message: JsonObject): void => client.send(JSON.stringify(message));
  const listChanged = (): void => {
    if (announced) toClient({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  };
  const tools = createToolLists(engine, origin, listChanged);
  const own = createOwnRequests(server.send, tools);
  const calls = createCalls({ engine, origin, definitionOf: own.definitionOf, toClient, waitMs, complain });
  const results = createResults({ engine, origin, waitMs });
  const announces = (): void => {
    announced = true;
  };
  const look = createAnswers({ calls, tools, results, origin, complain, announces });

  function fromClient(text: string): void {
    const message = readMessage(text);
    if (message === undefined) {
      // What cannot be read cannot be judged, and the server might read it after all.
      toClient(failure(null, "Gatehouse passes on single JSON-RPC messages only, and this is none.", -32700));
      return;
    }
    const { id, method } = message;
    origin.learn({ client: clientNameOf(message) });
    if (method === "tools/call") {
      void call(message);
      return;
    }
    if (method === "notifications/cancelled" && takeBack(judging, message)) return;
    if (id !== undefined && method !== undefined) pending.set(id, { request: message, since: Date.now() });
    server.send(message.text);
  }

  async function call(request: Message): Promise<void> {
    const { id } = request;
    const controller = new AbortController();
    if (id !== undefined) judging.set(id, controller);
    const since = Date.now();
    const judged = await calls.judge(request, controller.signal);
    if (id !== undefined) judging.delete(id);
    if (judged.kind === "cancelled") return;
    if (judged.kind === "refuse") {
      if (id !== undefined) toClient(judged.answer);
      return;
    }
    if (id !== undefined) pending.set(id, { request, since, intentId: judged.intentId });
    const same = judged.params === request.params;
    server.send(same ? request.text : JSON.stringify({ ...request.value, params: judged.params }));
    const { name } = request.params;
    if (typeof name === "string" && tools.accepted(name)) listChanged();
  }

  async function fromServer(text: string): Promise<void> {
    const message = readMessage(text);
    if (message === undefined) {
      complain(`The server wrote something that is no message; it was left out: ${text.slice(0, 200)}`);
      return;
    }
    const { id, method } = message;
    if (method === "notifications/tools/list_changed") tools.forget();
    if (method === undefined && own.take(id, message.value)) return;
    const asked = id === undefined || method !== undefined ? undefined : pending.get(id);
    if (id === undefined || asked === undefined) {
      client.send(message.text);
      return;
    }
    const next = await look(asked, message.value);
    pending.delete(id);
    client.send(next === message.value ? message.text : JSON.stringify(next));
  }

  client.start({
    message: fromClient,
    closed: () => ports.ended("client"),
  });
  server.start({
    message: (text) => void fromServer(text),
    closed: (why) => {
      for (const { request } of pending.values()) toClient(failure(request.id ?? null, why));
      pending.clear();
      own.giveUp();
      ports.ended("server");
    },
  });

  return {
    unanswered: () => pending.size + judging.size,
    stop: () => {
      for (const controller of judging.values()) controller.abort();
      tools.stop();
      engine.close();
    },
  };
}

/** True when the server has not seen what is taken back. */
function takeBack(judging: ReadonlyMap<MessageId, AbortController>, { params }: Message): boolean {
  const id = params["requestId"];
  const controller = typeof id === "string" || typeof id === "number" ? judging.get(id) : undefined;
  controller?.abort();
  return controller !== undefined;
}
