// The risk model as people choose and see it: which scorer gives the second opinion, how long it may take, how it is.
import { z } from "zod";
import { addressSchema } from "../lib/address.ts";

/**
 * built-in: the model Gatehouse ships. score-risk-api: another process that speaks AEON's /score_risk. openai-compatible: a
 * local language model (Ollama, llama.cpp, LM Studio). own-onnx: a model file of the user's own. off: heuristics alone.
 */
export const scorerKinds = ["built-in", "score-risk-api", "openai-compatible", "own-onnx", "off"] as const;
export type ScorerKind = (typeof scorerKinds)[number];

/** Milliseconds an answer may take before heuristics decide alone. */
const budgetMs = (usual: number) => z.number().int().min(1).max(60_000).default(usual);

export const riskModelSchema = z
  .strictObject({
    scorer: z.enum(scorerKinds).default("built-in"),
    builtIn: z.strictObject({ budgetMs: budgetMs(50) }).prefault({}),
    /** An empty address: GEMMA_RISK_SERVER_URL of the environment, or AEON's usual place. */
    scoreRiskApi: z
      .strictObject({ url: z.literal("").or(addressSchema).default(""), budgetMs: budgetMs(250) })
      .prefault({}),
    openaiCompatible: z
      .strictObject({
        /** Up to and with /v1. */
        url: addressSchema.default("http://127.0.0.1:11434/v1"),
        model: z
          .string()
          .trim()
          .min(1, "Name the model as the server lists it, such as gemma3:270m.")
          .max(200)
          .default("gemma3:270m"),
        budgetMs: budgetMs(2000),
      })
      .prefault({}),
    /** The path of a manifest beside the model file. */
    ownOnnx: z.strictObject({ manifest: z.string().max(4096).default(""), budgetMs: budgetMs(50) }).prefault({}),
  })
  .refine(({ scorer, ownOnnx }) => scorer !== "own-onnx" || ownOnnx.manifest !== "", {
    path: ["ownOnnx", "manifest"],
    message: "Name the manifest (a JSON file) of your model before you choose it.",
  });
export type RiskModelSettings = z.infer<typeof riskModelSchema>;

export const defaultRiskModel: RiskModelSettings = riskModelSchema.parse({});

/** How long the chosen scorer may take; undefined when none is chosen. */
export function modelBudgetOf(settings: RiskModelSettings): number | undefined {
  const budgets: Readonly<Record<ScorerKind, number | undefined>> = {
    "built-in": settings.builtIn.budgetMs,
    "score-risk-api": settings.scoreRiskApi.budgetMs,
    "openai-compatible": settings.openaiCompatible.budgetMs,
    "own-onnx": settings.ownOnnx.budgetMs,
    off: undefined,
  };
  return budgets[settings.scorer];
}

export interface ModelHealth {
  readonly status: "ready" | "unavailable" | "off";
  readonly scorer: ScorerKind;
  /** As verdicts name it. */
  readonly origin?: string;
  /** Why it is unavailable, and what to do. */
  readonly message?: string;
  readonly lastLatencyMs?: number;
  /** What went wrong last, and when; it stays after the scorer has recovered. */
  readonly lastError?: { readonly at: number; readonly message: string };
}

/** What moved a model's score: its words or features, the strongest first. Positive raised it, negative lowered it. */
export interface ModelExplanation {
  readonly score: number;
  readonly origin: string;
  readonly tokens: readonly { readonly token: string; readonly weight: number }[];
}
