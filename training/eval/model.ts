// The model that is measured: the built-in one, a module, one of the user's own by its manifest, or none.
import { join, resolve } from "node:path";
import type { RiskModelSettings } from "../../src/shared/contract/risk-model.ts";
import { riskModelSchema } from "../../src/shared/contract/risk-model.ts";
import { findSecrets } from "../../src/main/machine/secrets/secrets.ts";
import { scorerOpener } from "../../src/main/model/open-scorer.ts";
import type { Scorer } from "../../src/main/model/scorer.ts";
import { loadScorer, type ModelScorer } from "./scorers.ts";

export interface MeasuredModel {
  readonly name: string;
  readonly score: ModelScorer;
  readonly close: () => Promise<void>;
}

/** A sentence when there is none. */
export async function openModel(asked: string): Promise<MeasuredModel | string> {
  if (asked === "off") return "without a model";
  if (/\.[cm]?[jt]s$/.test(asked)) {
    return { name: asked, score: await loadScorer(resolve(asked)), close: async () => {} };
  }
  const settings: RiskModelSettings = riskModelSchema.parse(
    asked === "built-in" ? { scorer: "built-in" } : { scorer: "own-onnx", ownOnnx: { manifest: resolve(asked) } },
  );
  const models = { folder: join(import.meta.dirname, "../../resources/models") };
  const opened = await scorerOpener({ environment: {}, findSecrets, models, ownAddresses: () => [] })(settings);
  if (!opened.ok) return opened.error;
  const scorer = opened.value;
  return { name: scorer.origin, score: (questions) => scores(scorer, questions), close: scorer.close };
}

/** A text has many parts, and a scorer takes only so many at once. */
const atOnce = 32;

/** What a scorer does not judge, heuristics judge alone: it counts as 0. */
async function scores(scorer: Scorer, questions: Parameters<ModelScorer>[0]): Promise<readonly number[]> {
  const found: number[] = [];
  for (let from = 0; from < questions.length; from += atOnce) {
    found.push(...(await scoresOf(scorer, questions.slice(from, from + atOnce))));
  }
  return found;
}

async function scoresOf(scorer: Scorer, questions: Parameters<ModelScorer>[0]): Promise<readonly number[]> {
  const judged = questions.filter(({ kind }) => scorer.judges.includes(kind));
  const never = new AbortController().signal;
  const answers =
    scorer.scoreMany === undefined
      ? await Promise.all(judged.map((question) => scorer.score(question, never)))
      : await scorer.scoreMany(judged);
  let next = 0;
  return questions.map(({ kind }) => (scorer.judges.includes(kind) ? (answers[next++]?.score ?? 0) : 0));
}
