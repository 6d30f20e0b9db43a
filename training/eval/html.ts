// HTML: the same report with curves, as one file without scripts or outside resources.
import type { Report } from "./measure.ts";
import { headings, linesOf } from "./table.ts";

const size = 320;
const margin = 36;
const colours = ["#1f6feb", "#bf5b00", "#2b7a3d", "#8250df"];

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const across = (share: number): string => (margin + share * size).toFixed(1);
const upward = (share: number): string => (margin + (1 - share) * size).toFixed(1);

function frame(title: string, horizontal: string, vertical: string, content: string): string {
  const edge = size + 2 * margin;
  const marks = [0, 0.25, 0.5, 0.75, 1]
    .map(
      (share) =>
        `<line x1="${across(share)}" y1="${upward(0)}" x2="${across(share)}" y2="${upward(1)}" class="grid"/><line x1="${across(0)}" y1="${upward(share)}" x2="${across(1)}" y2="${upward(share)}" class="grid"/><text x="${across(share)}" y="${edge - margin + 14}" text-anchor="middle">${share}</text><text x="${margin - 6}" y="${upward(share)}" text-anchor="end" dominant-baseline="middle">${share}</text>`,
    )
    .join("");
  return `<figure><figcaption>${escape(title)}</figcaption><svg viewBox="0 0 ${edge} ${edge}" width="${edge}" height="${edge}" role="img" aria-label="${escape(title)}">${marks}${content}<text x="${edge / 2}" y="${edge - 4}" text-anchor="middle">${escape(horizontal)}</text><text x="10" y="${edge / 2}" text-anchor="middle" transform="rotate(-90 10 ${edge / 2})">${escape(vertical)}</text></svg></figure>`;
}

function rocFigure(report: Report): string {
  const lines = report.curves.map(({ name, points }, index) => {
    const colour = colours[index % colours.length] ?? "#000";
    const path = points.map((point) => `${across(point.falsePositiveRate)},${upward(point.recall)}`).join(" ");
    const dots = points
      .filter((point) => point.threshold >= 0.7)
      .slice(-1)
      .map(
        (point) =>
          `<circle cx="${across(point.falsePositiveRate)}" cy="${upward(point.recall)}" r="3.5" fill="${colour}"><title>0.7</title></circle>`,
      )
      .join("");
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}<text x="${across(0.55)}" y="${upward(0.1 + index * 0.07)}" fill="${colour}">${escape(name)}</text>`;
  });
  return frame("ROC: recall against false alarms (the dot is 0.7)", "false alarms", "recall", lines.join(""));
}

function calibrationFigure(report: Report): string {
  const dots = report.calibration
    .filter((bin) => bin.rows > 0)
    .map(
      (bin) =>
        `<circle cx="${across(bin.meanScore)}" cy="${upward(bin.riskyShare)}" r="${Math.min(12, 2 + Math.log2(bin.rows + 1)).toFixed(1)}" fill="${colours[0]}" fill-opacity="0.6"><title>${bin.rows} rows</title></circle>`,
    )
    .join("");
  return frame(
    "Calibration: share of attacks by score",
    "score",
    "share of attacks",
    `<line x1="${across(0)}" y1="${upward(0)}" x2="${across(1)}" y2="${upward(1)}" class="grid"/>${dots}`,
  );
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const cells = (tag: string, row: readonly string[]) => row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join("");
  return `<table><thead><tr>${cells("th", head)}</tr></thead><tbody>${body.map((row) => `<tr>${cells("td", row)}</tr>`).join("")}</tbody></table>`;
}

function examplesOf(title: string, examples: Report["misses"]): string {
  const rows = examples.map((example) => [
    example.score.toFixed(4),
    example.source,
    example.title,
    example.findings.join(", "),
  ]);
  return `<h2>${escape(title)}</h2>${tableOf([["score", "source", "action", "findings"], ...rows])}`;
}

export function htmlOf(report: Report): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Risk scoring: measurement</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; color: #1c2128; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #d0d7de; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }
figure { display: inline-block; margin: 0 2rem 1rem 0; }
svg text { font: 11px system-ui, sans-serif; fill: #57606a; }
.grid { stroke: #d8dee4; }
@media (prefers-color-scheme: dark) { body { background: #0d1117; color: #e6edf3; } th, td { border-color: #30363d; } .grid { stroke: #30363d; } svg text { fill: #9da7b3; } }
</style></head><body>
<h1>Risk scoring: measurement</h1>
<p>Rates in per cent with 95 % intervals (Wilson); AUC by Hanley and McNeil. Rows their source marks as destructive stand apart.</p>
${rocFigure(report)}${calibrationFigure(report)}
${tableOf([headings, ...report.groups.flatMap(linesOf)])}
${examplesOf("Ten worst misses", report.misses)}
${examplesOf("Ten worst false alarms", report.falseAlarms)}
</body></html>
`;
}
