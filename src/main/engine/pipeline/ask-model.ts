// Asks the risk model within its time budget. A late, failed or invalid answer is recorded as such; heuristics then decide alone.
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import { modelBudgetOf } from "../../../shared/contract/risk-model.ts";
import type { Clock, ModelQuestion, RiskModel, SettingsSource } from "../ports.ts";
import type { ModelAssessment } from "../risk/combine.ts";

export interface ModelPorts {
  readonly clock: Clock;
  readonly settings: SettingsSource;
  readonly model?: RiskModel;
}

/** How long an intent waits in all for a model on this machine that is at work, when other programs take the processor. */
export const busyLimitMs = 1000;

const off: ModelAssessment = { status: "off", score: 0 };

/** Not a promise where no model is asked. The question is only made when needed. */
export function askModel(
  { clock, settings, model }: ModelPorts,
  questionOf: () => ModelQuestion | undefined,
): ModelAssessment | Promise<ModelAssessment> {
  const budgetMs = modelBudgetOf(settings.current().riskModel);
  if (model === undefined || budgetMs === undefined) return off;
  const question = questionOf();
  const origin = question === undefined ? undefined : model.origin(question);
  if (question === undefined || origin === undefined) return off;
  return scoreWithin(budgetMs, { clock, model }, question, origin);
}

async function scoreWithin(
  budgetMs: number,
  { clock, model }: { readonly clock: Clock; readonly model: RiskModel },
  question: ModelQuestion,
  origin: string,
): Promise<ModelAssessment> {
  const cancellation = cancellable();
  const late = new Promise<ModelAssessment>((resolve) => {
    const giveUp = (): void => {
      cancellation.abort();
      resolve({ status: "late", score: 0, origin });
    };
    cancellation.onDone = clock.after(budgetMs, () => {
      const more = busyLimitMs - budgetMs;
      if (more > 0 && model.isBehind?.() === true) cancellation.onDone = clock.after(more, giveUp);
      else giveUp();
    });
  });
  const unavailable: ModelAssessment = { status: "unavailable", score: 0, origin };
  const scored = model.score(question, cancellation.signal).then(
    (answer): ModelAssessment =>
      answer.score >= 0 && answer.score <= 1 ? { status: "scored", ...answer } : unavailable,
    () => unavailable,
  );
  const result = await Promise.race([scored, late]);
  cancellation.onDone();
  return result;
}

function cancellable() {
  const listeners = new Set<() => void>();
  let aborted = false;
  const signal: Cancellation = {
    get aborted() {
      return aborted;
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
  return {
    signal,
    abort() {
      aborted = true;
      for (const listener of listeners) listener();
    },
    onDone: () => {},
  };
}
