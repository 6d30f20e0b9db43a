// The gate to the network: an HTTP proxy, a command's only way out, that lets nothing through but the hosts it may reach.
import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { matchesDomain } from "../../engine/rules/glob.ts";
import { isNear, isOwnPort } from "./own-addresses.ts";

export interface NetworkGate {
  /** The socket it listens on, or the port where commands cannot be given one. */
  readonly place: { readonly socket: string } | { readonly port: number };
  /** What was asked for and not allowed, as "host:port", each once. */
  readonly refused: () => readonly string[];
  readonly close: () => Promise<void>;
}

export interface HostRules {
  /** Undefined: any host but this machine. */
  readonly allowed: readonly string[] | undefined;
  readonly blocked: readonly string[];
}

const mostRefused = 10;
const gateFolder = "gatehouse-net-";

/** Whether a socket is a gate's. A command that sees another's finds a proxy there, and nothing of Gatehouse's own. */
export function isGate(path: string): boolean {
  return path.includes(`/${gateFolder}`);
}

/** On a socket in a folder of its own, or on a loopback port. */
export async function openNetworkGate(rules: HostRules, over: "socket" | "port"): Promise<NetworkGate> {
  const refused = new Set<string>();
  const open = new Set<Duplex>();
  const server = createServer();

  /** The address to connect to. */
  async function reachable(host: string, port: number): Promise<string | undefined> {
    const address = isAllowed(rules, host, port) ? await resolved(host) : undefined;
    if (address !== undefined && mayConnect(rules, host, port, address)) return address;
    if (refused.size < mostRefused) refused.add(`${host}:${port}`);
    return undefined;
  }

  async function tunnel(message: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    keep(client);
    const target = authorityOf(message.url ?? "");
    const found = target === undefined ? undefined : await reachable(target.host, target.port);
    if (target === undefined || found === undefined) return void client.end(refusal(message.url ?? ""));
    const upstream = connect(target.port, found);
    keep(upstream);
    upstream.once("error", () => void client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    upstream.once("connect", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      pipeline(client, upstream, client).catch(() => {});
    });
  }

  async function forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(message.url ?? "");
    const host = url === null ? undefined : plainHost(url.hostname);
    const port = url?.port === "" ? 80 : Number(url?.port);
    const web = url !== null && host !== undefined && url.protocol === "http:";
    const found = web ? await reachable(host, port) : undefined;
    if (url === null || found === undefined) {
      response.writeHead(403, { "content-type": "text/plain" });
      return void response.end(sentence(message.url ?? ""));
    }
    const { "proxy-connection": _proxy, "proxy-authorization": _secret, ...headers } = message.headers;
    const path = `${url.pathname}${url.search}`;
    const upstream = request({
      host: found,
      port,
      method: message.method,
      path,
      headers: { ...headers, host: url.host },
    });
    upstream.once("error", () => void response.writeHead(502).end());
    upstream.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response).catch(() => {});
    });
    pipeline(message, upstream).catch(() => {});
  }

  function keep(stream: Duplex): void {
    open.add(stream);
    stream.once("close", () => open.delete(stream));
    stream.on("error", () => stream.destroy());
  }

  server.on("connection", keep);
  server.on("connect", (message, client, head) => void tunnel(message, client, head).catch(() => client.destroy()));
  server.on("request", (message, response) => void forward(message, response).catch(() => response.destroy()));
  const folder = over === "socket" ? await mkdtemp(join(tmpdir(), gateFolder)) : undefined;
  const socket = folder === undefined ? undefined : join(folder, `${randomBytes(8).toString("hex")}.sock`);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    if (socket === undefined) server.listen(0, "127.0.0.1", resolve);
    else server.listen(socket, resolve);
  });
  const address = server.address();
  return {
    place: socket === undefined ? { port: typeof address === "object" ? (address?.port ?? 0) : 0 } : { socket },
    refused: () => [...refused],
    close: async () => {
      server.close();
      for (const stream of open) stream.destroy();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Deny beats allow. */
export function isAllowed({ allowed, blocked }: HostRules, host: string, port: number): boolean {
  const matches = (pattern: string): boolean => matchesDomain(pattern, host, port);
  return (allowed?.some(matches) ?? true) && !blocked.some(matches);
}

/**
 * By the address that will be connected to, whatever name led there. This machine is only reached where a rule names it
 * outright, and Gatehouse's own ports never are.
 */
export function mayConnect({ allowed = [] }: HostRules, host: string, port: number, address: string): boolean {
  if (!isNear(address)) return true;
  const outright = host === "localhost" || isIP(host) !== 0;
  const named = allowed.some((pattern) => !pattern.startsWith("*") && matchesDomain(pattern, host, port));
  return outright && named && !isOwnPort(port);
}

async function resolved(host: string): Promise<string | undefined> {
  if (isIP(host) !== 0) return host;
  try {
    return (await lookup(host)).address;
  } catch {
    return undefined;
  }
}

function authorityOf(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, host = "", port = ""] = /^(\[[0-9a-f:.]+\]|[^:/\s]+):(\d{1,5})$/i.exec(text) ?? [];
  return host === "" ? undefined : { host: plainHost(host), port: Number(port) };
}

function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

function refusal(target: string): string {
  const text = sentence(target);
  const head = ["HTTP/1.1 403 Forbidden", "content-type: text/plain", `content-length: ${Buffer.byteLength(text)}`];
  return `${head.join("\r\n")}\r\nconnection: close\r\n\r\n${text}`;
}

function sentence(target: string): string {
  return `Gatehouse: ${target.slice(0, 200)} is none of the hosts this call may reach.\n`;
}
