// Card: what is known about the model, as a page beside its files.
import type { Head, Measured, Metrics, Share } from "./metrics.ts";

export type Licences = ReadonlyMap<string, ReadonlySet<string>>;

const percent = ({ rate, low, high }: Share): string =>
  `${(rate * 100).toFixed(1)} (${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)})`;

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(headings), row(headings.map(() => "---")), ...rows.map(row)].join("\n");
}

function licenceOf(source: string, licences: Licences): string {
  if (source.startsWith("package_")) return "MIT, ISC, BSD, Apache-2.0 and the like, as each package says";
  if (source.endsWith("+")) return "as its source";
  return [...(licences.get(source) ?? [])].join(", ") || "MIT (written for Gatehouse)";
}

function counted(counts: Metrics["counts"], licences: Licences): string {
  const rows = Object.entries(counts).flatMap(([split, sources]) =>
    Object.entries(sources).map(([source, [honest, risky]]) => [
      split,
      source,
      String(risky),
      String(honest),
      licenceOf(source, licences),
    ]),
  );
  return tableOf(["split", "source", "risky", "honest", "licence"], rows);
}

function measured(groups: Readonly<Record<string, Measured>>, others: Readonly<Record<string, Measured>>): string {
  const rows = Object.entries(groups).flatMap(([name, group]) =>
    (["recall", "false_alarms"] as const).flatMap((kind) => {
      const figures = group[kind];
      if (figures === undefined) return [];
      const { model, heuristics, both } = figures;
      const words = others[name]?.[kind]?.model["0.7"];
      return [
        [
          name,
          kind === "recall" ? "recall" : "false alarms",
          String(model["0.7"].of),
          percent(model["0.7"]),
          percent(heuristics["0.7"]),
          percent(both["0.7"]),
          words === undefined ? "–" : percent(words),
          percent(model["0.8"]),
          percent(both["0.8"]),
        ],
      ];
    }),
  );
  return tableOf(
    ["rows", "what", "n", "model 0.7", "heuristics 0.7", "both 0.7", "bag of words 0.7", "model 0.8", "both 0.8"],
    rows,
  );
}

function areas({ areas }: Head): string {
  const rows = Object.entries(areas).flatMap(([kind, named]) =>
    Object.entries(named).map(([name, found]) => [
      kind,
      name,
      found === null ? "–" : `${found.rate.toFixed(4)} (${found.low.toFixed(4)}–${found.high.toFixed(4)})`,
    ]),
  );
  return tableOf(["rows", "by", "AUC"], rows);
}

function section(title: string, head: Head): string {
  return `## ${title}

\`${head.file}\`, SHA-256 \`${head.sha256}\`, learned from ${head.rows} rows.

### On the development split (per cent, 95 % intervals)

${measured(head.groups, head.bag_of_words)}

${areas(head)}

### Sources held out as a whole

Learned and calibrated without the source, then measured on it.

${measured(head.held_out, {})}
`;
}

export function cardOf(metrics: Metrics, licences: Licences, version: string): string {
  return `# The built-in risk model, version ${version}

Made by \`npm run train\`; do not edit. Two small ONNX models: one scores tool calls, one scores texts (tool results, messages,
retrieved documents, descriptions of tools). Each is a table of weights, one for each feature, and a bent line that turns their sum into
a score. The licence of the files is the project's (MIT).

**Meant for** a second opinion beside the heuristics: the score of a decision is the higher of the two. **Not meant for** deciding
alone, judging people, or anything but tool calls and texts of software agents.

## What it sees

- Of a call: the facts of phase 1 (programs, options, words, places, hosts, code words) and which heuristics found something. Quotes,
  order, length, made-up names, numbers, addresses and scratch places are left out: they tell who wrote a command, not what it does.
- Of a text: words, pairs and triples of each passage; what kind of thing the passage is (prose, table, code, header, list), whether it
  asks, orders or tells, and what stands around it; words of each window of about 900 characters and of the whole. The worst part decides.
- The agent's own reasoning: never.

Features become numbers by a hash (262,144 of them), so no row of any source is in the files.

## How it is made

Logistic regression with L2, one weight for each feature; sources are weighted by the root of their size, attacks and honest rows by
half each. Of texts, only the worst parts of an attack are learned from after the first of four rounds. Honest commands are joined to
scripts and dressed with redirections, conditions and scratch files; attacks are placed among honest steps; the examples of the
heuristics and sentences of our own are added, and mails, tables, failures and articles of our own with and without a request that
was slipped into them. Not learned from: attacks marked as weak, rows marked as destructive, honest rows the
heuristics ask about, and \`asb_\` sources (their labels are about intent that is not in the words).

0.7 and 0.8 are set on the development split so that in every honest source the model alone lifts at most 0.2 % of calls (0.5 % of
texts) to either, and so that at most one in a hundred of the calls that a heuristic asks a human about come to 0.8. The same data and versions give the same files: one thread, fixed seeds, no sampling in the fit.

## Data

${counted(metrics.counts, licences)}

Sources named with + are rows made from others (see above). \`package_documents\` and \`package_scripts\` are the documents and scripts of
the packages in \`node_modules\`, a fifth of the packages kept apart for the thresholds: without their prose, a fifth of the README files of a
Debian system were false alarms; with it, about one in two hundred of its documents is, and none of those were learned from. Development rows are for calibrating and measuring only; gtfobins and
nl2bash (GPL-3.0) are there alone, nothing was learned from them.

${section("Tool calls", metrics.heads.calls)}
${section("Texts", metrics.heads.texts)}
## Limits

- The development split was also chosen on, by the heuristics, the made sentences and the thresholds: expect less on other sources.
- Labels come from where a row was found. Some attacks are harmless alone (\`uname -a\`), and no model can tell their purpose.
- There is next to no honest PowerShell or cmd in the data, so false alarms there are not known.
- English; other languages are scored by what little English is in them.
- Words can be changed by whoever writes an attack. The model never lowers a score, and nothing relies on it alone.
`;
}
