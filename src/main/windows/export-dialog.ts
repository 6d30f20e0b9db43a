// Where an export shall go: the system's own dialog asks, so that no page can name a file.
import { app, type BrowserWindow, dialog } from "electron";
import type { ExportFormat } from "../../shared/ledger-export.ts";
import { join } from "node:path";

const kinds: Readonly<Record<ExportFormat, { readonly name: string; readonly ending: string }>> = {
  jsonl: { name: "JSON lines, verifiable", ending: "jsonl" },
  csv: { name: "Table (CSV)", ending: "csv" },
  ocsf: { name: "OCSF events", ending: "ocsf.jsonl" },
};

/** Undefined when the human chose none. */
export async function chooseExportFile(
  window: BrowserWindow | undefined,
  format: ExportFormat,
): Promise<string | undefined> {
  const { name, ending } = kinds[format];
  const day = new Date().toISOString().slice(0, 10);
  const options = {
    title: "Export the ledger",
    defaultPath: join(app.getPath("documents"), `gatehouse-${day}.${ending}`),
    filters: [{ name, extensions: [ending.split(".").at(-1) ?? ending] }],
  };
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return canceled || filePath === "" ? undefined : filePath;
}
