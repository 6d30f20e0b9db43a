// What the scale on a card says, beside what the engine does at those scores.
import { expect, test } from "vitest";
import { decide } from "../../../src/main/engine/pipeline/decide.ts";
import { scoreLimits } from "../../../src/renderer/charts/score-limits.ts";
import type { Settings } from "../../../src/shared/contract/settings.ts";
import { decisionInput, riskOf } from "../../support/engine/decision.ts";

test.each<Settings["highBand"]>(["escalate", "allow", "deny"])("the scale says what happens: %s", (highBand) => {
  const settings = { highBand, verdictExpirySeconds: 300 };
  const { asks = Infinity, denies } = scoreLimits(highBand);
  for (const score of [0, 0.5, 0.69, 0.7, 0.75, 0.79, 0.8, 0.9, 1]) {
    const said = score >= denies ? "DENIED" : score >= asks ? "ESCALATE" : "APPROVED";
    expect(decide(decisionInput({ risk: riskOf(score), settings })).outcome).toBe(said);
  }
});
