// Own descriptors (Linux): which of the system's sockets this process holds, and so which of them Gatehouse listens on.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The numbers of the sockets this process has open. */
export function heldSockets(): ReadonlySet<string> {
  const held = new Set<string>();
  for (const descriptor of readdirSync("/proc/self/fd")) {
    try {
      const number = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`))?.[1];
      if (number !== undefined) held.add(number);
    } catch {
      // Closed meanwhile.
    }
  }
  return held;
}

export interface ListeningSocket {
  /** The kernel's number for it, which no other socket has while it is open. */
  readonly number: string;
  /** The path it was bound to. */
  readonly path: string;
}

const listening = "00010000";

/** Sockets with a path that some process on this machine listens on. */
export function listeningPaths(): readonly ListeningSocket[] {
  return rowsOf("/proc/self/net/unix").flatMap((row) => {
    const [, , , flags, , , number = "", ...words] = row;
    const path = words.join(" ");
    return flags === listening && path.startsWith("/") ? [{ number, path }] : [];
  });
}

const listenState = "0A";

/** TCP ports this process listens on, whatever the address. */
export function listeningPorts(): ReadonlySet<number> {
  const held = heldSockets();
  const rows = [...rowsOf("/proc/self/net/tcp"), ...rowsOf("/proc/self/net/tcp6")];
  return new Set(
    rows.flatMap(([, local = "", , state, , , , , , number = ""]) =>
      state === listenState && held.has(number) ? [Number.parseInt(local.split(":")[1] ?? "", 16)] : [],
    ),
  );
}

function rowsOf(file: string): readonly (readonly string[])[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/));
  } catch {
    // IPv6 may be switched off.
    return [];
  }
}
