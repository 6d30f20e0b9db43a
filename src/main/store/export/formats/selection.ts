// Some of the entries as lines of JSON: each record is whole and carries its hash, but they are no chain.
import type { LedgerEntry } from "../../../shared/audit.ts";
import type { Json } from "../../../shared/json.ts";
import type { LedgerFilter } from "../../../shared/ledger-search.ts";
import { canonical } from "../canonical.ts";
import { recordLine } from "../record.ts";

export interface SelectionHead {
  readonly publicKey: string;
  readonly filter: LedgerFilter;
}

export function* selectionText(
  pages: Iterable<readonly LedgerEntry[]>,
  { publicKey, filter }: SelectionHead,
): Iterable<string> {
  const given: Record<string, Json> = {};
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) given[name] = value;
  yield `${canonical({ type: "gatehouse-selection", version: 1, publicKey, filter: given })}\n`;
  for (const page of pages) yield page.map(lineOf).join("");
}

function lineOf({ sequence, previousHash, hash, ...content }: LedgerEntry): string {
  return `${recordLine(canonical({ ...content }), previousHash, sequence, hash)}\n`;
}
