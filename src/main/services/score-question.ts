// Scores a question of a person: heuristics, the chosen model and what moved it. No policy, nothing recorded, nothing run.
import type { RiskExplanation, RiskQuestion } from "../../shared/contract/risk-explanation.ts";
import { askModel } from "../engine/pipeline/ask-model.ts";
import { normalise } from "../engine/normalise/index.ts";
import type { Clock, ModelQuestion, RiskRulesSource, SettingsSource, World } from "../engine/ports.ts";
import { combine, type HeuristicAssessment } from "../engine/risk/combine.ts";
import { assessText } from "../engine/risk/text.ts";
import type { ChosenModel } from "../model/chosen.ts";

export interface ScorePorts {
  readonly clock: Clock;
  readonly settings: SettingsSource;
  readonly world: World;
  readonly model: ChosenModel;
  readonly riskRules: RiskRulesSource;
}

export async function scoreQuestion(ports: ScorePorts, question: RiskQuestion): Promise<RiskExplanation> {
  const { heuristic, asked } = look(question, ports);
  const answer = await askModel(ports, () => asked);
  const risk = combine(heuristic, answer);
  const explained = answer.status === "scored" ? await ports.model.explain(asked).catch(() => undefined) : undefined;
  const { message } = ports.model.health();
  return {
    risk,
    ...(asked.kind === "call" ? { facts: asked.facts } : {}),
    ...(answer.status === "scored" || message === undefined ? {} : { modelMessage: message }),
    ...(explained === undefined ? {} : { modelExplanation: explained }),
  };
}

interface Looked {
  readonly heuristic: HeuristicAssessment;
  readonly asked: ModelQuestion;
}

function look(question: RiskQuestion, { world, riskRules }: ScorePorts): Looked {
  if ("text" in question) {
    const { text } = question;
    return { heuristic: assessText(text), asked: { kind: "text", text, origin: "foreign" } };
  }
  const { tool, arguments: given, workspace } = question;
  const context = workspace === undefined ? {} : { workspace, workingDirectory: workspace };
  const facts = normalise({ tool, arguments: given, context }, world);
  const heuristic = riskRules.current().assess(facts);
  const { findings } = heuristic;
  return { heuristic, asked: { kind: "call", facts, arguments: given, findings, relayed: false } };
}
