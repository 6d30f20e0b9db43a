// Counts over time as stacked bars, one colour per name. A bar leads to its entries.
import { type ReactNode, useMemo } from "react";
import { Bar, BarChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import { roundNumber, wholeNumber } from "../labels/format.ts";
import { spanWords, tickWords, timeTicks } from "./axes.ts";
import { bottomAxis, sideAxis, threeTicks } from "./axis-style.ts";
import { axisTop, type Bucket, type RangeSpan } from "../lib/buckets.ts";
import { PlainBar } from "./plain-bar.tsx";
import { Plot } from "./plot.tsx";
import { Readout } from "./readout.tsx";

/** Space for the counts at the axis. */
const countWidth = 32;

/** The meaning of a colour. */
export interface Layer<Name extends string> {
  readonly name: Name;
  readonly words: string;
  readonly fill: string;
  readonly opacity?: number;
  /** Shown next to the words in the readout. */
  readonly mark: ReactNode;
}

export interface StackedBarsProps<Name extends string> {
  readonly span: RangeSpan;
  readonly buckets: readonly Bucket<Name>[];
  /** From the bottom up, the lowest risk first. */
  readonly layers: readonly Layer<Name>[];
  readonly turn?: number;
  readonly nothing?: string;
  readonly onOpen: (name: Name, bucket: Bucket<Name>) => void;
}

export function StackedBars<Name extends string>(props: StackedBarsProps<Name>) {
  const { span, buckets, layers, turn = 0, onOpen } = props;
  const readout = useMemo(() => readoutOf(layers), [layers]);
  const heights = buckets.map((bucket) => layers.reduce((sum, { name }) => sum + bucket[name], 0));
  const top = axisTop(Math.max(0, ...heights));
  return (
    <Plot turn={turn} nothing={heights.some((height) => height > 0) ? undefined : props.nothing}>
      {(size) => (
        <BarChart
          {...size}
          data={[...buckets]}
          margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
          barCategoryGap={buckets.length > 80 ? 1 : 1.5}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="start"
            tickFormatter={(at: number) => tickWords(span, at)}
            ticks={[...timeTicks(span, size.width - countWidth)]}
            {...bottomAxis}
          />
          <YAxis
            width={countWidth}
            domain={[0, top]}
            ticks={threeTicks(top)}
            tickFormatter={(value: number) => roundNumber(value)}
            allowDecimals={false}
            {...sideAxis}
          />
          <Tooltip cursor={{ fill: "var(--color-hover)" }} isAnimationActive={false} content={readout} />
          {layers.map(({ name, fill, opacity = 1 }) => (
            <Bar
              key={name}
              dataKey={name}
              stackId="all"
              fill={fill}
              fillOpacity={opacity}
              shape={PlainBar}
              activeBar={false}
              isAnimationActive={false}
              cursor="pointer"
              onClick={(bar) => {
                const bucket: Bucket<Name> | undefined = bar.payload;
                if (bucket !== undefined) onOpen(name, bucket);
              }}
            />
          ))}
        </BarChart>
      )}
    </Plot>
  );
}

/** The meaning of a bar in words. */
function readoutOf<Name extends string>(layers: readonly Layer<Name>[]): (content: TooltipContentProps) => ReactNode {
  return ({ active, payload }) => {
    const bucket: Bucket<Name> | undefined = payload[0]?.payload;
    if (!active || bucket === undefined) return null;
    return (
      <Readout when={spanWords(bucket.start, bucket.end)}>
        {layers.toReversed().map(({ name, words, mark }) => (
          <p key={name} className="flex items-center gap-1.5">
            {mark}
            {words} <span className="ml-auto pl-4 font-semibold">{wholeNumber(bucket[name])}</span>
          </p>
        ))}
      </Readout>
    );
  };
}
