// Verdicts over time by outcome, and how many of each.
import { memo } from "react";
import type { Outcome } from "../../shared/domain/verdict.ts";
import { wholeNumber } from "../labels/format.ts";
import { outcomeWords } from "../labels/vocabulary.ts";
import type { Bucket, RangeSpan } from "../lib/buckets.ts";
import { type Layer, StackedBars } from "./stacked-bars.tsx";
import { verdictChart as labels } from "../labels/charts.ts";

const swatches = {
  APPROVED: { fill: "var(--color-bar-approved)", ground: "bg-bar-approved" },
  CONDITIONAL: { fill: "var(--color-bar-conditional)", ground: "bg-bar-conditional" },
  ESCALATE: { fill: "var(--color-bar-held)", ground: "bg-bar-held" },
  DENIED: { fill: "var(--color-bar-denied)", ground: "bg-bar-denied" },
} as const;

const layers: readonly Layer<Outcome>[] = (["APPROVED", "CONDITIONAL", "ESCALATE", "DENIED"] as const).map((name) => ({
  name,
  words: outcomeWords[name],
  fill: swatches[name].fill,
  mark: <span aria-hidden className={`size-2 rounded-[2px] forced-color-adjust-none ${swatches[name].ground}`} />,
}));

export interface VerdictChartProps {
  readonly span: RangeSpan;
  readonly buckets: readonly Bucket<Outcome>[];
  readonly turn: number;
  /** Without a bar: the whole span. */
  readonly onOpen: (outcome: Outcome, bucket?: Bucket<Outcome>) => void;
}

export const VerdictChart = memo(function VerdictChart({ span, buckets, turn, onOpen }: VerdictChartProps) {
  return (
    <figure className="flex h-full min-w-0 flex-col">
      <figcaption className="flex items-center gap-2">
        <h2 className="label">{labels.verdicts}</h2>
        <ul className="-mr-1.5 ml-auto flex text-2xs text-quiet min-[1280px]:gap-1">
          {layers.map(({ name, words, mark }) => (
            <li key={name} className={name === "CONDITIONAL" ? "hidden min-[1280px]:block" : ""}>
              <button
                type="button"
                onClick={() => onOpen(name)}
                className="flex h-6 items-center gap-1.5 rounded-sm px-1.5 whitespace-nowrap hover:bg-hover hover:text-ink"
              >
                {mark}
                {words}{" "}
                <span className="font-semibold text-ink tabular-nums">
                  {wholeNumber(buckets.reduce((sum, bucket) => sum + bucket[name], 0))}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="mt-1 min-h-0 flex-1">
        <StackedBars
          span={span}
          buckets={buckets}
          layers={layers}
          turn={turn}
          nothing={labels.noVerdicts}
          onOpen={onOpen}
        />
      </div>
    </figure>
  );
});
