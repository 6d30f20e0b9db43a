// A server elsewhere: Streamable HTTP by the official SDK, which is loaded only where it is needed.
import { isJsonObject } from "../shared/lib/json.ts";
import { failure, type Message, type MessageId, metaOf, readMessage } from "./messages.ts";
import type { Side, SideEvents } from "./side.ts";

export interface RemoteServer extends Side {
  readonly stop: () => Promise<void>;
}

export interface RemoteOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly complain: (text: string) => void;
}

const goodbyeMs = 1000;

export async function openRemoteServer({ url, headers, complain }: RemoteOptions): Promise<RemoteServer> {
  const { deserializeMessage, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  await transport.start();
  const controllers = new Map<MessageId, AbortController>();
  const handshakes = new Set<MessageId>();
  let receive: SideEvents["message"] = () => undefined;

  function arrived(text: string): void {
    const message = readMessage(text);
    const id = message?.method === undefined ? message?.id : undefined;
    if (id !== undefined) {
      controllers.delete(id);
      const result = message?.value["result"];
      const version = handshakes.delete(id) && isJsonObject(result) ? result["protocolVersion"] : undefined;
      if (typeof version === "string") transport.setProtocolVersion(version);
    }
    receive(text);
  }

  Object.assign(transport, { onmessage: (message: unknown) => arrived(JSON.stringify(message)) });

  async function post(message: Message, text: string): Promise<void> {
    const { id, method } = message;
    if (method === "initialize" && id !== undefined) handshakes.add(id);
    const controller = new AbortController();
    if (id !== undefined && method !== undefined) controllers.set(id, controller);
    try {
      await transport.send(deserializeMessage(text), { requestSignal: controller.signal });
    } catch (error) {
      if (controller.signal.aborted) return;
      const why = explained(error);
      complain(why);
      if (id !== undefined && method !== undefined) arrived(JSON.stringify(failure(id, why)));
    }
  }

  return {
    start({ message }) {
      receive = message;
    },
    send(text) {
      const message = readMessage(text);
      if (message === undefined) return;
      const controller = cancelledBy(message, controllers);
      // From revision 2026-07-28 on a request is taken back by closing it.
      if (controller !== undefined && typeof metaOf(message)["io.modelcontextprotocol/protocolVersion"] === "string")
        controller.abort();
      else void post(message, text);
    },
    async stop() {
      const goodbye = transport.terminateSession().catch(() => undefined);
      await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())]);
      await transport.close();
    },
  };
}

function cancelledBy(
  { method, params }: Message,
  controllers: ReadonlyMap<MessageId, AbortController>,
): AbortController | undefined {
  const id = params["requestId"];
  if (method !== "notifications/cancelled" || (typeof id !== "string" && typeof id !== "number")) return undefined;
  return controllers.get(id);
}

function explained(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const status = isStatus(error) ? error.status : undefined;
  if (status === 401 || status === 403) {
    return `The MCP server wants its users to sign in (HTTP ${status}). The gateway passes on headers from GATEHOUSE_MCP_HEADER_1 and so on, and cannot sign in by itself.`;
  }
  return `The MCP server could not be reached: ${message}`;
}

function isStatus(error: unknown): error is { readonly status: number } {
  return typeof error === "object" && error !== null && "status" in error && typeof error.status === "number";
}
