// What the console signs about the ledger: checkpoints (the Merkle root at a size) and stubs (what retention removed).
import { canonicalRecord } from "../../../shared/lib/canonical.ts";
import { type ConsoleKey, isSignedBy, keyIdOf } from "./keys.ts";

export interface CheckpointStatement {
  readonly type: "checkpoint";
  /** How many entries the tree covers, counted from the very first one. */
  readonly size: number;
  readonly root: string;
  readonly lastHash: string;
  /** The size of the checkpoint before, so that none can be taken out of the row. */
  readonly previousSize: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly keyId: string;
}

export interface StubStatement extends Omit<CheckpointStatement, "type" | "previousSize"> {
  readonly type: "stub";
  /** The complete subtrees of what was removed, so that later roots can still be computed. */
  readonly peaks: readonly string[];
  /** The compressed file the entries went to, if they were kept. */
  readonly archive?: string;
}

export type Statement = CheckpointStatement | StubStatement;

export interface Signed<Value extends Statement> {
  readonly statement: Value;
  readonly signature: string;
}

export function signStatement<Value extends Statement>(key: ConsoleKey, statement: Value): Signed<Value> {
  return { statement, signature: key.sign(statementText(statement)) };
}

export function statementText(statement: Statement): string {
  return canonicalRecord({ ...statement });
}

/** A statement from a file: undefined unless it has every member it should, and of the right form. */
export function parseStatement(text: string): Statement | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isStatement(value) ? value : undefined;
}

const hash = /^[0-9a-f]{64}$/;

function isStatement(value: unknown): value is Statement {
  if (typeof value !== "object" || value === null) return false;
  const members: Partial<Record<string, unknown>> = { ...value };
  const { type, size, root, lastHash, previousSize, at, keyId, peaks, archive } = members;
  const common =
    Number.isSafeInteger(size) &&
    Number.isSafeInteger(at) &&
    typeof keyId === "string" &&
    typeof root === "string" &&
    hash.test(root) &&
    typeof lastHash === "string" &&
    hash.test(lastHash);
  if (!common) return false;
  if (type === "checkpoint") return Number.isSafeInteger(previousSize);
  const peaksFit = Array.isArray(peaks) && peaks.every((peak) => typeof peak === "string" && hash.test(peak));
  return type === "stub" && peaksFit && (archive === undefined || typeof archive === "string");
}

export type SignatureFault = "form" | "unknown_key" | "signature";

/** Reads a signed statement and checks it against the keys that are trusted. */
export function checkSigned(
  text: string,
  signature: string,
  trustedKeys: readonly string[],
): { readonly statement: Statement; readonly fault?: SignatureFault } | { readonly fault: "form" } {
  const statement = parseStatement(text);
  if (statement === undefined) return { fault: "form" };
  const publicKey = trustedKeys.find((key) => keyIdOf(key) === statement.keyId);
  if (publicKey === undefined) return { statement, fault: "unknown_key" };
  // The text as stored is what was signed; a member added beside the known ones breaks the signature.
  if (!isSignedBy(publicKey, text, signature)) return { statement, fault: "signature" };
  return { statement };
}
