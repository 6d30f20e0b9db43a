// Some of the entries as lines of JSON: each record is whole and carries its hash, but they are no chain.
import type { LedgerEntry } from "../../../../shared/domain/audit.ts";
import type { Json } from "../../../../shared/lib/json.ts";
import type { LedgerFilter } from "../../../../shared/contract/ledger-search.ts";
import { canonicalRecord } from "../../../../shared/lib/canonical.ts";
import { recordLine } from "../../record.ts";

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
  yield `${canonicalRecord({ type: "gatehouse-selection", version: 1, publicKey, filter: given })}\n`;
  for (const page of pages) yield page.map(lineOf).join("");
}

function lineOf({ sequence, previousHash, hash, ...content }: LedgerEntry): string {
  return `${recordLine(canonicalRecord({ ...content }), previousHash, sequence, hash)}\n`;
}
