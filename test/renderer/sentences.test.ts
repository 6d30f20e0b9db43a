// Small texts: the summary, endings, keys, the first command.
import { describe, expect, test } from "vitest";
import { firstIntentCommand } from "../../src/renderer/screens/overview/first-intent-command.ts";
import { endingSentence } from "../../src/renderer/labels/outcomes.ts";
import { summaryOf } from "../../src/renderer/screens/overview/summary-of.ts";
import { keyGroups } from "../../src/renderer/lib/key-groups.ts";
import { lifelikeAgents, lifelikeApprovals } from "../support/engine/lifelike.ts";

const approvals = lifelikeApprovals(0);
const agents = lifelikeAgents(0);
const status = {
  halted: false,
  haltedAgents: [],
  ledger: { healthy: true, entries: 1 },
  policy: { problems: [] },
  model: { status: "ready" },
} as unknown as Parameters<typeof summaryOf>[0];

describe("the summary", () => {
  test("all is well", () => {
    expect(summaryOf(status, [], agents)).toEqual({
      tone: "well",
      title: "All is well",
      detail: "Nothing is waiting for you · 3 of 5 agents connected · 1 wants to pair",
    });
  });

  test("not all is well while the policy file or the model has a problem", () => {
    const broken = { ...status, policy: { ...status.policy, problems: ["1:1: rules"] } };
    const alone = { ...status, model: { ...status.model, status: "unavailable" as const } };
    for (const ill of [broken, alone]) {
      expect(summaryOf(ill, [], agents)).toMatchObject({ tone: "ill", title: "Something needs a look" });
      expect(summaryOf(ill, approvals, agents).tone).toBe("asks");
    }
  });

  test("never all well in observe mode", () => {
    const observing = { ...status, mode: "observe" as const };
    expect(summaryOf(observing, [], agents)).toMatchObject({
      tone: "observes",
      title: "Observe mode: your policy is not enforced",
    });
    expect(summaryOf({ ...observing, halted: true }, [], agents).tone).toBe("stopped");
  });

  test("requests wait", () => {
    expect(summaryOf(status, approvals, agents)).toMatchObject({
      tone: "asks",
      title: "5 requests are waiting for you",
    });
    expect(summaryOf(status, approvals.slice(0, 1), agents).title).toBe("1 request is waiting for you");
  });

  test("the most severe news comes first", () => {
    const halted = { ...status, halted: true };
    expect(summaryOf(halted, approvals, agents)).toMatchObject({ tone: "stopped", title: "All agents are stopped" });
    expect(summaryOf({ ...halted, ledger: { healthy: false, entries: 1 } }, approvals, agents).title).toContain(
      "ledger",
    );
  });

  test("nobody is there", () => {
    expect(summaryOf(status, [], []).detail).toContain("no agent has registered");
  });
});

describe("requests that end without us", () => {
  const [first, second] = approvals;
  if (first === undefined || second === undefined) throw new Error("There are not enough approvals.");

  test("one is named", () => {
    expect(endingSentence([{ approval: first, reason: "timeout" }])).toBe(
      "Denied, because nobody answered in time. Claude Code: Delete ../shop-2024/node_modules and ../shop-2024/.git and everything in them",
    );
  });

  test("several are counted, and stopping an agent is no news", () => {
    expect(endingSentence([first, second].map((approval) => ({ approval, reason: "agent_gone" as const })))).toBe(
      "2 requests ended without you.",
    );
    expect(endingSentence([{ approval: first, reason: "agent_halted" }])).toBeUndefined();
    expect(endingSentence([])).toBeUndefined();
  });
});

test("a key is shown in groups people can compare", () => {
  expect(keyGroups("ed25519:0123456789")).toBe("ed25519 0123 4567 89");
  expect(keyGroups("abcdef")).toBe("abcd ef");
});

test("the first command is something a shell reads as one message", () => {
  const command = firstIntentCommand("http://127.0.0.1:3000");
  const body = /-d '([^']*)'$/.exec(command)?.[1] ?? "";
  expect(JSON.parse(body)).toMatchObject({ jsonrpc: "2.0", method: "a2g/intent" });
  expect(command.startsWith("curl -s http://127.0.0.1:3000/rpc ")).toBe(true);
});
