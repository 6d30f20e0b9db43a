// TCP sockets of this machine from /proc/net/tcp and tcp6: for kernels that cannot be asked for one socket.
import { readFile } from "node:fs/promises";
import { endianness } from "node:os";
import type { TcpEnds } from "../../shared/local/peer.ts";
import { addressBytes, mappedBytes } from "./tcp-address.ts";

export interface SocketOwner {
  readonly uid: number;
  readonly inode: string;
}

/** One reading of the kernel's table, for as many connections as wait for it. */
export async function readOwners(
  wanted: readonly TcpEnds[],
  root = "/proc",
): Promise<ReadonlyMap<TcpEnds, SocketOwner>> {
  const found = new Map<TcpEnds, SocketOwner>();
  const missing = new Map<string, TcpEnds[]>();
  for (const ends of wanted) {
    for (const key of keysOf(ends)) missing.set(key, [...(missing.get(key) ?? []), ends]);
  }
  for (const table of ["tcp", "tcp6"]) {
    if (missing.size === 0) break;
    for (const [key, owner] of readTable(await readText(`${root}/net/${table}`), missing)) {
      for (const ends of missing.get(key) ?? []) found.set(ends, owner);
    }
    if (found.size === wanted.length) break;
  }
  return found;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "latin1");
  } catch {
    // A kernel without IPv6 has no such file.
    return "";
  }
}

const row = /^ *\d+: ([0-9A-F]+:[0-9A-F]{4}) ([0-9A-F]+:[0-9A-F]{4}) [0-9A-F]{2} \S+ \S+ \S+ +(\d+) +\d+ (\d+) /;

function readTable(text: string, wanted: ReadonlyMap<string, unknown>): ReadonlyMap<string, SocketOwner> {
  const owners = new Map<string, SocketOwner>();
  for (const line of text.split("\n")) {
    const [, local, remote, uid, inode] = row.exec(line) ?? [];
    const key = `${local} ${remote}`;
    // A socket without an inode belongs to no process any more, and its user is not to be relied on.
    if (!wanted.has(key) || inode === undefined || inode === "0") continue;
    owners.set(key, { uid: Number(uid), inode });
  }
  return owners;
}

/** How the client's socket is listed; an IPv6 socket that speaks IPv4 stands in the other table, in the other form. */
function keysOf({ localAddress, localPort, remoteAddress, remotePort }: TcpEnds): readonly string[] {
  if (localAddress === undefined || remoteAddress === undefined) return [];
  const port = (value: number | undefined) => (value ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const [ours, theirs] = [addressBytes(localAddress), addressBytes(remoteAddress)];
  const pairs = [[ours, theirs], ...(ours.length === 4 ? [[mappedBytes(ours), mappedBytes(theirs)]] : [])];
  return pairs.map(
    ([local = [], remote = []]) => `${wordsOf(remote)}:${port(remotePort)} ${wordsOf(local)}:${port(localPort)}`,
  );
}

/** The kernel prints each four bytes as one number in its own byte order. */
function wordsOf(bytes: readonly number[]): string {
  const little = endianness() === "LE";
  let text = "";
  for (let start = 0; start < bytes.length; start += 4) {
    const word = bytes.slice(start, start + 4);
    const ordered = little ? word.toReversed() : word;
    text += ordered.map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
  }
  return text;
}
