// HTTP messages: reading a body within its limit, and writing answers.
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import { second } from "../../../shared/lib/clock.ts";
import type { Query } from "../../../shared/lib/rpc.ts";
import { ByteCollector } from "../bytes.ts";
import { checkSize, type Refusal } from "../guard.ts";
import type { Limits } from "../limits.ts";

/** How long a client that sends too much is listened to, so that it reads the answer before the connection ends. */
const lingerMs = second;

/** A target's path and query, or undefined when it is not of the form "/path?query". */
export function splitTarget(target: string | undefined): { readonly path: string; readonly query: Query } | undefined {
  if (target === undefined || !target.startsWith("/")) return undefined;
  const mark = target.indexOf("?");
  if (mark === -1) return { path: target, query: noQuery };
  return { path: target.slice(0, mark), query: new Map(new URLSearchParams(target.slice(mark + 1))) };
}

const noQuery: Query = new Map();

/** The body, or the refusal of it. Never settles when the client goes away. */
export function readBody(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Buffer | Refusal> {
  const announced = checkSize(Number(request.headers["content-length"] ?? 0), limit);
  if (announced !== null) return Promise.resolve(announced);
  if (request.headers.expect !== undefined) response.writeContinue();
  return new Promise((resolve) => {
    const collected = new ByteCollector();
    let refused = false;
    request.on("data", (part: Buffer) => {
      if (refused) return;
      collected.add(part);
      const refusal = checkSize(collected.length, limit);
      if (refusal === null) return;
      refused = true;
      collected.take();
      resolve(refusal);
    });
    request.on("end", () => {
      if (!refused) resolve(collected.take());
    });
  });
}

export function replyText(response: ServerResponse, limits: Limits, status: number, text: string): void {
  reply(response, limits, status, "text/plain; charset=utf-8", text);
}

export function replyJson(response: ServerResponse, limits: Limits, status: number, text: string): void {
  reply(response, limits, status, "application/json", text);
}

export function replyNothing(response: ServerResponse): void {
  response.writeHead(204, { "Cache-Control": "no-store" });
  response.end();
}

export function replyRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  limits: Limits,
  refusal: Refusal,
): void {
  if (refusal.status === 401) response.setHeader("WWW-Authenticate", "Bearer");
  if (refusal.status !== 413 && refusal.status !== 429) {
    replyText(response, limits, refusal.status, `${refusal.reason}\n`);
    return;
  }
  // Closing while bytes are still coming in would reset the connection, and the client would never see why.
  const text = `${refusal.reason}\n`;
  response.writeHead(refusal.status, { ...headersFor("text/plain; charset=utf-8", text), Connection: "close" });
  response.write(text);
  const timer = setTimeout(() => response.end(), lingerMs);
  request.once("close", () => clearTimeout(timer));
  request.once("end", () => {
    clearTimeout(timer);
    response.end();
  });
  request.resume();
}

function reply(response: ServerResponse, limits: Limits, status: number, type: string, text: string): void {
  response.writeHead(status, headersFor(type, text));
  response.end(text);
  // Replaced by the keep-alive time-out as soon as the client has taken everything.
  if (response.socket !== null && response.socket.writableLength > 0) response.socket.setTimeout(limits.stallMs);
}

function headersFor(type: string, text: string): Record<string, string | number> {
  return {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

/** A complete refusal as bytes, for a socket that has no response object (an upgrade). */
export function refusalBytes(status: number, reason: string): string {
  const text = `${reason}\n`;
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(status === 401 ? ["WWW-Authenticate: Bearer"] : []),
    "",
    text,
  ].join("\r\n");
}
