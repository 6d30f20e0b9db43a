// JSON-RPC over HTTP: one POST for each request. Nothing can be pushed; what waits is asked for again.
import { UnreachableError } from "./errors.ts";
import { parseMessage, requestText, resultOf, type Transport } from "./transport.ts";

export function createHttpTransport(url: URL, token: string | undefined): Transport {
  const address = new URL(url.pathname === "/" ? "/rpc" : url.pathname, url);
  const closed = new AbortController();
  let last = 0;

  async function post(body: string, timeoutMs: number): Promise<string> {
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body,
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = await response.text();
      if (response.ok) return text;
      throw new UnreachableError(`${address.href} answered ${response.status}: ${text.slice(0, 300)}`);
    } catch (error) {
      if (error instanceof UnreachableError) throw error;
      if (closed.signal.aborted) throw new UnreachableError("The client was closed.", { cause: error });
      throw new UnreachableError(`Gatehouse cannot be reached at ${address.href}. Is it running?`, { cause: error });
    }
  }

  return {
    pushes: false,
    request: async (method, params, timeoutMs) => {
      last += 1;
      const id = last;
      const response = parseMessage(await post(requestText(method, params, id), timeoutMs));
      if (response === undefined || (response["id"] !== id && response["id"] !== null)) {
        throw new UnreachableError(`${address.href} answered with something that is no JSON-RPC response.`);
      }
      return resultOf(response);
    },
    close: () => closed.abort(),
  };
}
