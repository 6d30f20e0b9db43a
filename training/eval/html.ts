// HTML: the same report with curves, as one file without scripts or outside resources.
import { calibrationFigure, escape, rocFigure } from "./figures.ts";
import type { Report } from "./measure.ts";
import { examplesOf, type Table, tablesOf } from "./table.ts";

/** The part of the curve where thresholds are chosen. */
const leftEdge = 0.05;

const style = `
:root { color-scheme: light dark; --text: #1c2128; --back: #fff; --line: #d0d7de; --soft: #57606a; --bad: #b42318; --good: #1a7f37;
  --heuristic: #bf5b00; --model: #1f6feb; --combined: #1a7f37; --baseline: #8250df; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --back: #0d1117; --line: #30363d; --soft: #9da7b3; --bad: #ff7b72;
  --good: #56d364; --heuristic: #f0a35e; --model: #6cb6ff; --combined: #56d364; --baseline: #d2a8ff; } }
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; color: var(--text); background: var(--back); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.5rem 0 1rem; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--line); padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }
.kept { color: var(--good); } .MISSED { color: var(--bad); font-weight: 600; }
figure { display: inline-block; margin: 0 1.5rem 1rem 0; } figcaption { font-weight: 600; }
svg text { font: 11px system-ui, sans-serif; fill: var(--soft); }
.grid { stroke: var(--line); fill: none; } polyline { fill: none; stroke-width: 2; } .thin { stroke-width: 1; stroke-dasharray: 4 3; }
${["heuristic", "model", "combined", "baseline"]
  .map(
    (name) => `polyline.${name} { stroke: var(--${name}); } circle.${name}, svg text.${name} { fill: var(--${name}); }`,
  )
  .join("\n")}
`;

function tableOf(table: Table): string {
  const [head = [], ...body] = table;
  const kind = (cell: string): string => (cell === "kept" || cell === "MISSED" ? ` class="${cell}"` : "");
  const cells = (tag: string, row: readonly string[]): string =>
    row.map((cell) => `<${tag}${kind(cell)}>${escape(cell)}</${tag}>`).join("");
  const rows = body.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
  return `<div class="wide"><table><thead><tr>${cells("th", head)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

export function htmlOf(report: Report): string {
  const figures = report.pictures.flatMap((picture) => [
    rocFigure(picture, 1),
    rocFigure(picture, leftEdge),
    calibrationFigure(picture),
  ]);
  const data = report.data.map(({ file, sha256 }) => `${file} (SHA-256 ${sha256})`).join(", ");
  const parts = [...tablesOf(report), ...examplesOf(report)].map(
    ({ title, table }) => `<h2>${escape(title)}</h2>${tableOf(table)}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Risk scoring: measurement</title>
<style>${style}</style></head><body>
<h1>Risk scoring: measurement</h1>
<p>Model: ${escape(report.model)}. ${report.rows} rows of ${escape(data)}.</p>
<p>Rates in per cent with 95 % intervals (Wilson); AUC by Hanley and McNeil, differences of two AUCs by DeLong. Rows their source marks as
destructive stand apart. An AUC with * compares rows of one class alone with all others of their kind. Curves and calibration: calls that are neither weak nor PowerShell or cmd, and all texts; dots on a curve are
the thresholds 0.7 and 0.8.</p>
${figures.join("\n")}
${parts.join("\n")}
</body></html>
`;
}
