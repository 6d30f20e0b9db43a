// A question about risk alone, and its answer with everything that led to it.
import { z } from "zod";
import type { Facts } from "../domain/facts.ts";
import type { ModelExplanation } from "./risk-model.ts";
import type { RiskAssessment } from "../domain/verdict.ts";

/** A tool call, or a text such as a tool result or a retrieved page. */
export const riskQuestionSchema = z.union([
  z.strictObject({
    tool: z.string().min(1).max(256),
    arguments: z.record(z.string(), z.json()),
    workspace: z.string().max(4096).optional(),
  }),
  z.strictObject({ text: z.string().max(1_000_000) }),
]);
export type RiskQuestion = z.output<typeof riskQuestionSchema>;

export interface RiskExplanation {
  readonly risk: RiskAssessment;
  /** Of a tool call. */
  readonly facts?: Facts;
  /** Why the model gave no score. */
  readonly modelMessage?: string;
  /** What moved the model, where it can say so. */
  readonly modelExplanation?: ModelExplanation;
}
