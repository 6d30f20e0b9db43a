// Opens the scorer of a kind. What cannot be opened says why and what to do.
import type { RiskModelSettings } from "../../shared/risk-model.ts";
import { fail, type Result } from "../../shared/result.ts";
import type { Scorer } from "./scorer.ts";

export async function openScorer(settings: RiskModelSettings): Promise<Result<Scorer, string>> {
  if (settings.scorer === "built-in") return fail("There is no model file. Heuristics decide alone.");
  return fail("This scorer is not there yet.");
}
