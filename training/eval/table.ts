// Table: the figures as people read them on a terminal or in a document.
import type { HeldOut } from "./held-out.ts";
import type { Comparison, Group, Report } from "./measure.ts";
import type { Rate } from "./statistics.ts";
import type { Target } from "./targets.ts";

function percent(rate: Rate): string {
  if (rate.of === 0 || Number.isNaN(rate.rate)) return "–";
  return `${(rate.rate * 100).toFixed(1)} (${(rate.low * 100).toFixed(1)}–${(rate.high * 100).toFixed(1)})`;
}

function area(rate: Rate): string {
  return Number.isNaN(rate.rate) ? "–" : `${rate.rate.toFixed(3)} (${rate.low.toFixed(3)}–${rate.high.toFixed(3)})`;
}

const headings = [
  "rows",
  "by",
  "risky",
  "honest",
  "recall 0.8 %",
  "recall 0.7 %",
  "false alarms 0.8 %",
  "false alarms 0.7 %",
  "precision 0.8 %",
  "precision 0.7 %",
  "AUC",
  "silent %",
  "not inspected %",
];

function linesOf(group: Group): readonly (readonly string[])[] {
  return group.measured.map((measured, index) => {
    const [deny, ask] = measured.at;
    const shown = (rate: Rate | undefined): string => (rate === undefined ? "–" : percent(rate));
    return [
      index === 0 ? group.name : "",
      measured.scoring,
      index === 0 ? String(group.risky) : "",
      index === 0 ? String(group.honest) : "",
      shown(deny?.recall),
      shown(ask?.recall),
      shown(deny?.falsePositiveRate),
      shown(ask?.falsePositiveRate),
      shown(deny?.precision),
      shown(ask?.precision),
      `${area(measured.area)}${measured.areaAgainstOthers ? " *" : ""}`,
      index === 0 ? percent(group.silent) : "",
      index === 0 ? percent(group.uninspected) : "",
    ];
  });
}

function targetLine({ rows, what, limit, atLeast, measured, kept }: Target): readonly string[] {
  return [
    rows,
    what,
    `${atLeast ? "≥" : "≤"} ${Number((limit * 100).toFixed(1))} %`,
    percent(measured),
    kept ? "kept" : "MISSED",
  ];
}

function comparisonLine({ rows, first, second, difference, low, high }: Comparison): readonly string[] {
  const sign = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
  const word = low > 0 ? "better" : high < 0 ? "worse" : "not told apart";
  return [rows, `${first} against ${second}`, `${sign(difference)} (${sign(low)} to ${sign(high)})`, word];
}

const heldOutHeadings = [
  "source left out",
  "rows",
  "what",
  "model 0.8 %",
  "model 0.7 %",
  "combined 0.8 %",
  "combined 0.7 %",
];

function heldOutLine({ kind, source, what, model, combined }: HeldOut): readonly string[] {
  const rows = [...model, ...combined].find((rate) => rate !== undefined)?.of ?? 0;
  const shown = [...model, ...combined].map((rate) => (rate === undefined ? "–" : percent(rate)));
  return [source, `${rows} ${what === "recall" ? "risky" : "honest"} ${kind}`, what, ...shown];
}

export type Table = readonly (readonly string[])[];

const note = "* Rows of one class alone: against all calls that are neither weak nor PowerShell or cmd, or all texts.";

/** Every table of a report, each with its headings first. */
export function tablesOf(report: Report): readonly { readonly title: string; readonly table: Table }[] {
  return [
    { title: "Targets", table: [["rows", "what", "wanted", "measured %", ""], ...report.targets.map(targetLine)] },
    { title: "Each source and in total", table: [headings, ...report.groups.flatMap(linesOf)] },
    {
      title: "One scoring against another, difference of the AUC",
      table: [["rows", "which", "difference", ""], ...report.comparisons.map(comparisonLine)],
    },
    {
      title: "Learned without a source, measured on it",
      table: [heldOutHeadings, ...report.heldOut.map(heldOutLine)],
    },
  ].filter(({ table }) => table.length > 1);
}

export function examplesOf(report: Report): readonly { readonly title: string; readonly table: Table }[] {
  const withModel = report.groups.some(({ measured }) => measured.length > 1);
  const head = ["score", ...(withModel ? ["model"] : []), "source", "action", "findings"];
  const lines = (examples: Report["misses"]): Table => [
    head,
    ...examples.map(({ score, model, source, title, findings }) => [
      score.toFixed(4),
      ...(withModel ? [model?.toFixed(4) ?? "–"] : []),
      source,
      title,
      findings.join(", "),
    ]),
  ];
  return [
    { title: "Ten worst misses (not weak, no PowerShell or cmd)", table: lines(report.misses) },
    { title: "Ten worst false alarms", table: lines(report.falseAlarms) },
  ];
}

/** Examples stay out of documents: rows of some sources must not be passed on. */
export function markdownOf(report: Report): string {
  const parts = tablesOf(report).map(({ title, table }) => {
    const [head = [], ...body] = table;
    const rows = [head, head.map(() => "---"), ...body];
    const cells = rows.map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`);
    return `${title}:\n\n${cells.join("\n")}`;
  });
  return `Model: ${report.model}. ${report.rows} rows.\n\n${parts.join("\n\n")}\n\n\\${note}\n`;
}

export function terminalOf(report: Report): string {
  const { p50, p99, worst } = report.microseconds;
  return [
    `Model: ${report.model}`,
    ...[...tablesOf(report), ...examplesOf(report)].flatMap(({ title, table }) => ["", title, ...columns(table)]),
    "",
    note,
    `Phases 1 and 3 by heuristics: p50 ${p50.toFixed(0)} µs, p99 ${p99.toFixed(0)} µs, worst ${worst.toFixed(0)} µs.`,
    ...(report.unread > 0 ? [`${report.unread} lines were not rows and were left out.`] : []),
  ].join("\n");
}

function columns(table: Table): readonly string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((cells) => (cells[column] ?? "").length)));
  return table.map((cells) =>
    cells
      .map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
