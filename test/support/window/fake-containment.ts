// Contained runs for a window without an engine.
import type { ContainmentView, RunView } from "../../../src/shared/containment/view.ts";
import { defaultProfile, profileNames, profiles } from "../../../src/shared/containment/index.ts";

export const fakeContainment: ContainmentView = {
  usual: defaultProfile,
  profiles: profileNames.map((name) => profiles[name]),
  loopbackPorts: [5432],
  network: {
    allowed: [],
    blocked: [],
    registries: [
      { host: "registry.npmjs.org", reason: "npm packages" },
      { host: "pypi.org", reason: "index of Python packages" },
    ],
    model: [{ host: "api.anthropic.com", reason: "the model" }],
  },
  opened: [{ grantId: "g1", access: "write", place: "/home/anna/.cache/pip", always: true }],
};

export const fakeRuns: readonly RunView[] = [
  {
    runId: "5f2c9a",
    agentDid: "did:aeon:claude-code:2.1:9f1c",
    agentName: "Claude Code",
    project: "/home/anna/shop",
    profile: "project",
    command: "claude",
    openedAt: 0,
    sessions: ["s-1"],
    hosts: [
      { host: "api.anthropic.com", port: 443, sentBytes: 184_300, receivedBytes: 2_310_000, connections: 14 },
      { host: "registry.npmjs.org", port: 443, sentBytes: 21_400, receivedBytes: 8_400_000, connections: 6 },
    ],
  },
];
