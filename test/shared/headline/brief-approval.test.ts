// What a list holds of a request is small, whatever the request carries, and says when something was left out.
import { expect, test } from "vitest";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import { briefApproval } from "../../../src/shared/headline/brief-approval.ts";
import { approvalHeadline } from "../../../src/shared/headline/index.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import { lifelikeApprovals } from "../../support/engine/lifelike.ts";

const [small] = lifelikeApprovals(0) as readonly [HeldApproval];

function withArguments(given: JsonObject, facts: Partial<HeldApproval["facts"]> = {}): HeldApproval {
  return { ...small, intent: { ...small.intent, arguments: given }, facts: { ...small.facts, ...facts } };
}

const megabyte = "line\n".repeat(200_000);

test("a small request is the same object", () => {
  expect(briefApproval(small)).toBe(small);
});

test.each([
  ["a command", withArguments({ command: megabyte }, { command: megabyte })],
  [
    "a content",
    withArguments({ content: megabyte }, { content: megabyte, code: [{ language: "sh", text: megabyte }] }),
  ],
  ["many small members", withArguments({ list: Array.from({ length: 200_000 }, () => 1) })],
  ["many names", withArguments(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`n${index}`, 1])))],
  ["deep members", withArguments({ deep: [[[{ at: megabyte }]]] })],
])("%s of a megabyte is cut, and the words for it stay", (_name, whole) => {
  const brief = briefApproval(whole);
  expect(brief.shortened).toBe(true);
  expect(JSON.stringify(brief).length).toBeLessThan(32_768);
  expect(brief.digest).toBe(whole.digest);
  expect(approvalHeadline(brief)).toEqual(approvalHeadline(whole));
});
