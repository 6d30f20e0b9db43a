// Hosts: finds URLs and host names in arguments and gives each host one spelling.
import type { HostFact } from "../../../../shared/domain/facts.ts";
import { ipv4, ipv6, isLocal } from "./addresses.ts";
import { parseHost } from "./host-parser.ts";
import { asciiLabel } from "./punycode.ts";
import { isAscii, plain } from "../text.ts";

export type Direction = HostFact["direction"];

const nameLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const numeric = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i;

/** The one spelling of a host: lower case, ASCII, numbers dotted; undefined when it cannot be a host. */
export function normaliseHost(given: string): string | undefined {
  let host = given;
  if (host.includes("%")) host = percentDecoded(host);
  if (host.startsWith("[") && host.endsWith("]")) return ipv6(host.slice(1, -1));
  if (host.includes(":")) return ipv6(host);
  if (!isAscii(host)) host = internationalHost(host);
  host = host.toLowerCase().replace(/\.$/, "");
  if (host === "" || host.length > 253) return undefined;
  if (numeric.test(host)) return ipv4(host);
  const labels: string[] = [];
  for (const label of host.split(".")) {
    const ascii = asciiLabel(label);
    if (ascii === undefined || !nameLabel.test(ascii)) return undefined;
    labels.push(ascii);
  }
  return labels.join(".");
}

/** The ASCII form by UTS 46. What that refuses is not lost, since a program may look it up all the same: it is only folded. */
function internationalHost(host: string): string {
  const ascii = mapped(host);
  if (ascii !== undefined) return ascii;
  const folded = plain(host).replace(/[\u3002\uff0e\uff61]/g, ".");
  return mapped(folded) ?? folded;
}

/** Other ASCII characters would end the host, or be dropped by the parser. */
function mapped(host: string): string | undefined {
  return host.length <= 1000 && /^[\w.\-\u0080-\uffff]*$/.test(host) ? parseHost(host) : undefined;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const schemeBefore = /[a-z][a-z0-9+.-]{1,20}$/i;
const longestScheme = 21;
/** What follows the slashes. */
const addressAfter = /\/*([^\s"'`<>|;()\\^{}]{1,2048})/y;
const remote = /^(?:[\w.+-]+@)([\w.-]+|\[[0-9a-fA-F:.]+\]):(?!\/\/)/;

/** Every URL in the text. `file:` is a path and not a host. */
export function urlsIn(text: string, direction: Direction): readonly HostFact[] {
  if (!text.includes("://")) return [];
  const found: HostFact[] = [];
  // One expression for a whole URL would try every letter of a long word as the start of a scheme.
  let from = 0;
  for (let at = text.indexOf("://"); at >= 0 && found.length < 200; at = text.indexOf("://", Math.max(from, at + 3))) {
    const scheme = schemeBefore.exec(text.slice(Math.max(from, at - longestScheme), at))?.[0];
    addressAfter.lastIndex = at + 3;
    const match = scheme === undefined ? null : addressAfter.exec(text);
    if (scheme === undefined || match === null) continue;
    from = addressAfter.lastIndex;
    const lower = scheme.toLowerCase();
    const fact =
      lower === "file" ? undefined : hostOf(lower, match[1] ?? "", text.slice(at - scheme.length, from), direction);
    if (fact !== undefined) found.push(fact);
  }
  return found;
}

function hostOf(scheme: string, rest: string, whole: string, direction: Direction): HostFact | undefined {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? "";
  return hostFact(authority.slice(authority.lastIndexOf("@") + 1), direction, { scheme, url: whole });
}

/** A host with or without a port: `example.org`, `[::1]:80`, `10.0.0.1:22`. */
export function hostFact(
  given: string,
  direction: Direction,
  known: { readonly scheme?: string; readonly url?: string; readonly port?: number } = {},
): HostFact | undefined {
  const match = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{0,5}))?$/.exec(given);
  const host = match === null ? normaliseHost(given) : normaliseHost(match[1] ?? "");
  if (host === undefined) return undefined;
  const port = match?.[2] ? Number(match[2]) : known.port;
  return {
    host,
    ...(port === undefined ? {} : { port }),
    ...(known.scheme === undefined ? {} : { scheme: known.scheme }),
    ...(known.url === undefined ? {} : { url: known.url }),
    local: isLocal(host),
    direction,
  };
}

/** `user@host:path`, as git, scp and rsync write it; with `bare` also `host:path`. */
export function remoteHost(word: string, direction: Direction, bare = false): HostFact | undefined {
  if (word.includes("://")) return urlsIn(word, direction)[0];
  const match = remote.exec(word) ?? (bare ? /^([\w.-]{2,}|\[[0-9a-fA-F:.]+\]):(?!\\)/.exec(word) : null);
  return match === null ? undefined : hostFact(match[1] ?? "", direction, { scheme: "ssh" });
}

/** Bash's own network files: `/dev/tcp/host/port`. */
export function networkFile(path: string): HostFact | undefined {
  const match = /^\/dev\/(tcp|udp)\/([^/]+)\/([^/]+)$/.exec(path);
  if (match === null) return undefined;
  const port = Number(match[3]);
  const known = { scheme: match[1] ?? "tcp", ...(Number.isInteger(port) ? { port } : {}) };
  return hostFact(match[2] ?? "", "connect", known);
}

const commonEndings =
  /\.(?:com|org|net|io|dev|app|ai|co|edu|gov|info|biz|me|sh|xyz|top|site|online|cloud|tech|ru|cn|de|uk|fr|eu|us|in|br|nl|jp|tk|ml|ga|cf|gq|pw|cc|ws|to|ly|link|click|live|store|local|internal|onion|test|example|invalid)$/i;

/** Whether a word without a scheme is probably a host, for programs that take either a host or something else. */
export function looksLikeHost(word: string): boolean {
  const name = word.replace(/:\d{1,5}$/, "").replace(/\/.*$/, "");
  if (name === "localhost" || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)) return true;
  return commonEndings.test(name) && /^[\w.-]+$/.test(name);
}
