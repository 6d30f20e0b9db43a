// The variables of a contained program.
import { expect, test } from "vitest";
import { agentOf } from "../../../../src/main/containment/agents.ts";
import { environmentPlan } from "../../../../src/main/containment/environment.ts";
import { profiles } from "../../../../src/shared/containment/index.ts";
import { planRequest } from "./support.ts";

const claude = agentOf(["claude"]);
const given = ["AWS_SECRET_ACCESS_KEY", "ANTHROPIC_API_KEY", "SSH_AUTH_SOCK", "LD_PRELOAD", "LANG", "HTTPS_PROXY"];

test("ways to other programs and secrets are removed; the agent's own key stays", () => {
  const { unset } = environmentPlan(planRequest({ agent: claude, variables: given }));
  expect(unset).toEqual(["AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "LD_PRELOAD", "HTTPS_PROXY"]);
});

test("a single command gets no key of a model either", () => {
  const run = { ...planRequest().run, intentId: "i1" };
  expect(environmentPlan(planRequest({ agent: claude, run, variables: given })).unset).toContain("ANTHROPIC_API_KEY");
});

test("a trusted run keeps its secrets, but no way to other programs", () => {
  const run = { ...planRequest().run, profile: profiles.trusted };
  expect(environmentPlan(planRequest({ run, variables: given })).unset).toEqual([
    "SSH_AUTH_SOCK",
    "LD_PRELOAD",
    "HTTPS_PROXY",
  ]);
});

test("the proxy is the gate's, but not for the sandbox's own loopback; without a gate there is none", () => {
  const { set } = environmentPlan(planRequest());
  expect(set["https_proxy"]).toBe("http://127.0.0.1:3128");
  expect(set["NO_PROXY"]).toContain("127.0.0.1");
  expect(environmentPlan(planRequest({ gated: false })).set).not.toHaveProperty("HTTPS_PROXY");
});
