// Figures: curves as SVG that stands alone, in colours that the page around it sets for light and dark.
import type { Picture, Scoring } from "./measure.ts";

const size = 300;
const margin = 44;
const edge = size + 2 * margin;
const names: Readonly<Record<Scoring, string>> = {
  heuristic: "heuristics",
  model: "model",
  combined: "combined",
  baseline: "baseline",
};

export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

interface Frame {
  readonly title: string;
  readonly horizontal: string;
  readonly vertical: string;
  /** What the right edge stands for. */
  readonly widest: number;
}

const across = (value: number, widest: number): number => margin + (Math.min(value, widest) / widest) * size;
const upward = (share: number): number => margin + (1 - share) * size;
const number = (value: number): string => value.toFixed(1);

function framed({ title, horizontal, vertical, widest }: Frame, content: string, scorings: readonly Scoring[]): string {
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const x = number(across(share * widest, widest));
    const y = number(upward(share));
    return (
      `<path class="grid" d="M${x} ${upward(0)}V${upward(1)}M${margin} ${y}H${edge - margin}"/>` +
      `<text x="${x}" y="${edge - margin + 15}" text-anchor="middle">${Number((share * widest).toFixed(4))}</text>` +
      `<text x="${margin - 6}" y="${y}" text-anchor="end" dominant-baseline="middle">${share}</text>`
    );
  });
  const legend = scorings.map(
    (scoring, index) =>
      `<text class="${scoring}" x="${margin + index * 78}" y="${margin - 12}">${names[scoring]}</text>`,
  );
  return (
    `<figure><figcaption>${escape(title)}</figcaption>` +
    `<svg viewBox="0 0 ${edge} ${edge}" width="${edge}" height="${edge}" role="img" aria-label="${escape(title)}">` +
    `${marks.join("")}${content}${legend.join("")}` +
    `<text x="${edge / 2}" y="${edge - 8}" text-anchor="middle">${escape(horizontal)}</text>` +
    `<text x="12" y="${edge / 2}" text-anchor="middle" transform="rotate(-90 12 ${edge / 2})">${escape(vertical)}</text>` +
    `</svg></figure>`
  );
}

/** The whole curve, or its left edge alone: few can afford more false alarms than that. Dots are 0.7 and 0.8. */
export function rocFigure({ title, curves }: Picture, widest: number): string {
  const lines = curves.map(({ scoring, points }) => {
    const path = points
      .filter((point) => point.falsePositiveRate <= widest)
      .map((point) => `${number(across(point.falsePositiveRate, widest))},${number(upward(point.recall))}`);
    const dots = [0.7, 0.8].map((threshold) => {
      const point = points.findLast((each) => each.threshold >= threshold);
      if (point === undefined || point.falsePositiveRate > widest) return "";
      const { falsePositiveRate, recall } = point;
      return `<circle class="${scoring}" cx="${number(across(falsePositiveRate, widest))}" cy="${number(upward(recall))}" r="3.5"><title>${names[scoring]} at ${threshold}: recall ${recall.toFixed(3)}, false alarms ${falsePositiveRate.toFixed(4)}</title></circle>`;
    });
    return `<polyline class="${scoring}" points="${path.join(" ")}"/>${dots.join("")}`;
  });
  const part = widest === 1 ? "ROC" : `ROC up to ${widest * 100} % false alarms`;
  const frame = { title: `${title}: ${part}`, horizontal: "false alarms", vertical: "recall", widest };
  return framed(
    frame,
    lines.join(""),
    curves.map(({ scoring }) => scoring),
  );
}

export function calibrationFigure({ title, calibrations }: Picture): string {
  const diagonal = `<path class="grid" d="M${margin} ${upward(0)}L${edge - margin} ${upward(1)}"/>`;
  const lines = calibrations.map(({ scoring, bins }) => {
    const filled = bins.filter((bin) => bin.rows > 0);
    const path = filled.map((bin) => `${number(across(bin.meanScore, 1))},${number(upward(bin.riskyShare))}`);
    const dots = filled.map(
      (bin) =>
        `<circle class="${scoring}" cx="${number(across(bin.meanScore, 1))}" cy="${number(upward(bin.riskyShare))}" r="${Math.min(9, 1.5 + Math.log2(bin.rows + 1) / 1.6).toFixed(1)}" fill-opacity="0.55"><title>${names[scoring]}, score ${bin.from.toFixed(1)} to ${bin.to.toFixed(1)}: ${bin.rows} rows, ${(bin.riskyShare * 100).toFixed(1)} % attacks</title></circle>`,
    );
    return `<polyline class="${scoring} thin" points="${path.join(" ")}"/>${dots.join("")}`;
  });
  const frame = { title: `${title}: calibration`, horizontal: "score", vertical: "share of attacks", widest: 1 };
  return framed(
    frame,
    diagonal + lines.join(""),
    calibrations.map(({ scoring }) => scoring),
  );
}
