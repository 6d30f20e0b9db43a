// JSON-RPC over a channel that stays open: answers in any order, messages in between, and after a break a new channel on
// which everything that was not answered is sent again.
import { isJsonObject, type Json } from "../../../src/shared/lib/json.ts";
import type { Channel, OpenChannel } from "./channel.ts";
import { UnreachableError } from "./errors.ts";
import { pause } from "./pause.ts";
import {
  closedMessage,
  type Outgoing,
  parseMessage,
  type Patience,
  pauseBefore,
  requestText,
  resultOf,
  tooLate,
  type Transport,
  type TransportEvents,
} from "./transport.ts";

interface Pending {
  readonly outgoing: Outgoing;
  readonly resolve: (result: Json) => void;
  readonly reject: (error: unknown) => void;
}

export function createStreamTransport(
  openChannel: OpenChannel,
  shown: string,
  events: TransportEvents,
  { timeoutMs, reconnectMs }: Patience,
): Transport {
  /** In the order in which they were first sent. */
  const unanswered = new Set<Pending>();
  const sent = new Map<number, Pending>();
  /** Undefined until what has to come first on it was sent. */
  let ready: Channel | undefined;
  let current: Channel | undefined;
  let opening: Channel | undefined;
  let connecting: Promise<void> | undefined;
  let connectedOnce = false;
  let closed = false;
  let last = 0;

  function notThere(): UnreachableError {
    return new UnreachableError(`Gatehouse cannot be reached at ${shown}. Is it running?`);
  }

  async function transmit(channel: Channel, pending: Pending): Promise<void> {
    try {
      const params = await pending.outgoing.params();
      if (!unanswered.has(pending) || channel !== current) return;
      last += 1;
      sent.set(last, pending);
      channel.send(requestText(pending.outgoing.method, params, last));
    } catch (error) {
      settle(pending, () => pending.reject(error));
    }
  }

  function settle(pending: Pending, tell: () => void): void {
    if (unanswered.delete(pending)) tell();
  }

  function receive(text: string): void {
    const message = parseMessage(text);
    if (message === undefined) return;
    const { method, params = {}, id } = message;
    if (typeof method === "string") {
      if (isJsonObject(params)) events.pushed(method, params);
      return;
    }
    const pending = typeof id === "number" ? sent.get(id) : undefined;
    if (pending === undefined || typeof id !== "number") return;
    sent.delete(id);
    settle(pending, () => {
      try {
        pending.resolve(resultOf(message));
      } catch (error) {
        pending.reject(error);
      }
    });
  }

  /** One attempt. Somebody may listen there and never answer, so that has its time too. */
  async function attempt(): Promise<Channel> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    // It may end before anybody waits for it.
    promise.catch(() => {});
    let over = false;
    let own: Channel | undefined;
    own = await openChannel({
      opened: () => resolve(undefined),
      text: receive,
      ended: () => {
        over = true;
        reject(notThere());
        if (own !== undefined && current === own) ended();
      },
    });
    const channel = own;
    opening = channel;
    if (closed) channel.close();
    const timer = setTimeout(() => {
      channel.close();
      reject(notThere());
    }, timeoutMs);
    try {
      await promise;
    } finally {
      opening = undefined;
      clearTimeout(timer);
    }
    if (over || closed) throw closed ? new UnreachableError(closedMessage) : notThere();
    current = channel;
    return channel;
  }

  function ended(): void {
    current = undefined;
    ready = undefined;
    sent.clear();
    if (closed) return;
    for (const pending of unanswered) {
      if (pending.outgoing.repeat === false) settle(pending, () => pending.reject(lost()));
    }
    events.lost();
    void connect().catch(() => {});
  }

  function connect(): Promise<void> {
    connecting ??= establish().finally(() => {
      connecting = undefined;
      // It may have ended again meanwhile.
      if (!closed && connectedOnce && ready === undefined) void connect().catch(() => {});
    });
    return connecting;
  }

  async function establish(): Promise<void> {
    for (let attempts = 0; ; attempts += 1) {
      try {
        await pause(pauseBefore(attempts, reconnectMs)).over;
        if (closed) return;
        return await resume(await attempt());
      } catch (error) {
        if (connectedOnce && !closed) continue;
        for (const pending of unanswered) settle(pending, () => pending.reject(error));
        throw error;
      }
    }
  }

  async function resume(channel: Channel): Promise<void> {
    const hello = connectedOnce ? events.hello() : undefined;
    connectedOnce = true;
    if (hello !== undefined) await greet(channel, hello);
    const waiting = [...unanswered];
    // Signing takes time, and may end in another order than it began.
    for (const pending of waiting) await transmit(channel, pending);
    if (channel !== current) return;
    ready = channel;
    for (const pending of unanswered) if (!waiting.includes(pending)) void transmit(channel, pending);
  }

  /** A refusal is said again to whatever is asked next; a break ends the channel and begins anew. */
  async function greet(channel: Channel, { method, params }: Pick<Outgoing, "method" | "params">): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<Json>();
    const pending: Pending = { outgoing: { method, params, timeoutMs, repeat: false }, resolve, reject };
    const others = [...unanswered];
    unanswered.clear();
    unanswered.add(pending);
    for (const other of others) unanswered.add(other);
    const timer = setTimeout(() => channel.close(), timeoutMs);
    try {
      await transmit(channel, pending);
      await promise;
    } catch {
      // See above.
    } finally {
      clearTimeout(timer);
      unanswered.delete(pending);
    }
  }

  function request(outgoing: Outgoing): Promise<Json> {
    const { signal } = outgoing;
    if (closed) return Promise.reject(new UnreachableError(closedMessage));
    if (signal?.aborted === true) return Promise.reject(cancelled(signal));
    return new Promise<Json>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const pending: Pending = {
        outgoing,
        resolve: (result) => (end(), resolve(result)),
        reject: (error) => (end(), reject(asError(error))),
      };
      const abort = (): void => settle(pending, () => pending.reject(signal?.reason));
      const expire = (): void => settle(pending, () => pending.reject(connectedOnce ? tooLate(outgoing) : notThere()));
      const timer = setTimeout(expire, outgoing.timeoutMs);
      signal?.addEventListener("abort", abort);
      unanswered.add(pending);
      if (ready !== undefined) void transmit(ready, pending);
      else connect().catch(() => {});
    });
  }

  return {
    pushes: true,
    open: async () => {
      if (ready === undefined) await connect();
    },
    request,
    close: () => {
      closed = true;
      current?.close();
      opening?.close();
      for (const pending of unanswered) settle(pending, () => pending.reject(new UnreachableError(closedMessage)));
    },
  };
}

function lost(): UnreachableError {
  return new UnreachableError("The connection to Gatehouse was lost before it answered.");
}

function cancelled(signal: AbortSignal): Error {
  return asError(signal.reason);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
