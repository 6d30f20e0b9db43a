// Verdicts over time by outcome, stacked bars.
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
import { minute } from "../../shared/clock.ts";
import type { Outcome } from "../../shared/verdict.ts";
import { shortTime, wholeNumber } from "../text/format.ts";
import { outcomeWords } from "../text/words.ts";
import type { Bucket, Timeline } from "./buckets.ts";

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

const tick = { fill: "var(--color-faint)", fontSize: 11 };

export const VerdictChart = memo(function VerdictChart({ timeline }: { timeline: Timeline }) {
  const { buckets, rangeMs } = timeline;
  const totals = Object.fromEntries(
    stack.map((outcome) => [outcome, buckets.reduce((sum, bucket) => sum + bucket[outcome], 0)]),
  ) as Record<Outcome, number>;
  const most = Math.max(4, ...buckets.map((bucket) => stack.reduce((sum, outcome) => sum + bucket[outcome], 0)));
  const top = Math.ceil(most / 4) * 4;
  return (
    <figure className="flex h-full min-w-0 flex-col">
      <figcaption className="flex items-baseline gap-4">
        <h2 className="label">Verdicts, last {wholeNumber(rangeMs / minute)} min</h2>
        <ul className="ml-auto flex gap-3.5 text-2xs text-quiet">
          {stack.map((outcome) => (
            <li key={outcome} className="flex items-center gap-1.5">
              <span aria-hidden className={`size-2 rounded-[2px] ${swatches[outcome]}`} />
              {outcomeWords[outcome]} <span className="font-semibold text-ink">{wholeNumber(totals[outcome])}</span>
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="mt-2 min-h-0 flex-1" aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={[...buckets]}
            margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
            barCategoryGap={1.5}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="start"
              tickFormatter={(at: number) => shortTime(at)}
              ticks={buckets
                .filter((bucket) => bucket.start % (5 * (bucket.end - bucket.start)) === 0)
                .map((bucket) => bucket.start)}
              tick={tick}
              tickLine={false}
              axisLine={{ stroke: "var(--color-edge)" }}
              height={20}
              tickMargin={4}
            />
            <YAxis
              width={26}
              domain={[0, top]}
              ticks={[0, top / 2, top]}
              tick={tick}
              tickLine={false}
              axisLine={false}
              allowDecimals={false}
            />
            <Tooltip cursor={{ fill: "var(--color-hover)" }} isAnimationActive={false} content={Readout} />
            {stack.map((outcome) => (
              <Bar key={outcome} dataKey={outcome} stackId="verdicts" fill={fills[outcome]} isAnimationActive={false} />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
});

function Readout({ active, payload }: TooltipContentProps) {
  const bucket = payload[0]?.payload as Bucket | undefined;
  if (!active || bucket === undefined) return null;
  return (
    <div className="rounded-md border border-edge bg-raised px-2.5 py-1.5 text-xs shadow-lg">
      <p className="text-faint">
        {shortTime(bucket.start)} – {shortTime(bucket.end)}
      </p>
      {stack.toReversed().map((outcome) => (
        <p key={outcome} className="flex items-center gap-1.5">
          <span className={`size-2 rounded-[2px] ${swatches[outcome]}`} />
          {outcomeWords[outcome]} <span className="ml-auto pl-4 font-semibold">{wholeNumber(bucket[outcome])}</span>
        </p>
      ))}
    </div>
  );
}
