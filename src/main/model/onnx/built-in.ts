// The model Gatehouse ships: one file for tool calls, one for texts, each known by its hash, run on a thread of their own.
import { hash } from "node:crypto";
import { join } from "node:path";
import type { ModelExplanation } from "../../../shared/contract/risk-model.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { ModelQuestion } from "../../engine/ports.ts";
import { roundScore } from "../../engine/risk/bands.ts";
import { builtInModel } from "./built-in-model.ts";
import { partsOf } from "../features/parts.ts";
import { featureRows, numbersOf } from "../features/rows.ts";
import { createScoreCache } from "./cache.ts";
import { type OnnxThread, startOnnxThread } from "./thread.ts";
import type { Scorer } from "../scorer.ts";

export interface ModelPlaces {
  /** The folder of the model files. */
  readonly folder: string;
}

const cached = 4096;
/** An explanation looks at this many features, and names this many. */
const mostTried = 320;
const mostTold = 12;

export async function openBuiltIn({ folder }: ModelPlaces): Promise<Result<Scorer, string>> {
  const { calls, texts } = builtInModel;
  const files = [calls, texts].map(({ file, sha256 }) => ({ path: join(folder, file), sha256 }));
  const thread = startOnnxThread({ files });
  try {
    await thread.ready();
  } catch (error) {
    await thread.close();
    return fail(`${error instanceof Error ? error.message : String(error)} Heuristics decide alone.`);
  }
  return ok(scorerOn(thread));
}

function scorerOn(thread: OnnxThread): Scorer {
  const origin = `built-in ${builtInModel.version}`;
  const cache = createScoreCache(cached);
  const fileOf = { call: 0, text: 1 } as const;

  /** The worst part decides: an order in one sentence is not made harmless by the others. */
  async function scoreOf(question: ModelQuestion): Promise<number> {
    const rows = featureRows(question);
    const key = digestOf(question.kind, rows);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const scores = await thread.score(fileOf[question.kind], rows);
    const score = roundScore(scores.reduce((worst, each) => Math.max(worst, each), 0));
    cache.set(key, score);
    return score;
  }

  return {
    origin,
    remote: false,
    judges: ["call", "text"],
    async score(question, signal) {
      if (signal.aborted) throw new Error("Nobody waits for this score any more.");
      const score = await scoreOf(question);
      return { score, threats: threatsOf(question, score), origin };
    },
    scoreMany: async (questions) =>
      Promise.all(
        questions.map(async (question) => {
          const score = await scoreOf(question);
          return { score, threats: threatsOf(question, score), origin };
        }),
      ),
    explain: (question) => explain(thread, question, fileOf[question.kind], origin),
    isBehind: thread.isBehind,
    close: thread.close,
  };
}

/** What the score would be without each feature of the part that decides. */
async function explain(
  thread: OnnxThread,
  question: ModelQuestion,
  file: number,
  origin: string,
): Promise<ModelExplanation> {
  const parts = partsOf(question);
  const scores = await thread.score(file, parts.map(numbersOf));
  const score = scores.reduce((worst, each) => Math.max(worst, each), 0);
  const worst = parts[scores.indexOf(score)] ?? [];
  const tried = worst.slice(0, mostTried);
  const without = await thread.score(
    file,
    tried.map((left) => numbersOf(worst.filter((feature) => feature !== left))),
  );
  const tokens = tried
    .map((token, index) => ({ token, weight: Math.round((score - (without[index] ?? score)) * 10_000) / 10_000 }))
    .filter(({ token, weight }) => weight !== 0 && !token.startsWith("part "))
    .toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight))
    .slice(0, mostTold);
  return { score: roundScore(score), origin, tokens };
}

function threatsOf({ kind }: ModelQuestion, score: number): readonly string[] {
  if (score < 0.7) return [];
  return [kind === "call" ? "Like known attacks" : "Prompt injection"];
}

function digestOf(kind: string, rows: readonly Int32Array[]): string {
  return `${kind}${hash("sha256", rows.map((row) => row.join(" ")).join("\n"), "base64")}`;
}
