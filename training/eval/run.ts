// Run: measures the risk scoring on labelled data. npm run eval -- --data DIR [--json FILE] [--html FILE] [--model MODULE]
import { writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { htmlOf } from "./html.ts";
import { reportOf } from "./measure.ts";
import { dataFiles, readRows, type Row } from "./rows.ts";
import { loadModel, scoreRows } from "./scorers.ts";
import { markdownOf, terminalOf } from "./table.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    json: { type: "string" },
    html: { type: "string" },
    markdown: { type: "string" },
    model: { type: "string" },
    source: { type: "string", multiple: true },
  },
});

if (values.data === undefined) {
  console.error(
    "Say where the data is: npm run eval -- --data DIR [--json FILE] [--html FILE] [--markdown FILE] [--model MODULE] [--source NAME]",
  );
  process.exit(2);
}

const files = await dataFiles(resolve(values.data));
const rows: Row[] = [];
let unread = 0;
for (const file of files) {
  const read = await readRows(file);
  rows.push(...read.rows);
  unread += read.unread;
}
const wanted = values.source === undefined ? rows : rows.filter((row) => values.source?.includes(row.source));
const model = await loadModel(values.model === undefined ? undefined : resolve(values.model));
const scored = await scoreRows(wanted, model, (done) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${wanted.length} rows`);
});
if (process.stderr.isTTY) process.stderr.write("\n");

const report = reportOf(
  scored,
  files.map((file) => basename(file)),
  unread,
);
console.log(terminalOf(report));
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
if (values.html !== undefined) await writeFile(values.html, htmlOf(report));
if (values.markdown !== undefined) await writeFile(values.markdown, `${markdownOf(report)}\n`);
