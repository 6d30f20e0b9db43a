// Run: measures the risk scoring on labelled data.
import "../../src/main/model/telemetry-off.ts";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readHeldOut } from "./held-out.ts";
import { htmlOf } from "./html.ts";
import { writeMarkdown } from "./markdown-file.ts";
import { reportOf } from "./measure.ts";
import { openModel } from "./model.ts";
import { createProgress } from "./progress.ts";
import { dataFiles, readRows, type Row } from "./rows.ts";
import { loadScorer, scoreRows } from "./scorers.ts";
import { markdownOf, terminalOf } from "./table.ts";
import { rulePrecision, verdictText } from "./verdict-table.ts";
import { decideRows } from "./verdicts.ts";

if (process.argv[2] === "writes") {
  const { measureWrites } = await import("./writes.ts");
  await measureWrites(process.argv.slice(3));
  process.exit(0);
}

if (process.argv[2] === "corpus") {
  const { measureCorpus } = await import("./corpus.ts");
  await measureCorpus(process.argv.includes("--list"));
  process.exit(0);
}

const usage = `Usage: npm run eval -- writes [--help]
       npm run eval -- corpus [--list]
       npm run eval -- --data DIR [--model MODEL] [--baseline MODULE] [--source NAME]...
                    [--training FILE] [--json FILE] [--html FILE] [--markdown FILE]
       npm run eval -- --data DIR --verdicts [--list] [--model MODEL] [--source NAME]...

  --data      a JSONL file, or a folder: its dev.jsonl, or else every JSONL file in it
  --model     built-in (the default), off, the manifest (JSON) of an ONNX model, or a module that exports score(questions)
  --baseline  a module that exports score(questions), to compare the model with
  --training  the figures training wrote (resources/models/metrics.json), for what it found when it left sources out
  --source    only the rows of this source; may be given several times
  --verdicts  decide each row under the default policy, sessions in order: stopped and denied by class or source, asks in honest
              sessions, and the precision of each rule; fails when a rule denies honest rows and is less precise than 99.5 %
  --list      with --verdicts: each attack that passed, and each honest row that was stopped
  --json, --html, --markdown
              write the report; a Markdown file with the lines <!-- eval --> and <!-- /eval --> keeps what stands around them`;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    json: { type: "string" },
    html: { type: "string" },
    markdown: { type: "string" },
    model: { type: "string", default: "built-in" },
    baseline: { type: "string" },
    training: { type: "string", default: join(import.meta.dirname, "../../resources/models/metrics.json") },
    source: { type: "string", multiple: true },
    verdicts: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
});

if (values.data === undefined) {
  console.error(usage);
  process.exit(2);
}

const files = await dataFiles(resolve(values.data));
const data = await Promise.all(
  files.map(async (file) => ({
    file: basename(file),
    sha256: createHash("sha256")
      .update(await readFile(file))
      .digest("hex"),
  })),
);
const rows: Row[] = [];
let unread = 0;
for (const file of files) {
  const read = await readRows(file);
  rows.push(...read.rows);
  unread += read.unread;
}
const chosen = values.source === undefined ? rows : rows.filter((row) => values.source?.includes(row.source));

const model = await openModel(values.model);
const baseline = values.baseline === undefined ? undefined : await loadScorer(resolve(values.baseline));
if (typeof model === "string") console.error(`Heuristics alone: ${model}`);
if (values.verdicts) {
  const measured = typeof model === "string" ? undefined : model;
  const decided = await decideRows(chosen, measured, createProgress(chosen.length, process.stderr));
  await measured?.close();
  console.log(verdictText(decided, values.list));
  process.exit(rulePrecision(decided).some(({ tooSevere }) => tooSevere) ? 1 : 0);
}
const wanted = chosen.filter((row) => row.unlabelled !== true);
const progress = createProgress(wanted.length, process.stderr);
const scored = await scoreRows(
  wanted,
  { model: typeof model === "string" ? undefined : model.score, baseline },
  progress,
);
if (typeof model !== "string") await model.close();

const heldOut = values.model === "built-in" && typeof model !== "string" ? await readHeldOut(values.training) : [];
const report = reportOf(scored, { data, model: typeof model === "string" ? "none" : model.name, unread, heldOut });
console.log(terminalOf(report));
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
if (values.html !== undefined) await writeFile(values.html, htmlOf(report));
if (values.markdown !== undefined) await writeMarkdown(values.markdown, markdownOf(report));
