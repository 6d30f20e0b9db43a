// Patches: the files named by an apply_patch text or a unified diff, and the lines they add.
import { limits } from "../limits.ts";

export interface PatchedFile {
  readonly path: string;
  readonly access: "write" | "delete";
}

export interface Patch {
  readonly files: readonly PatchedFile[];
  readonly added: string;
}

const mostFiles = 500;

export function readPatch(given: string): Patch {
  const text = given.length > limits.patchCharacters ? given.slice(0, limits.patchCharacters) : given;
  const files: PatchedFile[] = [];
  const added: string[] = [];
  let removed: string | undefined;
  for (const line of text.split("\n")) {
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
    const move = /^\*\*\* Move to: (.+)$/.exec(line);
    if (files.length >= mostFiles) break;
    if (header?.[2] !== undefined)
      files.push({ path: header[2].trim(), access: header[1] === "Delete" ? "delete" : "write" });
    else if (move?.[1] !== undefined) files.push({ path: move[1].trim(), access: "write" });
    else if (line.startsWith("--- ")) removed = diffPath(line);
    else if (line.startsWith("+++ ")) {
      const target = diffPath(line);
      if (target !== undefined) files.push({ path: target, access: "write" });
      else if (removed !== undefined) files.push({ path: removed, access: "delete" });
    } else if (line.startsWith("+")) added.push(line.slice(1));
  }
  return { files, added: added.join("\n") };
}

function diffPath(line: string): string | undefined {
  const path = line.slice(4).replace(/\t.*$/, "").trim();
  return path === "/dev/null" || path === "" ? undefined : path.replace(/^[ab]\//, "");
}
