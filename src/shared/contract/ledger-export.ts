// Exports of the ledger: the formats it is handed on in, and what came of one.

/** jsonl loses nothing and can be verified; csv is for spreadsheets; ocsf is for security tools (OCSF 1.x, an event a line). */
export const exportFormats = ["jsonl", "csv", "ocsf"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportReport {
  readonly file: string;
  readonly format: ExportFormat;
  readonly entries: number;
  readonly bytes: number;
  readonly milliseconds: number;
}
