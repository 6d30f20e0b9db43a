// Table: the figures as people read them on a terminal or in a document.
import type { Group, Report } from "./measure.ts";
import type { Rate } from "./statistics.ts";

export function percent(rate: Rate): string {
  if (rate.of === 0 || Number.isNaN(rate.rate)) return "–";
  return `${(rate.rate * 100).toFixed(1)} (${(rate.low * 100).toFixed(1)}–${(rate.high * 100).toFixed(1)})`;
}

export function area(rate: Rate): string {
  return Number.isNaN(rate.rate) ? "–" : `${rate.rate.toFixed(3)} (${rate.low.toFixed(3)}–${rate.high.toFixed(3)})`;
}

export const headings = [
  "rows",
  "by",
  "risky",
  "honest",
  "recall 0.8 %",
  "recall 0.7 %",
  "false alarms 0.8 %",
  "false alarms 0.7 %",
  "precision 0.7 %",
  "AUC",
  "silent %",
  "not inspected %",
];

export function linesOf(group: Group): readonly (readonly string[])[] {
  return group.measured.map((measured, index) => {
    const [deny, ask] = measured.at;
    return [
      index === 0 ? group.name : "",
      measured.scoring,
      index === 0 ? String(group.risky) : "",
      index === 0 ? String(group.honest) : "",
      deny === undefined ? "–" : percent(deny.recall),
      ask === undefined ? "–" : percent(ask.recall),
      deny === undefined ? "–" : percent(deny.falsePositiveRate),
      ask === undefined ? "–" : percent(ask.falsePositiveRate),
      ask === undefined ? "–" : percent(ask.precision),
      area(measured.area),
      index === 0 ? percent(group.silent) : "",
      index === 0 ? percent(group.uninspected) : "",
    ];
  });
}

export function markdownOf(report: Report): string {
  const rows = [headings, headings.map(() => "---"), ...report.groups.flatMap(linesOf)];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function terminalOf(report: Report): string {
  const rows = [headings, ...report.groups.flatMap(linesOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? "").length)));
  const table = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const examples = (title: string, list: Report["misses"]) => [
    "",
    title,
    ...list.map(
      (example) =>
        `  ${example.score.toFixed(2)}  ${example.source}  ${example.title}  [${example.findings.join(", ")}]`,
    ),
  ];
  const { p50, p99, worst } = report.microseconds;
  return [
    ...table,
    ...examples("Ten worst misses", report.misses),
    ...examples("Ten worst false alarms", report.falseAlarms),
    "",
    `Phases 1 and 3 by heuristics: p50 ${p50.toFixed(0)} µs, p99 ${p99.toFixed(0)} µs, worst ${worst.toFixed(0)} µs.`,
    ...(report.unread > 0 ? [`${report.unread} lines were not rows and were left out.`] : []),
  ].join("\n");
}
