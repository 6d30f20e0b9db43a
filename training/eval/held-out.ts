// Held out: what training found when it left a whole source out and measured on it, read from the figures it wrote.
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Rate } from "./statistics.ts";

const rate = z.object({ hits: z.number(), of: z.number(), rate: z.number(), low: z.number(), high: z.number() });
const atThresholds = z.record(z.string(), rate.nullable());
const byScoring = z.record(z.string(), atThresholds);
const figures = z.object({
  heads: z.record(
    z.string(),
    z.object({
      held_out: z.record(z.string(), z.object({ recall: byScoring.optional(), false_alarms: byScoring.optional() })),
    }),
  ),
});

export interface HeldOut {
  /** calls or texts. */
  readonly kind: string;
  readonly source: string;
  readonly what: "recall" | "false alarms";
  /** The model alone, then with the heuristics; at 0.8 and at 0.7. */
  readonly model: readonly [Rate | undefined, Rate | undefined];
  readonly combined: readonly [Rate | undefined, Rate | undefined];
}

/** Nothing when training wrote no such figures. */
export async function readHeldOut(path: string): Promise<readonly HeldOut[]> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return [];
  const { heads } = figures.parse(JSON.parse(text));
  return Object.entries(heads).flatMap(([kind, { held_out: held }]) =>
    Object.entries(held).flatMap(([source, { recall, false_alarms: alarms }]) => [
      ...(recall === undefined ? [] : [lineOf(kind, source, "recall", recall)]),
      ...(alarms === undefined ? [] : [lineOf(kind, source, "false alarms", alarms)]),
    ]),
  );
}

function lineOf(kind: string, source: string, what: HeldOut["what"], by: z.output<typeof byScoring>): HeldOut {
  const at = (scoring: string): readonly [Rate | undefined, Rate | undefined] => [
    by[scoring]?.["0.8"] ?? undefined,
    by[scoring]?.["0.7"] ?? undefined,
  ];
  return { kind, source, what, model: at("model"), combined: at("both") };
}
