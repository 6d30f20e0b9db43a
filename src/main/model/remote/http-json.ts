// One JSON question to a server of the user's choice: bounded, never redirected, and every trouble told in a sentence.
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";

/** A score takes a few hundred bytes. */
const longestAnswer = 65_536;

export interface JsonQuestion {
  readonly url: string;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: Cancellation;
}

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Rejects unless JSON came back; the status is the caller's to judge, except that nothing is followed elsewhere. */
export async function postJson({ url, body, headers = {}, signal }: JsonQuestion): Promise<JsonAnswer> {
  const abort = new AbortController();
  const leave = (): void => abort.abort();
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
      body: JSON.stringify(body),
      // A redirect could lead what the user does to a place the user has not chosen.
      redirect: "manual",
      signal: abort.signal,
    });
    const { status } = response;
    if (status >= 300 && status < 400) throw new BadAnswer(`redirects (${status}), which is not followed`);
    const type = response.headers.get("content-type") ?? "";
    const text = await textOf(response);
    if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
      throw new BadAnswer(
        `answers ${status} with ${type === "" ? "no content type" : type.slice(0, 60)} instead of JSON`,
      );
    }
    return { status, body: parse(text) };
  } catch (error) {
    throw new Error(`${placeOf(url)} ${troubleOf(error)}.`, { cause: error });
  } finally {
    signal.removeEventListener("abort", leave);
    // Whatever is left of a body that was refused.
    leave();
  }
}

/** What the server did, to stand behind its address. */
class BadAnswer extends Error {}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    const part: Uint8Array = chunk;
    bytes += part.byteLength;
    if (bytes > longestAnswer) throw new BadAnswer(`answers with more than ${longestAnswer} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadAnswer("answers with something that is no JSON");
  }
}

const troubles: Readonly<Record<string, string>> = {
  ECONNREFUSED: "does not answer: nothing listens there. Start the server, or choose another scorer in the settings",
  ENOTFOUND: "cannot be found: its name is not known",
  EAI_AGAIN: "cannot be found: its name is not known",
  ECONNRESET: "closed the connection before it answered",
  UND_ERR_SOCKET: "closed the connection before it answered",
  ERR_ENCODING_INVALID_ENCODED_DATA: "answers with something that is no text",
  AbortError: "did not answer in time",
};

function troubleOf(error: unknown): string {
  if (error instanceof BadAnswer) return error.message;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
    const known = troubles[code] ?? troubles[cause.name];
    if (known !== undefined) return known;
    if (!(cause.cause instanceof Error)) return `cannot be asked: ${cause.message.replace(/\.$/, "")}`;
  }
  return "cannot be asked";
}

function placeOf(url: string): string {
  const { origin } = new URL(url);
  return origin;
}
