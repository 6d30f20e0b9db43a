// What a list holds of a request is small, whatever the request carries, and says when something was left out.
import { expect, test } from "vitest";
import type { HeldApproval } from "../../src/shared/approval.ts";
import { briefApproval } from "../../src/shared/brief-approval.ts";
import { effectTitle } from "../../src/shared/effect-words.ts";
import { heldApproval } from "../support/held-approval.ts";

const sizeOf = (approval: HeldApproval): number => JSON.stringify(approval).length;

test("a small request is the same object", () => {
  const small = heldApproval({ command: "npm publish" });
  expect(briefApproval(small)).toBe(small);
});

test.each([
  ["a command", { command: `npm publish ${"x".repeat(1_000_000)}` }],
  ["a content", { command: "npm publish", content: "line\n".repeat(200_000) }],
  ["many small members", { command: "npm publish", list: Array.from({ length: 200_000 }, () => 1) }],
  ["deep members", { command: "npm publish", deep: [[["y".repeat(1_000_000)]]] }],
])("%s of a megabyte is cut, and the words for it stay", (_name, given) => {
  const whole = heldApproval(given);
  const brief = briefApproval(whole);
  expect(brief.shortened).toBe(true);
  expect(sizeOf(brief)).toBeLessThan(32_768);
  expect(brief.digest).toBe(whole.digest);
  expect(effectTitle(brief.facts)).toBe(effectTitle(whole.facts));
});
