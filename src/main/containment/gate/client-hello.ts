// The first bytes of a connection: which server a TLS client asks for (RFC 8446 §4.1.2, RFC 6066 §3). Nothing is decrypted.

/** "more": too few bytes to tell. "other": no TLS. A hello without a name is legal. */
export type FirstBytes =
  | { readonly kind: "more" }
  | { readonly kind: "other" }
  | { readonly kind: "hello"; readonly serverName?: string };

const handshakeRecord = 22;
const clientHello = 1;
const serverNameExtension = 0;
const hostNameType = 0;
/** A client hello may fill several records; one with post-quantum keys has about 2 KiB. */
export const longestHello = 64 * 1024;

export function readClientHello(bytes: Buffer): FirstBytes {
  if (bytes.length === 0) return { kind: "more" };
  if (bytes[0] !== handshakeRecord) return { kind: "other" };
  if (bytes.length < 3) return { kind: "more" };
  if (bytes[1] !== 3) return { kind: "other" };
  const message = handshakeMessage(bytes);
  if (message === "more") return { kind: "more" };
  if (message === undefined) return { kind: "other" };
  const serverName = serverNameIn(message);
  return serverName === undefined ? { kind: "hello" } : { kind: "hello", serverName };
}

/** The first handshake message, put together from as many records as it fills. */
function handshakeMessage(bytes: Buffer): Buffer | "more" | undefined {
  const parts: Buffer[] = [];
  let joined = 0;
  let wanted = 4;
  for (let at = 0; joined < wanted;) {
    if (bytes.length < at + 5) return "more";
    if (bytes[at] !== handshakeRecord) return undefined;
    const length = bytes.readUInt16BE(at + 3);
    if (length === 0) return undefined;
    const part = bytes.subarray(at + 5, at + 5 + length);
    parts.push(part);
    joined += part.length;
    const start = Buffer.concat(parts);
    if (start.length >= 4) {
      if (start[0] !== clientHello) return undefined;
      wanted = 4 + start.readUIntBE(1, 3);
      if (wanted > longestHello) return undefined;
    }
    if (joined >= wanted) return start.subarray(4, wanted);
    if (part.length < length) return "more";
    at += 5 + length;
  }
  return undefined;
}

/** Undefined where there is none, or where the lengths in the message do not fit. */
function serverNameIn(hello: Buffer): string | undefined {
  const reader = cursor(hello);
  reader.skip(2 + 32);
  reader.skip(reader.number(1));
  reader.skip(reader.number(2));
  reader.skip(reader.number(1));
  const extensions = cursor(reader.take(reader.number(2)));
  while (extensions.left() >= 4) {
    const type = extensions.number(2);
    const body = cursor(extensions.take(extensions.number(2)));
    if (type !== serverNameExtension) continue;
    const names = cursor(body.take(body.number(2)));
    while (names.left() >= 3) {
      const nameType = names.number(1);
      const name = names.take(names.number(2));
      if (nameType === hostNameType && name.length > 0) return name.toString("latin1").toLowerCase();
    }
  }
  return undefined;
}

interface Cursor {
  readonly number: (size: number) => number;
  readonly take: (size: number) => Buffer;
  readonly skip: (size: number) => void;
  readonly left: () => number;
}

/** Reads past the end as zeros and nothing: a message that lies about its lengths has no name. */
function cursor(bytes: Buffer): Cursor {
  let at = 0;
  const take = (size: number): Buffer => {
    const part = bytes.subarray(at, at + size);
    at += size;
    return part;
  };
  return {
    number: (size) => {
      const part = take(size);
      return part.length < size ? 0 : part.readUIntBE(0, size);
    },
    take,
    skip: (size) => void take(size),
    left: () => bytes.length - at,
  };
}
