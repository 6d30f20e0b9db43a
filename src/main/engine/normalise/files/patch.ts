// Patches: the files named by an apply_patch text or a unified diff, and the lines they add.
import { limits } from "../limits.ts";

export interface PatchedFile {
  readonly path: string;
  readonly access: "write" | "delete";
  /** The lines it gets. */
  readonly added: string;
  /** It is new, so that the lines are all it holds. */
  readonly whole: boolean;
}

export interface Patch {
  readonly files: readonly PatchedFile[];
  readonly added: string;
}

const mostFiles = 500;

export function readPatch(given: string): Patch {
  const text = given.length > limits.patchCharacters ? given.slice(0, limits.patchCharacters) : given;
  const files: (Pick<PatchedFile, "path" | "access" | "whole"> & { readonly lines: string[] })[] = [];
  const added: string[] = [];
  const begin = (path: string, access: PatchedFile["access"], whole = false): void =>
    void files.push({ path, access, whole, lines: [] });
  let removed: string | undefined;
  for (const line of text.split("\n")) {
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
    const move = /^\*\*\* Move to: (.+)$/.exec(line);
    if (files.length >= mostFiles) break;
    if (header?.[2] !== undefined)
      begin(header[2].trim(), header[1] === "Delete" ? "delete" : "write", header[1] === "Add");
    else if (move?.[1] !== undefined) begin(move[1].trim(), "write");
    else if (line.startsWith("--- ")) removed = diffPath(line);
    else if (line.startsWith("+++ ")) {
      const target = diffPath(line);
      if (target !== undefined) begin(target, "write");
      else if (removed !== undefined) begin(removed, "delete");
    } else if (line.startsWith("+")) {
      added.push(line.slice(1));
      files.at(-1)?.lines.push(line.slice(1));
    }
  }
  return {
    files: files.map(({ path, access, whole, lines }) => ({ path, access, whole, added: lines.join("\n") })),
    added: added.join("\n"),
  };
}

function diffPath(line: string): string | undefined {
  const path = line.slice(4).replace(/\t.*$/, "").trim();
  return path === "/dev/null" || path === "" ? undefined : path.replace(/^[ab]\//, "");
}
