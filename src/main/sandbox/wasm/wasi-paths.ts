// The WASI calls that take a path. Node's own follow links out of the folders a tool was given; these follow none at all.
import {
  type BigIntStats,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { codeOf, type Folder, openFolder } from "../folder.ts";
import { isWithin } from "../within.ts";
import { type Calls, errors } from "./wasi-errors.ts";

/** WASI's bits: what to do when opening, and how the file behaves then. */
const [create, exclusive, truncate, nonBlocking] = [1, 4, 8, 4];
/** What is needed to compare and to empty a file; a tool that has it too can do nothing more with it. */
const ownRights = (1n << 21n) | (1n << 22n);
const firstFolder = 3;
const statBytes = 64;

const errorsByCode: Readonly<Record<string, number>> = {
  EACCES: errors.access,
  EEXIST: errors.exists,
  EISDIR: errors.isFolder,
  ELOOP: errors.loop,
  ENOENT: errors.missing,
  ENOTDIR: errors.notFolder,
  ENOTEMPTY: errors.notEmpty,
  EPERM: errors.notPermitted,
};

class Refusal extends Error {
  readonly code = "EACCES";
}

/** `folders` are real paths, in the order Node was given them. */
export function pathCalls(node: Calls, memory: () => ArrayBuffer, folders: readonly string[]): Calls {
  const known = new Map(folders.map((folder, index) => [firstFolder + index, folder]));

  function locate(descriptor: number, at: number, length: number): string {
    const base = known.get(descriptor);
    const given = new TextDecoder().decode(new Uint8Array(memory(), at, length));
    const path = join(base ?? "", given);
    const inside = base !== undefined && folders.some((folder) => isWithin(path, folder));
    if (!inside || isAbsolute(given) || given.includes("\0")) throw new Refusal(`${given} is out of scope.`);
    return path;
  }

  /** Works on a name in its folder, which is held open meanwhile; what the system refuses becomes WASI's error. */
  function within(locateIt: () => string, work: (at: string, path: string) => number): number {
    let folder: Folder | undefined;
    try {
      const path = locateIt();
      // A root has no name inside: it stands for itself.
      const root = folders.includes(path);
      folder = openFolder(root ? path : dirname(path), false);
      const result = work(folder.at(root ? "." : basename(path)), path);
      folder.verify();
      return result;
    } catch (error) {
      return errorsByCode[codeOf(error) ?? ""] ?? errors.inputOutput;
    } finally {
      folder?.close();
    }
  }

  const change = (apply: (path: string) => void) => (descriptor: number, at: number, length: number) =>
    within(
      () => locate(descriptor, at, length),
      (path) => {
        apply(path);
        return errors.none;
      },
    );

  /** Opened by Node and compared with what lies there without any link: anything else was slipped in. */
  function open(...values: readonly number[]): number {
    const [descriptor = 0, , at = 0, length = 0, how = 0, base = 0, inheriting = 0, behaviour = 0, result = 0] = values;
    return within(
      () => locate(descriptor, at, length),
      (held, path) => {
        if ((how & create) !== 0) createFile(held, (how & exclusive) !== 0);
        const stats = lstatSync(held, { bigint: true });
        if (stats.isSymbolicLink()) return errors.loop;
        if (stats.isFile() && stats.nlink > 1n) return errors.notCapable;
        const plain = how & ~(create | exclusive | truncate);
        const rights = BigInt(base) | ownRights;
        const flags = behaviour | nonBlocking;
        const opened = call("path_open", descriptor, 0, at, length, plain, rights, inheriting, flags, result);
        if (opened !== errors.none) return opened;
        const fresh = new DataView(memory()).getUint32(result, true);
        if (!isSame(stats, memory, () => call("fd_filestat_get", fresh, 0))) {
          call("fd_close", fresh);
          return errors.notCapable;
        }
        if (stats.isDirectory()) known.set(fresh, path);
        return (how & truncate) === 0 ? errors.none : call("fd_filestat_set_size", fresh, 0n);
      },
    );
  }

  function call(name: string, ...values: readonly (number | bigint)[]): number {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node types its WASI calls for 32 bits only; some take 64
    return node[name]?.(...(values as number[])) ?? errors.notSupported;
  }

  return {
    path_open: open,
    path_create_directory: change(mkdirSync),
    path_remove_directory: change(rmdirSync),
    path_unlink_file: change(unlinkSync),
    path_rename: (descriptor = 0, at = 0, length = 0, toDescriptor = 0, toAt = 0, toLength = 0) =>
      within(
        () => locate(descriptor, at, length),
        (from) => change((to) => renameSync(from, to))(toDescriptor, toAt, toLength),
      ),
    path_filestat_get: (descriptor = 0, _follow = 0, at = 0, length = 0, result = 0) =>
      within(
        () => locate(descriptor, at, length),
        (path) => writeStats(new DataView(memory()), result, lstatSync(path, { bigint: true })),
      ),
    fd_close(descriptor = 0) {
      known.delete(descriptor);
      return call("fd_close", descriptor);
    },
  };
}

/** Asks through the tool's own memory, which is all Node can write to, and puts back what was there. */
function isSame({ dev, ino }: BigIntStats, memory: () => ArrayBuffer, writeStatsAtStart: () => number): boolean {
  const borrowed = new Uint8Array(memory(), 0, statBytes);
  const before = borrowed.slice();
  const asked = writeStatsAtStart();
  const view = new DataView(memory());
  const same = asked === errors.none && view.getBigUint64(0, true) === dev && view.getBigUint64(8, true) === ino;
  borrowed.set(before);
  return same;
}

function createFile(path: string, mustBeNew: boolean): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  closeSync(openSync(path, flags | (mustBeNew ? constants.O_EXCL : 0), 0o666));
}

function writeStats(view: DataView, at: number, stats: BigIntStats): number {
  const type = stats.isDirectory() ? 3 : stats.isFile() ? 4 : stats.isSymbolicLink() ? 7 : 0;
  const words = [
    stats.dev,
    stats.ino,
    BigInt(type),
    stats.nlink,
    stats.size,
    stats.atimeNs,
    stats.mtimeNs,
    stats.ctimeNs,
  ];
  for (const [index, word] of words.entries()) view.setBigUint64(at + index * 8, BigInt.asUintN(64, word), true);
  return errors.none;
}
