// What a terminal's request says about itself before a human confirms it in the window.
import { expect, test } from "vitest";
import { type GainPorts, terminalRules } from "../../../../src/main/operations/terminal/gains.ts";
import { defaultSettings } from "../../../../src/shared/contract/settings.ts";

const ports: GainPorts = {
  approvals: () => [],
  settings: () => defaultSettings,
  denied: () => undefined,
  denies: (id) => id === "a-denial",
  policyText: () => "version: 1\nrules: []\n",
  grantEffect: () => undefined,
};

test("replacing the policy shows the lines that change", () => {
  const rule = terminalRules.savePolicy;
  if (typeof rule === "string") throw new Error("It gives power.");
  expect(rule({ text: "version: 1\nrules:\n  - id: allow-all\n" }, ports)).toMatchObject({
    details: ["- rules: []", "+ rules:", "+   - id: allow-all"],
  });
});

test("disconnecting an agent, releasing its name and undoing a denial give power; the opposite does not", () => {
  const { applyConnector, releaseAgent, undoDecision } = terminalRules;
  if (typeof applyConnector === "string" || typeof releaseAgent === "string" || typeof undoDecision === "string")
    throw new Error("They give power.");
  const scope = { kind: "user" } as const;
  const digest = "0".repeat(64);
  expect(applyConnector({ id: "codex", action: "disconnect", scope, digest }, ports)).toBeDefined();
  expect(applyConnector({ id: "codex", action: "connect", scope, digest }, ports)).toBeUndefined();
  expect(releaseAgent({ agentDid: "did:aeon:a:1:b" }, ports)).toBeDefined();
  expect(undoDecision({ approvalId: "a-denial" }, ports)).toBeDefined();
  expect(undoDecision({ approvalId: "an-approval" }, ports)).toBeUndefined();
});
