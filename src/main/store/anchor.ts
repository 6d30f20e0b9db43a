// A copy of the last checkpoint beside the database: a ledger cut short, or an older copy put back, does not reach it.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkSigned, type CheckpointStatement, type Signed, statementText } from "./statements.ts";

export const anchorFile = "ledger.head.json";

/** On disk when it returns: the database says afterwards that it was written, and must not say so of a file that is lost. */
export function writeAnchor(directory: string, publicKey: string, checkpoint: Signed<CheckpointStatement>): void {
  const text = JSON.stringify({
    statement: statementText(checkpoint.statement),
    signature: checkpoint.signature,
    publicKey,
  });
  const temporary = join(directory, `${anchorFile}.new`);
  writeFileSync(temporary, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, join(directory, anchorFile));
  flushFolder(directory);
}

/** Windows has no such thing and needs none. */
function flushFolder(directory: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The last checkpoint that reached the file; undefined when there is none, or it is not signed by one of these keys. */
export function readAnchor(directory: string, trustedKeys: readonly string[]): CheckpointStatement | undefined {
  const anchor = readAnchorFile(directory);
  if (anchor === undefined) return undefined;
  const checked = checkSigned(anchor.statement, anchor.signature, trustedKeys);
  if (!("statement" in checked) || checked.fault !== undefined) return undefined;
  return checked.statement.type === "checkpoint" ? checked.statement : undefined;
}

/** The public key the console left beside the ledger, for a copy that lacks the private one. */
export function readAnchorKey(directory: string): string | undefined {
  return readAnchorFile(directory)?.publicKey;
}

function readAnchorFile(directory: string): { statement: string; signature: string; publicKey: string } | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(directory, anchorFile), "utf8"));
    if (typeof value !== "object" || value === null) return undefined;
    const { statement, signature, publicKey }: Partial<Record<string, unknown>> = { ...value };
    if (typeof statement !== "string" || typeof signature !== "string" || typeof publicKey !== "string")
      return undefined;
    return { statement, signature, publicKey };
  } catch {
    return undefined;
  }
}
