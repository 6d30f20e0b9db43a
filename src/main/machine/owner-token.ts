// The owner's token: made on first start, readable by the owner alone, and shown by callers the kernel cannot vouch for.
import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tokenFileName } from "../../shared/local/data-directory.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";

const tokenBytes = 32;
const tokenPattern = /^[0-9a-f]{64}$/;

export function openOwnerToken(dataDirectory: string, platform: NodeJS.Platform): Result<string, string> {
  const file = join(dataDirectory, tokenFileName);
  try {
    return ok(readPrivate(file, platform) ?? create(file));
  } catch (error) {
    return fail(`The token in ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Undefined when there is none, or when others could have read or replaced it: then a new one is made. */
function readPrivate(file: string, platform: NodeJS.Platform): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return undefined;
  if (platform !== "win32" && (found.mode & 0o077) !== 0) return undefined;
  const token = readFileSync(file, "utf8").trim();
  return tokenPattern.test(token) ? token : undefined;
}

/** Replaces the file in one step, so that nobody ever reads half a token. */
function create(file: string): string {
  const token = randomBytes(tokenBytes).toString("hex");
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, `${token}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return token;
}
