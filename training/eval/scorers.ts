// Scorers: what is measured. Heuristics are always there; a model joins when its module is named.
import { pathToFileURL } from "node:url";
import { assess } from "../../src/main/engine/risk/assess.ts";
import { assessText } from "../../src/main/engine/risk/text.ts";
import { normalise } from "../../src/main/engine/normalise/index.ts";
import type { World } from "../../src/main/engine/ports.ts";
import { findSecrets } from "../../src/main/machine/secrets.ts";
import type { Facts } from "../../src/shared/facts.ts";
import type { Finding } from "../../src/shared/verdict.ts";
import type { Row } from "./rows.ts";

/** What a module given with --model must export as `score`: facts of a call, or a text. Batches keep it quick. */
export type ModelScorer = (
  rows: readonly { readonly facts?: Facts; readonly text?: string }[],
) => Promise<readonly number[]>;

export interface Scored {
  readonly row: Row;
  readonly heuristic: number;
  readonly model?: number;
  readonly combined: number;
  readonly findings: readonly Finding[];
  readonly uninspected: boolean;
  readonly microseconds: number;
}

/** A fixed machine, so that the same data gives the same figures anywhere. */
export const world: World = {
  platform: "linux",
  home: "/home/user",
  temporary: ["/tmp", "/var/tmp", "/dev/shm", "/private/tmp"],
  gatehouse: ["/home/user/.gatehouse"],
  caseInsensitive: false,
  resolveLinks: (path) => path,
  findSecrets,
};
const project = "/home/user/project";

interface Looked {
  readonly facts?: Facts;
  readonly score: number;
  readonly findings: readonly Finding[];
  readonly microseconds: number;
}

function look(row: Row): Looked {
  const started = performance.now();
  if (row.kind === "text") {
    const { score, findings } = assessText(row.text ?? "");
    return { score, findings, microseconds: (performance.now() - started) * 1000 };
  }
  const call = { tool: row.tool, arguments: row.arguments, context: { workingDirectory: project, workspace: project } };
  const facts = normalise(call, world);
  const { score, findings } = assess(facts);
  return { facts, score, findings, microseconds: (performance.now() - started) * 1000 };
}

export async function scoreRows(
  rows: readonly Row[],
  model: ModelScorer | undefined,
  progress: (done: number) => void,
): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  const batch = 256;
  for (let from = 0; from < rows.length; from += batch) {
    const part = rows.slice(from, from + batch);
    const looked = part.map(look);
    const inputs = looked.map(({ facts }, index) =>
      facts === undefined ? { text: part[index]?.text ?? "" } : { facts },
    );
    const models = model === undefined ? [] : await model(inputs);
    looked.forEach(({ facts, score, findings, microseconds }, index) => {
      const row = part[index];
      const modelScore = models[index];
      if (row === undefined) return;
      scored.push({
        row,
        heuristic: score,
        ...(modelScore === undefined ? {} : { model: modelScore }),
        combined: Math.max(score, modelScore ?? 0),
        findings,
        uninspected: (facts?.uninspected.length ?? 0) > 0,
        microseconds,
      });
    });
    progress(scored.length);
  }
  return scored;
}

export async function loadModel(path: string | undefined): Promise<ModelScorer | undefined> {
  if (path === undefined) return undefined;
  const module: unknown = await import(pathToFileURL(path).href);
  if (typeof module === "object" && module !== null && "score" in module && typeof module.score === "function") {
    return module.score as ModelScorer;
  }
  throw new Error(`${path} exports no function called score`);
}
