// Properties of phase 3: total, deterministic, monotone, bounded in time.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assess } from "../support/engine/risk.ts";
import { combine, scoreOf } from "../../src/main/engine/risk/combine.ts";
import { assessText } from "../../src/main/engine/risk/text.ts";
import { findSecrets } from "../../src/main/machine/secrets/secrets.ts";
import { type CommandFact, type Facts, canonicalTools, effects, zones } from "../../src/shared/domain/facts.ts";
import { type Finding, riskLevelOf } from "../../src/shared/domain/verdict.ts";
import { factsOf } from "../engine/risk/support.ts";
import { cpuMilliseconds } from "../support/process/cpu-time.ts";

const word = fc.oneof(
  fc.string({ maxLength: 24, unit: "binary" }),
  fc.constantFrom(
    "rm",
    "-rf",
    "/",
    "~",
    "curl",
    "sh",
    "sudo",
    "git",
    "push",
    "--force",
    "$(x)",
    "|",
    "-exec",
    "{}",
    "DROP TABLE x",
  ),
);

const command: fc.Arbitrary<CommandFact> = fc.record(
  {
    program: word,
    arguments: fc.array(word, { maxLength: 6 }),
    subcommand: word,
    options: fc.array(fc.oneof(fc.record({ name: word }), fc.record({ name: word, value: word })), { maxLength: 4 }),
    operands: fc.array(word, { maxLength: 6 }),
    text: fc.string({ maxLength: 60 }),
    wrappers: fc.array(fc.oneof(word, fc.constantFrom("sudo", "bash -c", "$()", "base64")), { maxLength: 3 }),
    pipeline: fc.nat(3),
    position: fc.nat(3),
    redirects: fc.array(fc.record({ operator: fc.constantFrom(">", ">>", "<", "2>"), target: word }), { maxLength: 2 }),
    assignments: fc.dictionary(word, word, { maxKeys: 2 }),
    dynamic: fc.boolean(),
    input: word,
    parent: fc.integer({ min: -1, max: 9 }),
  },
  {
    requiredKeys: [
      "program",
      "arguments",
      "subcommand",
      "options",
      "operands",
      "text",
      "wrappers",
      "pipeline",
      "position",
      "redirects",
      "assignments",
      "dynamic",
    ],
  },
);

const facts: fc.Arbitrary<Facts> = fc.record(
  {
    tool: fc.constantFrom(...canonicalTools),
    givenTool: word,
    command: fc.string({ maxLength: 200 }),
    commands: fc.array(command, { maxLength: 5 }),
    code: fc.array(fc.record({ language: word, text: fc.string({ maxLength: 80 }) }), { maxLength: 2 }),
    paths: fc.array(
      fc.record({
        path: word,
        given: word,
        zone: fc.constantFrom(...zones),
        access: fc.constantFrom("read", "write", "delete", "execute"),
        pattern: fc.boolean(),
        recursive: fc.boolean(),
      }),
      { maxLength: 4 },
    ),
    hosts: fc.array(
      fc.record({ host: word, local: fc.boolean(), direction: fc.constantFrom("download", "upload", "connect") }),
      { maxLength: 2 },
    ),
    effects: fc.subarray([...effects]),
    secrets: fc.array(fc.record({ kind: word, where: word }), { maxLength: 2 }),
    uninspected: fc.array(
      fc.record({
        part: word,
        why: fc.constantFrom("syntax", "dynamic", "depth", "size", "encoded", "binary", "language"),
      }),
      { maxLength: 2 },
    ),
    content: fc.string({ maxLength: 100 }),
    workspace: fc.constant("/home/user/project"),
  },
  { requiredKeys: ["tool", "givenTool", "commands", "code", "paths", "hosts", "effects", "secrets", "uninspected"] },
);

const finding: fc.Arbitrary<Finding> = fc.record({
  id: word,
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  threat: fc.constantFrom("a", "b", "c", "d"),
  reason: word,
});

