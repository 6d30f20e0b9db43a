// Entries as CSV (RFC 4180) for spreadsheets and scripts, with a line of headings.
import { stringify } from "csv-stringify/sync";
import type { LedgerEntry } from "../../../../shared/domain/audit.ts";
import { canonicalRecord } from "../../../../shared/lib/canonical.ts";

const columns: readonly (readonly [heading: string, cell: (entry: LedgerEntry) => string | number | undefined])[] = [
  ["sequence", (entry) => entry.sequence],
  ["time", (entry) => new Date(entry.at).toISOString()],
  ["kind", (entry) => entry.kind],
  ["agent", (entry) => entry.agentDid],
  ["session", (entry) => entry.sessionId],
  ["intent", (entry) => entry.intentId],
  ["parent", (entry) => entry.parentIntent],
  ["protocol", (entry) => entry.protocol],
  ["tool", (entry) => entry.tool],
  ["verdict", (entry) => entry.outcome],
  ["level", (entry) => entry.level],
  ["score", (entry) => entry.score],
  ["reason", (entry) => entry.reason],
  ["decider", (entry) => entry.decider],
  ["rule", (entry) => entry.rule],
  ["paths", (entry) => entry.paths?.join("; ")],
  ["hosts", (entry) => entry.hosts?.join("; ")],
  ["summary", (entry) => entry.summary],
  ["body", (entry) => canonicalRecord(entry.body)],
  ["previous_hash", (entry) => entry.previousHash],
  ["hash", (entry) => entry.hash],
];

/** A line feed first is the one beginning a spreadsheet may take for a formula's that the library does not know. */
function guarded(cell: string | number | undefined): string | number | undefined {
  return typeof cell === "string" && cell.startsWith("\n") ? `'${cell}` : cell;
}

const options = {
  // What agents write must not become a formula on somebody's desk.
  escape_formulas: true,
  record_delimiter: "windows",
  // A lone line feed or carriage return inside a cell is not the end of a line.
  quote_record_delimiter: true,
} as const;

export function* csvText(pages: Iterable<readonly LedgerEntry[]>): Iterable<string> {
  yield stringify([columns.map(([heading]) => heading)], options);
  for (const page of pages) {
    yield stringify(
      page.map((entry) => columns.map(([, cell]) => guarded(cell(entry)))),
      options,
    );
  }
}
