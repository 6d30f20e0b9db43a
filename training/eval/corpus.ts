// Corpus: whole verdicts on our own attacks and their honest look-alikes, the two halves that rules were written with, and two parts that nobody has tuned to.
import { join } from "node:path";
import { openModel } from "./model.ts";
import { createProgress } from "./progress.ts";
import { readRows } from "./rows.ts";
import { verdictText } from "./verdict-table.ts";
import { decideRows } from "./verdicts.ts";

const halves = ["seen", "held-out", "third", "fourth"] as const;

export async function measureCorpus(list: boolean): Promise<void> {
  const model = await openModel("built-in");
  const measured = typeof model === "string" ? undefined : model;
  for (const half of halves) {
    const { rows } = await readRows(join(import.meta.dirname, `../corpus/${half}.jsonl`));
    const decided = await decideRows(rows, measured, createProgress(rows.length, process.stderr));
    console.log(`${half}: ${rows.length} rows\n\n${verdictText(decided, list)}\n`);
  }
  await measured?.close();
}
