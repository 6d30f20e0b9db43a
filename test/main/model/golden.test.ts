// The shipped files against what training measured: the same numbers give the same scores, and the same words the same numbers.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import type { ModelQuestion } from "../../../src/main/engine/ports.ts";
import { assess } from "../../support/engine/risk.ts";
import { builtInModel } from "../../../src/main/model/onnx/built-in-model.ts";
import { featureOf } from "../../../src/main/model/features/bag.ts";
import { partsOf } from "../../../src/main/model/features/parts.ts";
import { startOnnxThread } from "../../../src/main/model/onnx/thread.ts";
import { world } from "../../../training/eval/scorers.ts";
import { goldenCommands, goldenTexts } from "../../../training/model/golden.ts";
import { metricsSchema } from "../../../training/model/metrics.ts";

const folder = join(import.meta.dirname, "../../../resources/models");
const { heads } = metricsSchema.parse(JSON.parse(readFileSync(join(folder, "metrics.json"), "utf8")));

function call(command: string): ModelQuestion {
  const context = { workingDirectory: "/home/user/project", workspace: "/home/user/project" };
  const facts = normalise({ tool: "execute_command", arguments: { command }, context }, world);
  return { kind: "call", facts, arguments: { command }, findings: assess(facts).findings, relayed: false };
}
const text = (content: string): ModelQuestion => ({ kind: "text", text: content, origin: "foreign" });

const golden = [
  { name: "calls", file: builtInModel.calls, trained: heads.calls, questions: goldenCommands.map(call) },
  { name: "texts", file: builtInModel.texts, trained: heads.texts, questions: goldenTexts.map(text) },
] as const;

describe.each(golden)("$name", ({ file, trained, questions }) => {
  async function worst(parts: readonly (readonly number[])[]): Promise<number> {
    const thread = startOnnxThread({ files: [{ path: join(folder, file.file), sha256: file.sha256 }] });
    onTestFinished(thread.close);
    const rows = parts.map((ids) => Int32Array.from(new Set(ids)));
    return Math.max(...(await thread.score(0, rows)));
  }

  test("the file is the one that was measured, and small", () => {
    expect(trained.sha256).toBe(file.sha256);
    expect(statSync(join(folder, file.file)).size).toBeLessThan(5_000_000);
  });

  test("the file scores golden rows as training did", async () => {
    expect(trained.golden).toHaveLength(questions.length);
    for (const { parts, score } of trained.golden) expect(await worst(parts)).toBeCloseTo(score, 4);
  });

  // Heuristics may have changed since, and with them some features; what is an attack must stay one.
  test("golden rows still have the features they were trained with, or nearly", async () => {
    for (const [index, question] of questions.entries()) {
      const now = await worst(partsOf(question).map((names) => names.map(featureOf)));
      const then = trained.golden[index]?.score ?? Number.NaN;
      expect(now >= 0.7, `row ${index}: ${then} then, ${now} now. Run npm run train.`).toBe(then >= 0.7);
    }
  });
});
