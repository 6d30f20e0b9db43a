// Files of other programs, read and replaced whole: never half written, never without a copy of what was there.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import type { FileChange } from "../../shared/contract/connector.ts";

export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

/** A copy goes into the folder of backups first; a link stays a link, and the file it leads to is changed. */
export function applyChange({ file, after, executable }: FileChange, backups: string, stamp: string): void {
  const present = statSync(file, { throwIfNoEntry: false });
  if (present !== undefined) {
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    copyFileSync(file, join(backups, `${stamp}${backupName(file)}`));
  }
  if (after === undefined) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  if (present !== undefined && readText(file) === after) return;
  const mode = executable ? 0o755 : present === undefined ? 0o600 : present.mode & 0o777;
  const draft = join(dirname(file), `.${basename(file)}.gatehouse`);
  writeFileSync(draft, after, { mode });
  chmodSync(draft, mode);
  renameSync(draft, realFile(file, present !== undefined));
}

/** For people the folder and the file; the digest tells it from a file of the same name elsewhere. */
function backupName(file: string): string {
  const digest = createHash("sha256").update(file).digest("hex").slice(0, 8);
  return `-${digest}-${basename(dirname(file))}-${basename(file)}`;
}

/** What the file held before earlier changes, the latest first. */
export function backupsOf(file: string, backups: string): readonly string[] {
  if (!existsSync(backups)) return [];
  const name = backupName(file);
  const names = readdirSync(backups, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith(name) ? [entry.name] : [],
  );
  return names
    .toSorted()
    .toReversed()
    .flatMap((each) => readText(join(backups, each)) ?? []);
}

function realFile(file: string, exists: boolean): string {
  return exists ? realpathSync(file) : file;
}
