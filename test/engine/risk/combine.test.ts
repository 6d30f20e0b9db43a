// The score: the worst finding decides, others raise it a little, and the model can only raise it.
import { describe, expect, test } from "vitest";
import { roundScore } from "../../../src/main/engine/risk/bands.ts";
import { combine, scoreOf, withFindings } from "../../../src/main/engine/risk/combine.ts";
import type { Finding } from "../../../src/shared/domain/verdict.ts";

function finding(score: number, threat = "Data destruction"): Finding {
  return { id: "x", score, threat, reason: "It does x" };
}

const off = { status: "off", score: 0 } as const;

describe("scoreOf", () => {
  test.each<[string, readonly Finding[], number]>([
    ["nothing found", [], 0],
    ["one finding", [finding(0.74)], 0.74],
    ["the same threat twice", [finding(0.74), finding(0.74)], 0.74],
    ["another threat raises it", [finding(0.74), finding(0.55, "Persistence")], 0.76],
    ["weak ones do not raise it", [finding(0.74), finding(0.3, "Discovery")], 0.74],
    ["two others at most", [finding(0.84, "a"), finding(0.5, "b"), finding(0.5, "c"), finding(0.5, "d")], 0.88],
    ["never above 1", [finding(0.99, "a"), finding(0.9, "b"), finding(0.9, "c")], 1],
  ])("%s", (_, findings, expected) => {
    expect(scoreOf(findings)).toBe(expected);
  });

  test("a suspicious finding asks a human only together with two others", () => {
    expect(scoreOf([finding(0.67, "a"), finding(0.5, "b")])).toBe(0.69);
    expect(scoreOf([finding(0.67, "a"), finding(0.5, "b"), finding(0.5, "c")])).toBe(0.71);
  });
});

describe("combine", () => {
  test("takes the higher of model and heuristics", () => {
    const heuristic = { score: 0.3, findings: [finding(0.3)] };
    expect(combine(heuristic, { status: "scored", score: 0.91, origin: "onnx" })).toMatchObject({
      score: 0.91,
      level: "CRITICAL",
      modelScore: 0.91,
      heuristicScore: 0.3,
      modelStatus: "scored",
      modelOrigin: "onnx",
    });
    expect(combine({ score: 0.74, findings: [] }, { status: "scored", score: 0.2 })).toMatchObject({
      score: 0.74,
      level: "HIGH",
    });
  });

  test.each(["late", "unavailable", "off"] as const)("a model that is %s leaves the heuristics' score", (status) => {
    const risk = combine({ score: 0.45, findings: [] }, { status, score: 0.99, threats: ["Something"] });
    expect(risk).toMatchObject({ score: 0.45, modelScore: 0, level: "MEDIUM", modelStatus: status, threats: [] });
  });

  test("names each threat once", () => {
    const findings = [finding(0.8), finding(0.7), finding(0.5, "Persistence")];
    expect(combine({ score: 0.8, findings }, off).threats).toEqual(["Data destruction", "Persistence"]);
  });

  test("rounds before it decides, so score and level never disagree", () => {
    expect(combine({ score: 0.69999, findings: [] }, off)).toMatchObject({ score: 0.7, level: "HIGH" });
    expect(combine({ score: 0.69994, findings: [] }, off)).toMatchObject({ score: 0.6999, level: "MEDIUM" });
  });
});

test("findings of a protocol count like those of the heuristics", () => {
  const assessment = { score: 0.3, findings: [finding(0.3)] };
  expect(withFindings(assessment, undefined)).toBe(assessment);
  expect(withFindings(assessment, [finding(0.74, "Prompt injection")])).toMatchObject({ score: 0.74 });
});

test.each([
  [Number.NaN, 0],
  [-1, 0],
  [0, 0],
  [0.123_456, 0.1235],
  [1, 1],
  [Number.POSITIVE_INFINITY, 1],
])("roundScore(%d) is %d", (given, expected) => {
  expect(roundScore(given)).toBe(expected);
});
