// The gate of one run: an HTTP proxy on a socket of its own, the run's only way out. TLS passes through it unopened.
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Refusal, refusalHeaders, refusalSentence, statusOf } from "./refusals.ts";
import { joinTunnel } from "./tunnel.ts";
import type { Way, WayPorts, WaysOut } from "./way-out.ts";

export interface Proxy {
  readonly server: Server;
  /** Ends every connection; those that are still allowed can be opened again. */
  readonly cut: () => void;
}

export interface Target {
  readonly host: string;
  readonly port: number;
}

const mostConnections = 1024;
/** Longer than the pause between two requests of a package manager. */
const keepAliveMs = 60_000;

export function createProxy(ways: WaysOut, refused: WayPorts["refused"]): Proxy {
  const open = new Set<Duplex>();
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: keepAliveMs, noDelay: true });
  server.maxConnections = mostConnections;
  const agents = new Map<string, Agent>();

  async function tunnel(message: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const given = message.url ?? "";
    const target = authorityOf(given);
    const way: Way =
      target === undefined ? { kind: "refused", refusal: "invalid" } : await ways.to(target.host, target.port);
    if (target === undefined || way.kind === "refused") return refuseTunnel(client, given, way);
    if (client.destroyed) return;
    const upstream = keep(way.dial());
    const failed = (): void => refuseTunnel(client, given, { kind: "refused", refusal: "unreachable" });
    upstream.once("error", failed);
    upstream.once("connect", () => {
      upstream.off("error", failed);
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      joinTunnel({
        client,
        upstream,
        head,
        host: target.host,
        onMismatch: () => refused(target.host, target.port, "mismatch"),
      });
    });
    client.once("close", () => upstream.destroy());
  }

  async function forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = message.url ?? "";
    const url = URL.parse(given);
    const target = url?.protocol === "http:" ? plainTarget(url) : undefined;
    const way: Way =
      target === undefined ? { kind: "refused", refusal: "invalid" } : await ways.to(target.host, target.port);
    if (url === null || target === undefined || way.kind === "refused") return refuseRequest(response, given, way);
    const upstream = request({
      agent: agentFor(target, way),
      host: target.host,
      port: target.port,
      method: message.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...endToEnd(message.headers), host: url.host },
      setHost: false,
    });
    upstream.once("error", () => {
      if (response.headersSent) response.destroy();
      else refuseRequest(response, given, { kind: "refused", refusal: "unreachable" });
    });
    upstream.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      pipeline(answer, response).catch(() => response.destroy());
    });
    response.once("close", () => upstream.destroy());
    pipeline(message, upstream).catch(() => undefined);
  }

  /** Connections are used again for the same host and port, by the latest way there. */
  function agentFor({ host, port }: Target, way: Extract<Way, { kind: "open" }>): Agent {
    const key = `${host}:${port}`;
    const agent = agents.get(key) ?? new Agent({ keepAlive: true, timeout: keepAliveMs });
    agent.createConnection = () => keep(way.dial());
    agents.set(key, agent);
    return agent;
  }

  function keep<Stream extends Duplex>(stream: Stream): Stream {
    if (open.has(stream)) return stream;
    open.add(stream);
    stream.once("close", () => open.delete(stream));
    stream.on("error", () => stream.destroy());
    return stream;
  }

  server.on("connection", keep);
  server.on("connect", (message, client, head) => void tunnel(message, client, head).catch(() => client.destroy()));
  server.on("request", (message, response) => void forward(message, response).catch(() => response.destroy()));
  return {
    server,
    cut() {
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
      for (const stream of open) stream.destroy();
    },
  };
}

function refuseTunnel(client: Duplex, given: string, way: Way): void {
  if (way.kind !== "refused" || client.destroyed) return;
  const { status, headers, sentence } = answerTo(way, given);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  client.end(`HTTP/1.1 ${status} Refused by Gatehouse\r\n${head.join("\r\n")}\r\n\r\n${sentence}`);
}

function refuseRequest(response: ServerResponse, given: string, way: Way): void {
  if (way.kind !== "refused" || response.destroyed) return;
  const { status, headers, sentence } = answerTo(way, given);
  response.writeHead(status, "Refused by Gatehouse", headers).end(sentence);
}

function answerTo({ refusal, detail }: { readonly refusal: Refusal; readonly detail?: string }, given: string) {
  const sentence = refusalSentence(refusal, given, detail);
  return { status: statusOf(refusal), headers: refusalHeaders(refusal, sentence), sentence };
}

/** Headers that are about one connection and not about the message (RFC 9110 §7.6.1). */
const hopByHop = new Set(
  "connection keep-alive proxy-connection proxy-authorization proxy-authenticate te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

function endToEnd(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)));
}

export function authorityOf(text: string): Target | undefined {
  const [, host = "", port = ""] = /^(\[[0-9a-f:.]+\]|[^:/?#@\s[\]]+):(\d{1,5})$/i.exec(text) ?? [];
  return host === "" ? undefined : targetOf(host, Number(port));
}

function plainTarget(url: URL): Target | undefined {
  return url.username === "" && url.password === "" ? targetOf(url.hostname, Number(url.port || 80)) : undefined;
}

/** One spelling for each host. Numbers that only some programs take for an address (0x7f.1, 2130706433) are refused. */
function targetOf(given: string, port: number): Target | undefined {
  const host = given
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
  const odd = isIP(host) === 0 && /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(host);
  const name = isIP(host) !== 0 || /^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/.test(host);
  return odd || !name || port < 1 || port > 65_535 ? undefined : { host, port };
}
