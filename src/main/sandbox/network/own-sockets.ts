// Own sockets (Linux): where the files of the sockets that Gatehouse listens on are now, wherever they were moved or linked.
import { closeSync, constants, fstatSync, openSync, readlinkSync } from "node:fs";
import { heldSockets, listeningPaths } from "./own-descriptors.ts";

export interface OwnSocket {
  /** Where its file is now. */
  readonly path: string;
  /** Whether the file has more names than this one; where they are nobody can tell. */
  readonly linked: boolean;
}

/** Linux's O_PATH, which Node does not name: a handle that only says which file it is, and follows it when it is moved. */
const pathOnly = 0o10000000;

type Known =
  | { readonly ours: false }
  | { readonly ours: true; readonly path: string; readonly handle: number | undefined };

/** By the kernel's number, from the first time each was seen. */
const known = new Map<string, Known>();

/**
 * Call it as soon as the listeners are open: a file is recognised from then on. One that was deleted since can be reached by
 * nobody and is left out; one that was gone before may be anywhere.
 */
export function ownSockets(): readonly OwnSocket[] {
  if (process.platform !== "linux") return [];
  const open = listeningPaths();
  forgetOthers(new Set(open.map(({ number }) => number)));
  const fresh = open.filter(({ number }) => !known.has(number));
  const held = fresh.length === 0 ? undefined : heldSockets();
  for (const { number, path } of fresh)
    known.set(number, held?.has(number) === true ? { ours: true, path, handle: openFile(path) } : { ours: false });
  return [...known.values()].flatMap((socket) => (socket.ours ? placeOf(socket) : []));
}

function forgetOthers(open: ReadonlySet<string>): void {
  for (const [number, socket] of known) {
    if (open.has(number)) continue;
    if (socket.ours && socket.handle !== undefined) closeSync(socket.handle);
    known.delete(number);
  }
}

function openFile(path: string): number | undefined {
  try {
    return openSync(path, pathOnly | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
}

function placeOf({ path, handle }: Extract<Known, { ours: true }>): readonly OwnSocket[] {
  if (handle === undefined) return [{ path, linked: true }];
  const { nlink } = fstatSync(handle);
  return nlink === 0 ? [] : [{ path: readlinkSync(`/proc/self/fd/${handle}`), linked: nlink > 1 }];
}
