// The files that a build ships outside its archive (models, packs, policies), checked against the hashes the build knows.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fail, ok, type Result } from "../../shared/lib/result.ts";

/** SHA-256 in hex by path within the resources. The build puts it in; sources run without it. */
declare const __SHIPPED_FILES__: Readonly<Record<string, string>> | undefined;

export type Hashes = Readonly<Record<string, string>>;

function shippedHashes(): Hashes {
  return typeof __SHIPPED_FILES__ === "undefined" ? {} : __SHIPPED_FILES__;
}

/** Where they are, for a module two folders below the program's root: in it, or beside the archive that is the root of a package. */
export function shippedFilesFor(moduleFolder: string): string {
  const root = dirname(dirname(moduleFolder));
  return basename(root) === "app.asar" ? dirname(root) : join(root, "resources");
}

/** A changed model or pack would judge differently without anybody having decided that, so nothing starts with one. */
export function checkShippedFiles(directory: string, hashes: Hashes = shippedHashes()): Result<void, string> {
  const changed = Object.entries(hashes).flatMap(([path, hash]) => {
    const found = hashOf(join(directory, path));
    if (found === hash) return [];
    return [`${path} ${found === undefined ? "is missing" : "is not the file this version came with"}`];
  });
  if (changed.length === 0) return ok(undefined);
  return fail(
    `Gatehouse does not start, because of its own files in ${directory}: ${changed.join("; ")}. ` +
      "Install it again. Your own rules belong into packs and policies in the data directory.",
  );
}

function hashOf(file: string): string | undefined {
  try {
    return createHash("sha256").update(readFileSync(file)).digest("hex");
  } catch {
    return undefined;
  }
}