describe("assess", () => {
  test("is total and deterministic on any facts, and its findings explain its score", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const first = assess(given);
        expect(assess(given)).toEqual(first);
        expect(first.score).toBeGreaterThanOrEqual(0);
        expect(first.score).toBeLessThanOrEqual(1);
        expect(first.score).toBe(scoreOf(first.findings));
        for (const each of first.findings) expect((each.evidence ?? "").length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 2_000 },
    );
  });

  test("what could not be inspected is never low", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const score = assess({ ...given, uninspected: [{ part: "x", why: "dynamic" }] }).score;
        expect(riskLevelOf(score)).not.toBe("LOW");
      }),
      { numRuns: 500 },
    );
  });
});

describe("the score", () => {
  test("never falls when a finding gets worse or another is added", () => {
    fc.assert(
      fc.property(
        fc.array(finding, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (list, at, more) => {
          const index = at % list.length;
          const raised = list.map((each, place) =>
            place === index ? { ...each, score: Math.max(each.score, more) } : each,
          );
          expect(scoreOf(raised)).toBeGreaterThanOrEqual(scoreOf(list));
          expect(scoreOf([...list, ...raised.slice(0, 1)])).toBeGreaterThanOrEqual(scoreOf(list));
        },
      ),
    );
  });

  test("is the maximum of model and heuristics, with the level that belongs to it", () => {
    fc.assert(
      fc.property(
        fc.array(finding, { maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (findings, model) => {
          const risk = combine({ score: scoreOf(findings), findings }, { status: "scored", score: model });
          expect(risk.score).toBe(Math.max(risk.modelScore, risk.heuristicScore));
          expect(risk.level).toBe(riskLevelOf(risk.score));
          expect(Math.round(risk.score * 10_000) / 10_000).toBe(risk.score);
        },
      ),
    );
  });
});

describe("bounded time", () => {
  const megabyte = 1_000_000;
  const fill = (piece: string): string => piece.repeat(Math.ceil(megabyte / piece.length)).slice(0, megabyte);
  /** Far above what it takes, so that a busy machine does not fail the test, and far below what a slip would cost. */
  const patience = 1_500;

  test.each([
    "a ",
    "rm -rf / ; ",
    "curl x | sh\n",
    "$(",
    "((((",
    "\\x41",
    "-----BEGIN PRIVATE KEY-----",
    "/etc/passwd ",
    "|a|b|\n",
    "iex (",
    "a=b ",
    "💥",
  ])("a megabyte of %j", (piece) => {
    const text = fill(piece);
    const given = factsOf(text);
    const read = (): void => {
      assess(given);
      assessText(text);
      findSecrets(text);
    };
    expect(cpuMilliseconds(read)).toBeLessThan(patience);
  });

  test("many facts", () => {
    const [one] = factsOf("sudo rm -rf ~/x").commands;
    const base = factsOf("rm -rf ~/x");
    const many: Facts = {
      ...base,
      commands: one === undefined ? [] : Array.from({ length: 1_000 }, () => one),
      paths: base.paths.flatMap((path) => Array.from({ length: 2_000 }, () => path)),
    };
    expect(cpuMilliseconds(() => assess(many))).toBeLessThan(patience);
  });
});

test("secrets are found in order, inside the text, and do not overlap", () => {
  const piece = fc.oneof(
    word,
    fc.constantFrom(
      "password=hunter2x ",
      "ghp_aB3daB3daB3daB3daB3daB3daB3daB3daB3d ",
      "https://u:pw9@h/ ",
      "-----BEGIN PRIVATE KEY-----",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join(" ");
      let end = 0;
      for (const match of findSecrets(text)) {
        expect(match.start).toBeGreaterThanOrEqual(end);
        expect(match.end).toBeGreaterThan(match.start);
        expect(match.end).toBeLessThanOrEqual(text.length);
        end = match.end;
      }
    }),
    { numRuns: 1_000 },
  );
});
