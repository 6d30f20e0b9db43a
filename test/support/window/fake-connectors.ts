// Connectors for the window's tests: one agent that is there and can be connected, one that is not installed.
import type { ConnectorOutputs, ConnectorView } from "../../../src/shared/contract/connector.ts";
import type { Operations } from "../../../src/shared/contract/contract.ts";
import { ok } from "../../../src/shared/lib/result.ts";

export function fakeConnectors(): Pick<Operations, keyof ConnectorOutputs> {
  let connected = false;
  const settings = "/home/anna/.claude/settings.json";
  const claude = (): ConnectorView => ({
    id: "claude-code",
    name: "Claude Code",
    program: { path: "/home/anna/.local/bin/claude", version: "2.1.326" },
    state: connected ? "connected" : "not_connected",
    detail: connected ? "It asks Gatehouse before every tool runs." : "It does not ask Gatehouse.",
    files: [settings],
  });
  const cline: ConnectorView = {
    id: "cline",
    name: "Cline",
    state: "not_connected",
    detail: "It does not ask Gatehouse.",
    files: ["/home/anna/.cline/hooks/PreToolUse"],
  };
  return {
    listConnectors: async () => ok([claude(), cline]),
    planConnector: async ({ id, action }) =>
      ok({
        id,
        changes: [
          {
            file: settings,
            before: action === "connect" ? "{}\n" : '{ "hooks": {} }\n',
            after: action === "connect" ? '{ "hooks": {} }\n' : "{}\n",
            executable: false,
          },
        ],
        digest: "0".repeat(64),
        notes: ["Running sessions are governed within seconds."],
      }),
    applyConnector: async ({ action }) => {
      connected = action === "connect";
      return ok(claude());
    },
    testConnector: async () => ok({ passed: true, detail: "A test call was denied in 9 ms.", milliseconds: 9 }),
  };
}
