// The file of an export, chosen in the system's own dialog so that no page can name one.
import { app, type BrowserWindow, dialog } from "electron";
import type { ExportFormat } from "../../shared/contract/ledger-export.ts";
import { join } from "node:path";
import { exportWords } from "./words.ts";

const endings: Readonly<Record<ExportFormat, string>> = { jsonl: "jsonl", csv: "csv", ocsf: "ocsf.jsonl" };

/** Undefined if the operator cancels. */
export async function chooseExportFile(
  window: BrowserWindow | undefined,
  format: ExportFormat,
): Promise<string | undefined> {
  const ending = endings[format];
  const day = new Date().toISOString().slice(0, 10);
  const options = {
    title: exportWords.title,
    defaultPath: join(app.getPath("documents"), `gatehouse-${day}.${ending}`),
    filters: [{ name: exportWords.formats[format], extensions: [ending.split(".").at(-1) ?? ending] }],
  };
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return canceled || filePath === "" ? undefined : filePath;
}
