// The queue's order, and where the selection goes.
import { describe, expect, test } from "vitest";
import { neighbourOf, queueGroups, queueRows } from "../../../src/renderer/lib/queue-order.ts";
import { lifelikeApprovals } from "../../support/engine/lifelike.ts";

describe("the queue", () => {
  const groups = queueGroups(lifelikeApprovals(0));
  const namesIn = (index: number) => groups[index]?.effects.flat().map((approval) => approval.intent.intentId);

  test("is grouped by agent, the most severe request first", () => {
    expect(groups.map((group) => group.agentName)).toEqual(["Claude Code", "Codex", "Gemini CLI"]);
    expect(namesIn(0)).toEqual(["clean-up", "workflow"]);
  });

  test("within one level the oldest comes first", () => {
    expect(namesIn(1)).toEqual(["install", "hidden"]);
  });

  test("keeps what has the same effect together, behind the most severe of it", () => {
    const alike = lifelikeApprovals(0).flatMap((approval) => [
      approval,
      {
        ...approval,
        approvalId: `${approval.approvalId} again`,
        intent: { ...approval.intent, intentId: `${approval.intent.intentId} again` },
      },
    ]);
    const [first] = queueGroups(alike);
    expect(first?.effects.map((held) => held.map((approval) => approval.intent.intentId))).toEqual([
      ["clean-up", "clean-up again"],
      ["workflow", "workflow again"],
    ]);
    const rows = queueRows(queueGroups(alike));
    expect(rows.slice(0, 6).map((row) => row.kind)).toEqual([
      "agent",
      "request",
      "request",
      "batch",
      "request",
      "request",
    ]);
    expect(rows.filter((row) => row.kind === "agent").map((row) => row.count)).toEqual([4, 4, 2]);
  });

  test("tells agents apart that have chosen the same name", () => {
    const posing = lifelikeApprovals(0).map((approval) => ({
      ...approval,
      agentName: approval.agentName === "Codex" ? "Claude Code" : approval.agentName,
    }));
    const agents = queueRows(queueGroups(posing)).filter((row) => row.kind === "agent");
    expect(agents.map(({ name, namesake }) => [name, namesake])).toEqual([
      ["Claude Code", true],
      ["Claude Code", true],
      ["Gemini CLI", false],
    ]);
  });

  test("does not depend on the order in which requests came", () => {
    expect(queueGroups(lifelikeApprovals(0).toReversed())).toEqual(groups);
  });
});

describe("the selection after its request is gone", () => {
  test.each<[string, readonly string[], readonly string[], string, string | undefined]>([
    ["takes what followed it", ["a", "b", "c"], ["a", "c"], "b", "c"],
    ["passes over others that are gone as well", ["a", "b", "c", "d"], ["a", "d"], "b", "d"],
    ["takes the last when nothing followed", ["a", "b"], ["a"], "b", "a"],
    ["takes the last when it was never seen", ["a"], ["a", "b"], "x", "b"],
    ["is nothing when nothing is left", ["a"], [], "a", undefined],
  ])("%s", (_name, before, after, gone, expected) => {
    expect(neighbourOf(before, after, gone)).toBe(expected);
  });
});
