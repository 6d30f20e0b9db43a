// A copy of the last checkpoint beside the database: it shows when the ledger was cut short or replaced by an older copy.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { checkSigned, type CheckpointStatement, type Signed, statementText } from "./statements.ts";

export const checkpointFile = "ledger.head.json";

const fileSchema = z.object({ statement: z.string(), signature: z.string(), publicKey: z.string() });

/** On disk when it returns: the database then records that the file was written, and must not do so for a file that is lost. */
export function writeCheckpointFile(
  directory: string,
  publicKey: string,
  checkpoint: Signed<CheckpointStatement>,
): void {
  const text = JSON.stringify({
    statement: statementText(checkpoint.statement),
    signature: checkpoint.signature,
    publicKey,
  });
  const temporary = join(directory, `${checkpointFile}.new`);
  writeFileSync(temporary, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, join(directory, checkpointFile));
  flushFolder(directory);
}

/** Windows can neither do this nor needs it. */
function flushFolder(directory: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Undefined when there is no file, or it is not signed by one of these keys. */
export function readCheckpointFile(directory: string, trustedKeys: readonly string[]): CheckpointStatement | undefined {
  const content = readFile(directory);
  if (content === undefined) return undefined;
  const checked = checkSigned(content.statement, content.signature, trustedKeys);
  if (!("statement" in checked) || checked.fault !== undefined) return undefined;
  return checked.statement.type === "checkpoint" ? checked.statement : undefined;
}

/** The console's public key, for a copy of the ledger that lacks the private one. */
export function readPublicKeyFile(directory: string): string | undefined {
  return readFile(directory)?.publicKey;
}

function readFile(directory: string): z.output<typeof fileSchema> | undefined {
  try {
    return fileSchema.safeParse(JSON.parse(readFileSync(join(directory, checkpointFile), "utf8"))).data;
  } catch {
    return undefined;
  }
}
