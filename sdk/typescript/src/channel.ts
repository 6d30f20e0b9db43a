// A channel carries texts both ways until it ends: a WebSocket, or lines on a local socket.

export interface ChannelEvents {
  readonly opened: () => void;
  readonly text: (text: string) => void;
  /** Once, also when it never opened. */
  readonly ended: () => void;
}

export interface Channel {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

export type OpenChannel = (events: ChannelEvents) => Channel | Promise<Channel>;

export function webSocketChannel(url: URL, token: string | undefined): OpenChannel {
  const address = new URL(url);
  // Browsers cannot set headers on a WebSocket.
  if (token !== undefined) address.searchParams.set("token", token);
  return ({ opened, text, ended }) => {
    const socket = new WebSocket(address);
    socket.addEventListener("open", opened);
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") text(data);
    });
    socket.addEventListener("close", ended);
    // The close event that follows says the same.
    socket.addEventListener("error", () => {});
    return { send: (message) => socket.send(message), close: () => socket.close() };
  };
}

/** Longer lines than this are no answer of an engine. */
const longestLine = 16 * 1024 * 1024;

/** Lines of JSON on a Unix socket or a named pipe; only where there is node:net. */
export function socketChannel(path: string): OpenChannel {
  return async ({ opened, text, ended }) => {
    const { createConnection } = await import("node:net");
    const socket = createConnection(path);
    let rest = "";
    socket.setEncoding("utf8");
    socket.on("connect", opened);
    socket.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) text(line);
      if (rest.length > longestLine) socket.destroy();
    });
    socket.on("close", ended);
    socket.on("error", () => {});
    return { send: (message) => void socket.write(`${message}\n`), close: () => void socket.destroy() };
  };
}
