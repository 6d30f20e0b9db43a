// The scorer the settings name, opened when they name another, watched by a breaker, and how it is.
import {
  type ModelExplanation,
  modelBudgetOf,
  type ModelHealth,
  type RiskModelSettings,
} from "../../shared/contract/risk-model.ts";
import type { Result } from "../../shared/lib/result.ts";
import type { Clock, ModelQuestion, RiskModel, SettingsSource } from "../engine/ports.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { probeQuestion, type Scorer } from "./scorer.ts";

export interface ChosenPorts {
  readonly clock: Clock;
  readonly settings: SettingsSource;
  readonly open: (settings: RiskModelSettings) => Promise<Result<Scorer, string>>;
}

export interface ChosenModel extends RiskModel {
  readonly health: () => ModelHealth;
  /** Undefined where the scorer cannot say what moved it. */
  readonly explain: (question: ModelQuestion) => Promise<ModelExplanation | undefined>;
  /** Resolves when the scorer named now has been opened, or could not be, or the time is up. */
  readonly opened: (withinMs: number) => Promise<void>;
  /** Resolves when it has been opened, and a server has been probed once. */
  readonly heard: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Use {
  readonly settings: RiskModelSettings;
  readonly opening: Promise<Watched | string>;
  /** Undefined while it is being opened; a sentence when it cannot be. */
  watched: Watched | string | undefined;
}

interface Watched {
  readonly scorer: Scorer;
  readonly breaker: Breaker;
}

export function createChosenModel({ clock, settings, open }: ChosenPorts): ChosenModel {
  let use: Use | undefined;
  let closed = false;
  const closing: Promise<void>[] = [];

  /** Looks at the settings each time: they change while Gatehouse runs. */
  function current(): Use {
    const wanted = settings.current().riskModel;
    if (use !== undefined && (use.settings === wanted || same(use.settings, wanted))) return use;
    if (use !== undefined) closing.push(letGo(use));
    const next: Use = { settings: wanted, opening: watch(wanted), watched: undefined };
    void keep(next);
    use = next;
    return next;
  }

  async function keep(opened: Use): Promise<void> {
    opened.watched = await opened.opening;
  }

  async function watch(wanted: RiskModelSettings): Promise<Watched | string> {
    const budgetMs = modelBudgetOf(wanted);
    if (budgetMs === undefined || closed) return "No scorer is chosen.";
    const opened = await open(wanted).catch((error: unknown) => ({ ok: false as const, error: String(error) }));
    if (!opened.ok) return opened.error;
    const scorer = opened.value;
    const probe: Parameters<typeof createBreaker>[0]["probe"] = (signal) => scorer.score(probeQuestion, signal);
    return {
      scorer,
      breaker: createBreaker({ clock, budgetMs, probe, unheard: scorer.remote, isBehind: scorer.isBehind }),
    };
  }

  async function letGo({ opening }: Use): Promise<void> {
    const watched = await opening;
    if (typeof watched === "string") return;
    watched.breaker.stop();
    await watched.scorer.close();
  }

  async function ready(): Promise<Watched> {
    const { watched, opening } = current();
    const found = watched ?? (await opening);
    if (typeof found === "string") throw new Error(found);
    return found;
  }

  return {
    async score(question, signal) {
      const { scorer, breaker } = await ready();
      if (!concerns(scorer, question)) throw new Error("This scorer is not asked about this.");
      return breaker.guard(() => scorer.score(question, signal), signal);
    },
    origin(question) {
      const { watched, settings: chosen } = current();
      if (chosen.scorer === "off") return undefined;
      if (typeof watched !== "object") return chosen.scorer;
      return concerns(watched.scorer, question) ? watched.scorer.origin : undefined;
    },
    isBehind() {
      const { watched } = current();
      return typeof watched === "object" && watched.scorer.isBehind?.() === true;
    },
    health() {
      const { watched, settings: chosen } = current();
      const { scorer: kind } = chosen;
      if (kind === "off") return { status: "off", scorer: kind };
      if (watched === undefined) return { status: "unavailable", scorer: kind, message: "It is being opened." };
      if (typeof watched === "string") return { status: "unavailable", scorer: kind, message: watched };
      const { open: message, ...seen } = watched.breaker.state();
      const common = { scorer: kind, origin: watched.scorer.origin, ...seen };
      return message === undefined ? { status: "ready", ...common } : { status: "unavailable", ...common, message };
    },
    async explain(question) {
      const { scorer } = await ready();
      return concerns(scorer, question) ? scorer.explain?.(question) : undefined;
    },
    async opened(withinMs) {
      let cancel = (): void => {};
      const limit = new Promise<void>((resolve) => {
        cancel = clock.after(withinMs, resolve);
      });
      await Promise.race([current().opening, limit]);
      cancel();
    },
    async heard() {
      const watched = await current().opening;
      if (typeof watched !== "string") await watched.breaker.heard();
    },
    async close() {
      closed = true;
      if (use !== undefined) closing.push(letGo(use));
      use = undefined;
      await Promise.all(closing);
    },
  };
}

/** What another engine asks for is not passed on: two engines that name each other would never end. */
function concerns(scorer: Scorer, question: ModelQuestion): boolean {
  const relayed = question.kind === "call" && question.relayed;
  return scorer.judges.includes(question.kind) && !(relayed && scorer.remote);
}

function same(left: RiskModelSettings, right: RiskModelSettings): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
