// What can go wrong with the ledger's file, each fault with a message that says what to do.
import { SqliteError } from "better-sqlite3";

export const ledgerFaults = [
  "full",
  "read_only",
  "locked",
  "corrupt",
  "input_output",
  "missing",
  "in_use",
  "newer_version",
  "key",
  "closed",
  "unknown",
] as const;
export type LedgerFault = (typeof ledgerFaults)[number];

/** The ledger did not record it. The message is for people: what happened, and what to do. */
export class LedgerUnavailable extends Error {
  override readonly name: string = "LedgerUnavailable";
  readonly fault: LedgerFault;

  constructor(fault: LedgerFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

const advice: Readonly<Record<Exclude<LedgerFault, "newer_version" | "in_use" | "key">, (file: string) => string>> = {
  full: (file) => `The disk is full: ${file} cannot grow. Free some space; recording goes on by itself.`,
  read_only: (file) =>
    `${file} may not be written. Give it back to your user with mode 0600; recording goes on by itself.`,
  locked: (file) => `Another program holds ${file}. Close it; recording goes on by itself.`,
  corrupt: (file) =>
    `${file} is damaged. It is set aside unchanged and a new ledger begins; keep the old file for inspection.`,
  input_output: (file) =>
    `The disk failed while ${file} was written. Check the disk; recording goes on by itself when it answers.`,
  missing: (file) =>
    `${file} was removed while Gatehouse runs. It is restored from what is still open; do not move it while Gatehouse runs.`,
  closed: () => "The ledger is closed because Gatehouse is stopping.",
  unknown: (file) => `${file} could not be written. See the detail; recording goes on by itself when it can.`,
};

export function unavailable(fault: keyof typeof advice, file: string, cause?: unknown): LedgerUnavailable {
  const detail = fault === "unknown" && cause instanceof Error ? ` (${cause.message})` : "";
  return new LedgerUnavailable(fault, advice[fault](file) + detail, { cause });
}

/** Finds the fault by the error code of SQLite or the operating system. */
export function classify(error: unknown, file: string): LedgerUnavailable {
  if (error instanceof LedgerUnavailable) return error;
  return unavailable(faultOf(codeOf(error)), file, error);
}

function faultOf(code: string): keyof typeof advice {
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") return "full";
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "locked";
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") return "corrupt";
  if (code === "SQLITE_READONLY_DBMOVED") return "missing";
  if (["EACCES", "EPERM", "EROFS", "SQLITE_PERM"].includes(code)) return "read_only";
  if (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN")) return "read_only";
  if (code.startsWith("SQLITE_IOERR") || code === "EIO") return "input_output";
  return "unknown";
}

function codeOf(error: unknown): string {
  if (error instanceof SqliteError) return error.code;
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return "";
}
