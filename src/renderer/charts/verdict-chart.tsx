// Verdicts over time by outcome, stacked bars. A bar leads to the entries behind it.
import { memo } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import type { Outcome } from "../../shared/verdict.ts";
import { roundNumber, wholeNumber } from "../text/format.ts";
import { outcomeWords } from "../text/words.ts";
import { spanWords, tick, tickWords, timeTicks } from "./axes.ts";
import { axisTop, type Bucket, type RangeSpan } from "./buckets.ts";

/** What is calm lies at the bottom. */
const stack: readonly Outcome[] = ["APPROVED", "CONDITIONAL", "ESCALATE", "DENIED"];

const fills: Readonly<Record<Outcome, string>> = {
  APPROVED: "var(--color-bar-approved)",
  CONDITIONAL: "var(--color-bar-conditional)",
  ESCALATE: "var(--color-bar-held)",
  DENIED: "var(--color-bar-denied)",
};

const swatches: Readonly<Record<Outcome, string>> = {
  APPROVED: "bg-bar-approved",
  CONDITIONAL: "bg-bar-conditional",
  ESCALATE: "bg-bar-held",
  DENIED: "bg-bar-denied",
};

export interface VerdictChartProps {
  readonly span: RangeSpan;
  readonly buckets: readonly Bucket<Outcome>[];
  /** Without a bar: the whole span. */
  readonly onOpen: (outcome: Outcome, bucket?: Bucket<Outcome>) => void;
}

export const VerdictChart = memo(function VerdictChart({ span, buckets, onOpen }: VerdictChartProps) {
  const totals = Object.fromEntries(
    stack.map((outcome) => [outcome, buckets.reduce((sum, bucket) => sum + bucket[outcome], 0)]),
  ) as Record<Outcome, number>;
  const top = axisTop(
    Math.max(0, ...buckets.map((bucket) => stack.reduce((sum, outcome) => sum + bucket[outcome], 0))),
  );
  const nothing = stack.every((outcome) => totals[outcome] === 0);
  return (
    <figure className="flex h-full min-w-0 flex-col">
      <figcaption className="flex items-center gap-2">
        <h2 className="label">Verdicts</h2>
        <ul className="-mr-1.5 ml-auto flex text-2xs text-quiet min-[1280px]:gap-1">
          {stack.map((outcome) => (
            <li key={outcome} className={outcome === "CONDITIONAL" ? "hidden min-[1280px]:block" : ""}>
              <button
                type="button"
                onClick={() => onOpen(outcome)}
                className="flex h-6 items-center gap-1.5 rounded-sm px-1.5 whitespace-nowrap hover:bg-hover hover:text-ink"
              >
                <span aria-hidden className={`size-2 rounded-[2px] ${swatches[outcome]}`} />
                {outcomeWords[outcome]}{" "}
                <span className="font-semibold text-ink tabular-nums">{wholeNumber(totals[outcome])}</span>
              </button>
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="relative mt-1 min-h-0 flex-1" aria-hidden>
        {nothing ? (
          <p className="absolute inset-0 z-10 grid place-content-center text-xs text-faint">No verdicts in this time</p>
        ) : null}
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={[...buckets]}
            margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
            barCategoryGap={buckets.length > 80 ? 1 : 1.5}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="start"
              tickFormatter={(at: number) => tickWords(span, at)}
              ticks={[...timeTicks(span)]}
              interval={0}
              tick={tick}
              tickLine={false}
              axisLine={{ stroke: "var(--color-edge)" }}
              height={20}
              tickMargin={4}
            />
            <YAxis
              width={32}
              domain={[0, top]}
              ticks={[0, top / 2, top]}
              tickFormatter={(value: number) => roundNumber(value)}
              tick={tick}
              tickLine={false}
              axisLine={false}
              allowDecimals={false}
            />
            <Tooltip cursor={{ fill: "var(--color-hover)" }} isAnimationActive={false} content={Readout} />
            {stack.map((outcome) => (
              <Bar
                key={outcome}
                dataKey={outcome}
                stackId="verdicts"
                fill={fills[outcome]}
                isAnimationActive={false}
                cursor="pointer"
                onClick={(bar) => {
                  const bucket: Bucket<Outcome> | undefined = bar.payload;
                  if (bucket !== undefined) onOpen(outcome, bucket);
                }}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
});

function Readout({ active, payload }: TooltipContentProps) {
  const bucket = payload[0]?.payload as Bucket<Outcome> | undefined;
  if (!active || bucket === undefined) return null;
  return (
    <div className="rounded-md border border-edge bg-raised px-2.5 py-1.5 text-xs shadow-lg">
      <p className="text-faint">{spanWords(bucket.start, bucket.end)}</p>
      {stack.toReversed().map((outcome) => (
        <p key={outcome} className="flex items-center gap-1.5">
          <span className={`size-2 rounded-[2px] ${swatches[outcome]}`} />
          {outcomeWords[outcome]} <span className="ml-auto pl-4 font-semibold">{wholeNumber(bucket[outcome])}</span>
        </p>
      ))}
    </div>
  );
}
