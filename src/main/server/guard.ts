// Guard: who may talk to a listener at all. Pure checks that return the reason for a refusal, or null.
import { createHash, timingSafeEqual } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import type { IncomingHttpHeaders } from "node:http";
import type { Peer } from "../../shared/local/peer.ts";

export interface Refusal {
  readonly status: 401 | 403 | 413 | 415 | 429;
  readonly reason: string;
}

export interface Trust {
  /** Host headers that name this listener, in lower case with their port. */
  readonly hosts: ReadonlySet<string>;
  /** Origins that are this listener itself. */
  readonly origins: ReadonlySet<string>;
}

/** 127.0.0.0/8, also in its IPv6 form, and ::1. Names are not addresses: what they resolve to may change. */
export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && (/^(::ffff:)?127\./.test(address) || /^(0*:)*0*1$/.test(address));
}

/** What a listener answers to: its address, the loopback names when it is on loopback, and names given by hand. */
export function trustOf(address: string, port: number, secure: boolean, names: readonly string[] = []): Trust {
  const own = [isIPv6(address) ? `[${address}]` : address, ...names];
  if (isLoopback(address)) own.push("127.0.0.1", "localhost", "[::1]");
  const defaultPort = secure ? 443 : 80;
  const hosts = new Set<string>();
  for (const name of own) {
    hosts.add(`${name.toLowerCase()}:${port}`);
    if (port === defaultPort) hosts.add(name.toLowerCase());
  }
  const scheme = secure ? "https" : "http";
  return { hosts, origins: new Set([...hosts].map((host) => `${scheme}://${host}`)) };
}

/** A page that points its own name at 127.0.0.1 (DNS rebinding) still sends its own name here. */
export function checkHost(host: string | undefined, trust: Trust): Refusal | null {
  if (host !== undefined && trust.hosts.has(host.toLowerCase())) return null;
  return { status: 403, reason: "The Host header does not name this server." };
}

/** Programs send no Origin; browsers do, for every page that is not ours. */
export function checkOrigin(headers: IncomingHttpHeaders, trust: Trust): Refusal | null {
  const site = headers["sec-fetch-site"];
  const foreignSite = site !== undefined && site !== "same-origin" && site !== "none";
  // Old WebSocket drafts, which the library still speaks, had a header of their own.
  const origins = [headers.origin, headers["sec-websocket-origin"]].filter((origin) => origin !== undefined);
  if (
    !foreignSite &&
    origins.every((origin) => typeof origin === "string" && trust.origins.has(origin.toLowerCase()))
  ) {
    return null;
  }
  return { status: 403, reason: "Web pages may not talk to Gatehouse." };
}

export function checkMediaType(headers: IncomingHttpHeaders): Refusal | null {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return { status: 415, reason: "A compressed body is not accepted: send it as it is." };
  }
  if (isJsonMediaType(headers["content-type"])) return null;
  return { status: 415, reason: "The body must be JSON: send Content-Type: application/json." };
}

function isJsonMediaType(value: string | undefined): boolean {
  // Nearly everybody sends exactly this.
  if (value === "application/json") return true;
  if (value === undefined) return false;
  const [type = "", ...parameters] = value.split(";");
  if (type.trim().toLowerCase() !== "application/json") return false;
  return parameters.every((parameter) => {
    const [name = "", ...rest] = parameter.split("=");
    if (name.trim().toLowerCase() !== "charset") return true;
    const charset = rest
      .join("=")
      .trim()
      .replace(/^"(.*)"$/, "$1");
    return charset.toLowerCase() === "utf-8" || charset.toLowerCase() === "utf8";
  });
}

export function checkSize(bytes: number, limit: number): Refusal | null {
  return bytes <= limit ? null : { status: 413, reason: `The body is larger than ${limit} bytes.` };
}

/** Who may call a listener, besides what the request itself must look like. */
export interface Access {
  /** Each of them lets its bearer in. */
  readonly tokens: readonly string[];
  /** Whether everybody needs one, or only those who are not known to be the owner. */
  readonly tokenRequired: boolean;
  /** The user whose processes need no token. */
  readonly owner: number | undefined;
}

/** `offered` is every token the request carries; one of them must be a right one unless the owner is asking. */
export function checkCaller(
  offered: readonly (string | undefined)[],
  peer: Peer,
  { tokens, tokenRequired, owner }: Access,
): Refusal | null {
  if (!tokenRequired && isOwner(peer, owner)) return null;
  if (offered.some((value) => value !== undefined && tokens.some((token) => sameSecret(value, token)))) return null;
  const why = tokenRequired
    ? "A valid token is needed"
    : "Only the user who runs Gatehouse may call it without a token";
  return { status: 401, reason: `${why}: send "Authorization: Bearer TOKEN". The owner gets it with: gatehouse token` };
}

export function isOwner(peer: Peer, owner: number | undefined): boolean {
  return owner !== undefined && peer.uid === owner;
}

export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
}

/** In constant time whatever the lengths, because digests have one length. */
function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
