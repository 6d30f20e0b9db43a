// Scorers: what is measured. Heuristics are always there; the model and a baseline join when there is one.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { combine } from "../../src/main/engine/risk/combine.ts";
import { assessText } from "../../src/main/engine/risk/text.ts";
import { normalise } from "../../src/main/engine/normalise/index.ts";
import type { ModelQuestion, World } from "../../src/main/engine/ports.ts";
import { builtInRiskRules } from "../../src/main/machine/packs/built-in.ts";
import { findSecrets } from "../../src/main/machine/secrets/secrets.ts";
import type { Finding } from "../../src/shared/domain/verdict.ts";
import type { Row } from "./rows.ts";

/** Scores of many questions in their order. A module given with --model or --baseline exports one as `score`. */
export type ModelScorer = (questions: readonly ModelQuestion[]) => Promise<readonly number[]>;

export interface Scored {
  readonly row: Row;
  readonly heuristic: number;
  readonly model?: number;
  readonly baseline?: number;
  /** What a verdict would carry. */
  readonly combined: number;
  readonly findings: readonly Finding[];
  readonly uninspected: boolean;
  /** Of phases 1 and 3 without the model. */
  readonly microseconds: number;
}

export interface Models {
  readonly model?: ModelScorer | undefined;
  readonly baseline?: ModelScorer | undefined;
}

/** A fixed machine, so that the same data gives the same figures anywhere. */
export const world: World = {
  platform: "linux",
  home: "/home/user",
  temporary: ["/tmp", "/var/tmp", "/dev/shm", "/private/tmp"],
  gatehouse: ["/home/user/.gatehouse", "/home/user/.config/Gatehouse"],
  caseInsensitive: false,
  resolveLinks: (path) => path,
  findSecrets,
};

/** With the built-in packs. */
export const { assess, rules: riskRules } = builtInRiskRules(join(import.meta.dirname, "../../resources"), world);
export const project = "/home/user/project";
const batch = 256;

interface Looked {
  readonly question: ModelQuestion;
  readonly score: number;
  readonly findings: readonly Finding[];
  readonly microseconds: number;
}

function look(row: Row): Looked {
  const started = performance.now();
  if (row.kind === "text") {
    const text = row.text ?? "";
    const { score, findings } = assessText(text);
    const microseconds = (performance.now() - started) * 1000;
    return { question: { kind: "text", text, origin: "foreign" }, score, findings, microseconds };
  }
  const call = { tool: row.tool, arguments: row.arguments, context: { workingDirectory: project, workspace: project } };
  const facts = normalise(call, world);
  const { score, findings } = assess(facts);
  const microseconds = (performance.now() - started) * 1000;
  const question = { kind: "call" as const, facts, arguments: row.arguments, findings, relayed: false };
  return { question, score, findings, microseconds };
}

export async function scoreRows(
  rows: readonly Row[],
  { model, baseline }: Models,
  progress: (done: number) => void,
): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  for (let from = 0; from < rows.length; from += batch) {
    const part = rows.slice(from, from + batch);
    const looked = part.map(look);
    const questions = looked.map(({ question }) => question);
    const models = model === undefined ? [] : await model(questions);
    const baselines = baseline === undefined ? [] : await baseline(questions);
    for (const [index, row] of part.entries()) {
      const seen = looked[index];
      if (seen !== undefined) scored.push(scoredOf(row, seen, models[index], baselines[index]));
    }
    progress(scored.length);
  }
  return scored;
}

function scoredOf(row: Row, looked: Looked, model: number | undefined, baseline: number | undefined): Scored {
  const { question, score, findings, microseconds } = looked;
  const heuristic = { score, findings };
  const second =
    model === undefined ? { status: "off" as const, score: 0 } : { status: "scored" as const, score: model };
  return {
    row,
    heuristic: score,
    ...(model === undefined ? {} : { model }),
    ...(baseline === undefined ? {} : { baseline }),
    combined: combine(heuristic, second).score,
    findings,
    uninspected: question.kind === "call" && question.facts.uninspected.length > 0,
    microseconds,
  };
}

export async function loadScorer(path: string): Promise<ModelScorer> {
  const module: unknown = await import(pathToFileURL(path).href);
  if (typeof module === "object" && module !== null && "score" in module && typeof module.score === "function") {
    return module.score as ModelScorer;
  }
  throw new Error(`${path} exports no function called score`);
}
