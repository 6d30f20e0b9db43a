// JSON-RPC over HTTP: one POST for each request. Nothing can be pushed; what waits is asked for again.
import type { Json } from "../../../src/shared/lib/json.ts";
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
} from "./transport.ts";

/** Busy or about to stop: the same request may be answered later. */
const passing: ReadonlySet<number> = new Set([429, 503]);

class PassingError extends UnreachableError {}

export function createHttpTransport(
  url: URL,
  token: string | undefined,
  { reconnectMs }: Pick<Patience, "reconnectMs">,
): Transport {
  const address = new URL(url.pathname === "/" ? "/rpc" : url.pathname, url);
  const closed = new AbortController();
  let reached = false;
  let last = 0;

  async function post(body: string, signal: AbortSignal): Promise<string> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(address, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body,
        signal,
      });
      text = await response.text();
    } catch (error) {
      throw new PassingError(`Gatehouse cannot be reached at ${address.href}. Is it running?`, { cause: error });
    }
    reached = true;
    if (response.ok) return text;
    const message = `${address.href} answered ${response.status}: ${text.slice(0, 300)}`;
    throw passing.has(response.status) ? new PassingError(message) : new UnreachableError(message);
  }

  async function once({ method, params }: Outgoing, signal: AbortSignal): Promise<Json> {
    last += 1;
    const id = last;
    const response = parseMessage(await post(requestText(method, await params(), id), signal));
    if (response === undefined || (response["id"] !== id && response["id"] !== null)) {
      throw new UnreachableError(`${address.href} answered with something that is no JSON-RPC response.`);
    }
    return resultOf(response);
  }

  async function request(outgoing: Outgoing): Promise<Json> {
    const time = AbortSignal.timeout(outgoing.timeoutMs);
    const { signal: wanted, repeat = true } = outgoing;
    const signal = AbortSignal.any([closed.signal, time, ...(wanted === undefined ? [] : [wanted])]);
    for (let attempts = 0; ; attempts += 1) {
      try {
        const rest = pause(pauseBefore(attempts, reconnectMs));
        signal.addEventListener("abort", rest.cancel);
        await rest.over;
        signal.removeEventListener("abort", rest.cancel);
        signal.throwIfAborted();
        return await once(outgoing, signal);
      } catch (error) {
        if (closed.signal.aborted) throw new UnreachableError(closedMessage, { cause: error });
        if (wanted?.aborted === true) throw wanted.reason;
        if (time.aborted) throw tooLate(outgoing);
        if (!(error instanceof PassingError) || !reached || !repeat) throw error;
      }
    }
  }

  return { pushes: false, open: async () => {}, request, close: () => closed.abort() };
}
