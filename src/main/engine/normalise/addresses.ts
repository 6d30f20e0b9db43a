// Addresses: numbers in any spelling become the usual one, and tell whether they stay on this machine or network.

/** Dotted form of an IPv4 address written as decimal, octal or hexadecimal numbers in one to four parts. */
export function ipv4(text: string): string | undefined {
  const parts = text.split(".");
  if (parts.at(-1) === "" && parts.length > 1) parts.pop();
  if (parts.length > 4) return undefined;
  const numbers: number[] = [];
  for (const part of parts) {
    const number = readNumber(part);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  const last = numbers.pop() ?? 0;
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return undefined;
  const value = numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
  return dotted(value);
}

function readNumber(part: string): number | undefined {
  if (/^0x[0-9a-f]{0,8}$/i.test(part)) return Number.parseInt(part.slice(2) || "0", 16);
  if (/^0[0-7]{1,11}$/.test(part)) return Number.parseInt(part, 8);
  return /^\d{1,10}$/.test(part) ? Number(part) : undefined;
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
}

/** The shortest form of an IPv6 address; an IPv4 address inside one is given as IPv4. */
export function ipv6(text: string): string | undefined {
  const address = text.replace(/%.*$/, "");
  if (!/^[0-9a-fA-F:.]{2,45}$/.test(address) || !address.includes(":")) return undefined;
  const halves = address.split("::");
  if (halves.length > 2) return undefined;
  const head = readGroups(halves[0] ?? "");
  const tail = readGroups(halves[1] ?? "");
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...tail];
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return dotted((groups[6] ?? 0) * 65536 + (groups[7] ?? 0));
  }
  return formatGroups(groups);
}

function readGroups(text: string): readonly number[] | undefined {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1 && part.includes(".")) {
      const bytes = ipv4(part)?.split(".").map(Number);
      if (bytes === undefined) return undefined;
      groups.push((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0), (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0));
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

function formatGroups(groups: readonly number[]): string {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start += 1) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length += 1;
    if (length > best.length) best = { start, length };
  }
  const text = groups.map((group) => group.toString(16));
  if (best.start < 0) return text.join(":");
  return `${text.slice(0, best.start).join(":")}::${text.slice(best.start + best.length).join(":")}`;
}

const localIpv4 = /^(?:127\.|10\.|0\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;
const localIpv6 = /^(?:::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;
const localName = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

export function isLocal(host: string): boolean {
  if (host.includes(":")) return localIpv6.test(host);
  return localIpv4.test(host) ? ipv4(host) === host : localName.test(host);
}
