// Opens the scorer of a kind. What cannot be opened says why and what to do.
import type { RiskModelSettings } from "../../shared/contract/risk-model.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { SecretScanner } from "../engine/ports.ts";
import { type ModelPlaces, openBuiltIn } from "./onnx/built-in.ts";
import { openAiScorer } from "./remote/openai-compatible.ts";
import { isOneOf } from "./remote/own-address.ts";
import { openOwn } from "./onnx/own.ts";
import { scoreRiskScorer } from "./remote/score-risk-api.ts";
import type { Scorer } from "./scorer.ts";

export interface OpenerPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly findSecrets: SecretScanner;
  readonly models: ModelPlaces;
  /** The addresses this Gatehouse listens on. */
  readonly ownAddresses: () => readonly string[];
}

/** Where AEON's document puts it. */
const usualScoreRisk = "http://127.0.0.1:8001";

export function scorerOpener({ environment, findSecrets, models, ownAddresses }: OpenerPorts) {
  return async (settings: RiskModelSettings): Promise<Result<Scorer, string>> => {
    const { scorer, scoreRiskApi, openaiCompatible, ownOnnx } = settings;
    switch (scorer) {
      case "score-risk-api": {
        const url = scoreRiskApi.url || environment["GEMMA_RISK_SERVER_URL"] || usualScoreRisk;
        if (!URL.canParse(url)) return fail(`GEMMA_RISK_SERVER_URL is no address: ${url.slice(0, 200)}`);
        return ok(scoreRiskScorer({ url, findSecrets, isOwn: (place) => isOneOf(place, ownAddresses()) }));
      }
      case "openai-compatible": {
        const { url, model } = openaiCompatible;
        return ok(openAiScorer({ url, model, key: environment["GATEHOUSE_MODEL_KEY"], findSecrets }));
      }
      case "built-in":
        return openBuiltIn(models);
      case "own-onnx":
        return openOwn(ownOnnx.manifest);
      case "off":
      default:
        return fail("No scorer is chosen.");
    }
  };
}
