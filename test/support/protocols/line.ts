// An agent's WebSocket, as small as it can be: calls with their answers, and what the engine sends of its own accord.

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
}

export interface AgentLine {
  readonly call: (method: string, params: object) => Promise<unknown>;
  /** The next message with this method from now on. */
  readonly pushed: (method: string) => Promise<unknown>;
  readonly close: () => void;
}

const open = new Set<WebSocket>();

/** For after each test: a test that failed half-way must not leave its agent connected for the next attempt. */
export function closeLines(): void {
  for (const socket of open) socket.close();
  open.clear();
}

export async function openLine(url: string): Promise<AgentLine> {
  const socket = new WebSocket(url);
  open.add(socket);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`No connection to ${url}.`)));
  });
  const answers = new Map<unknown, (answer: unknown) => void>();
  const listeners = new Map<string, (params: unknown) => void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.method === undefined) answers.get(message.id)?.(message);
    else listeners.get(message.method)?.(message.params);
  });
  return {
    call: (method, params) => {
      last += 1;
      const id = last;
      return new Promise((resolve) => {
        answers.set(id, resolve);
        socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      });
    },
    pushed: (method) => new Promise((resolve) => void listeners.set(method, resolve)),
    close: () => socket.close(),
  };
}
