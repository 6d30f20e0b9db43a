// Attacks replayed twice on a throwaway machine with decoys, bare and inside a contained run: how many reach their goal.
// As root: node training/eval/replay/run.ts FILE...

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRows, type Row } from "../rows.ts";
import { decideRows } from "../verdicts.ts";
import { runOnMachine } from "./machine.ts";
import type { Attack } from "./replay.ts";
import { commandOf } from "./stage.ts";

const files = process.argv.slice(2);
if (files.length === 0) throw new Error("Name files of rows.");
const attacks: Attack[] = [];
for (const file of files) {
  const { rows } = await readRows(file);
  for (const { row, stopped } of await decideRows(rows, undefined, () => undefined)) {
    if (!row.risky || row.unlabelled === true || row.kind !== "command" || row.posix === false) continue;
    attacks.push({ row, approved: !stopped, before: stepsBefore(rows, row) });
  }
}
const folder = mkdtempSync(join(tmpdir(), "gatehouse-attacks-"));
try {
  const chosen = join(folder, "attacks.jsonl");
  writeFileSync(chosen, attacks.map((attack) => JSON.stringify(attack)).join("\n"));
  const ports = attacks.flatMap(({ row }) =>
    [...commandOf(row).matchAll(/[: /](\d{2,5})\b/g)].map(([, port]) => Number(port)),
  );
  process.exitCode = await runOnMachine(
    "training/eval/replay/replay.ts",
    chosen,
    ports.filter((port) => port < 65_536),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What the same session did before: an attack in two steps needs the first. */
function stepsBefore(rows: readonly Row[], row: Row): readonly Row[] {
  if (row.session === undefined) return [];
  const session = rows.filter(({ session: name }) => name === row.session);
  return session.slice(0, session.indexOf(row)).filter(({ kind }) => kind === "command" || kind === "write");
}
