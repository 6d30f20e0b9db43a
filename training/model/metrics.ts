// Metrics: what training measured, as its Python half writes it down.
import { z } from "zod";

const rate = z.object({ hits: z.number(), of: z.number(), rate: z.number(), low: z.number(), high: z.number() });
const area = z.object({ rate: z.number(), low: z.number(), high: z.number() });
const by = z.object({ "0.7": rate, "0.8": rate });
const scorings = z.object({ model: by, heuristics: by, both: by });
const group = z.object({ recall: scorings.optional(), false_alarms: scorings.optional() });
const head = z.object({
  file: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.number(),
  areas: z.record(z.string(), z.record(z.string(), area.nullable())),
  groups: z.record(z.string(), group),
  bag_of_words: z.record(z.string(), group),
  held_out: z.record(z.string(), group),
  /** The rows of golden.ts: feature numbers and the score training gave them. */
  golden: z.array(z.object({ parts: z.array(z.array(z.number())), score: z.number() })),
});

export const metricsSchema = z.object({
  counts: z.record(z.string(), z.record(z.string(), z.tuple([z.number(), z.number()]))),
  heads: z.object({ calls: head, texts: head }),
});
export type Metrics = z.infer<typeof metricsSchema>;
export type Head = z.infer<typeof head>;
export type Measured = z.infer<typeof group>;
export type Share = z.infer<typeof rate>;
