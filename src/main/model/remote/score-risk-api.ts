// AEON's /score_risk of another process as a scorer.
import { z } from "zod";
import { type RiskLevel, riskLevelOf, riskLevels } from "../../../shared/domain/verdict.ts";
import type { SecretScanner } from "../../engine/ports.ts";
import { postJson } from "./http-json.ts";
import { remoteScorer } from "./remote.ts";
import type { Scorer } from "../scorer.ts";

export interface ScoreRiskParts {
  readonly url: string;
  readonly findSecrets: SecretScanner;
  /** Whether an address is one of our own listeners. */
  readonly isOwn: (url: URL) => boolean;
}

const answerSchema = z.object({
  risk_score: z.number().min(0).max(1),
  risk_level: z.enum(riskLevels).nullish(),
  threats: z.array(z.string()).max(1000).nullish(),
});

export function scoreRiskScorer({ url, findSecrets, isOwn }: ScoreRiskParts): Scorer {
  // The query tells another Gatehouse not to ask on; servers that do not know it do not look at it.
  const place = new URL(`${url.replace(/\/+$/, "")}/score_risk?relayed=1`);
  return remoteScorer({
    origin: `score-risk-api ${place.host}`,
    judges: ["call"],
    findSecrets,
    async ask(question, signal) {
      if (question.kind === "text") throw new Error("/score_risk is about tool calls.");
      if (isOwn(place)) {
        throw new Error(
          `${place.origin} is this Gatehouse itself. Name the address of another scorer in the settings.`,
        );
      }
      const body = { method: question.tool, params: question.arguments };
      const answer = await postJson({ url: place.href, body, signal });
      if (answer.status !== 200) throw new Error(`${place.origin} answers with status ${answer.status}.`);
      const parsed = answerSchema.safeParse(answer.body);
      if (!parsed.success)
        throw new Error(`${place.origin} answers with no usable score: ${z.prettifyError(parsed.error)}`);
      const { risk_score: score, risk_level: level, threats } = parsed.data;
      if (level !== undefined && level !== null && !fits(level, score)) {
        throw new Error(`${place.origin} contradicts itself: a score of ${score} is not ${level}.`);
      }
      return { score, threats: threats ?? [] };
    },
  });
}

/** Bands with two decimals, or with other ends, differ from ours by a hundredth. */
function fits(level: RiskLevel, score: number): boolean {
  return [score - 0.01, score, score + 0.01].some((near) => riskLevelOf(near) === level);
}
