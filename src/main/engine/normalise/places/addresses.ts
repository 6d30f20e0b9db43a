// Addresses: every spelling of a number becomes the usual one, and tells whether it stays on this machine or network.
import { parseHost } from "./host-parser.ts";

/** Dotted form of an IPv4 address written as decimal, octal or hexadecimal numbers in one to four parts. */
export function ipv4(text: string): string | undefined {
  if (!/^[0-9a-fx.]{1,300}$/i.test(text)) return undefined;
  const host = parseHost(/(?:^|\.)0\d/.test(text) ? text.split(".").map(decimal).join(".") : text);
  return host !== undefined && /^\d+(?:\.\d+){3}$/.test(host) ? host : undefined;
}

/** Browsers refuse a number such as "08", which is not octal; Java reads it as decimal. */
function decimal(part: string): string {
  return part.startsWith("0") && /^\d+$/.test(part) && /[89]/.test(part) ? part.replace(/^0+/, "") : part;
}

/** The shortest form of an IPv6 address without its zone; an IPv4 address inside one is given as IPv4. */
export function ipv6(text: string): string | undefined {
  const address = text.replace(/%.*$/, "");
  if (!/^[0-9a-f:.]{2,45}$/i.test(address) || !address.includes(":")) return undefined;
  const host = parseHost(`[${withoutNeedlessColons(address.replace(/[^:]*\.[^:]*$/, asGroups))}]`)?.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host ?? "");
  return mapped === null ? host : ipv4(`0x${mapped[1]}${mapped[2]?.padStart(4, "0")}`);
}

/** The IPv4 part of an IPv6 address as two groups, also in spellings that the parser only takes on their own. */
function asGroups(text: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4(text)?.split(".").map(Number) ?? [Number.NaN];
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** "::" beside eight groups stands for none: older systems accept it. */
function withoutNeedlessColons(address: string): string {
  const groups = address.split(":").filter((group) => group !== "");
  return groups.length === 8 && address.split("::").length === 2 ? groups.join(":") : address;
}

const localIpv4 = /^(?:127\.|10\.|0\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;
const localIpv6 = /^(?:::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;
const localName = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

export function isLocal(host: string): boolean {
  if (host.includes(":")) return localIpv6.test(host);
  return localIpv4.test(host) ? ipv4(host) === host : localName.test(host);
}
