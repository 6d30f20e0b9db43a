// What a plan needs to know of this machine's files, and how Linux tells it.
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { isWithin } from "../../shared/lib/within.ts";

export type FileKind = "folder" | "file" | "link" | "socket" | "other";

export interface Machine {
  /** Of the name itself, without following a link; undefined for nothing. */
  readonly kindOf: (path: string) => FileKind | undefined;
  readonly linkTarget: (path: string) => string;
  /** With every link followed; the path itself where there is nothing. */
  readonly real: (path: string) => string;
  readonly names: (folder: string) => readonly string[];
  readonly text: (file: string) => string | undefined;
  readonly isWithin: (path: string, folder: string) => boolean;
}

export const thisMachine: Machine = {
  kindOf: (path) => {
    try {
      const entry = lstatSync(path);
      if (entry.isDirectory()) return "folder";
      if (entry.isFile()) return "file";
      if (entry.isSymbolicLink()) return "link";
      return entry.isSocket() ? "socket" : "other";
    } catch {
      return undefined;
    }
  },
  linkTarget: (path) => readlinkSync(path),
  real: (path) => {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  },
  names: (folder) => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
  text: (file) => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return undefined;
    }
  },
  isWithin: (path, folder) => isWithin(path, folder, "/"),
};
