// Connectors for the window's tests: one agent that can be connected, one that wants to be trusted, one that is not installed.
import type { ConnectorOutputs, ConnectorState, ConnectorView } from "../../../src/shared/contract/connector.ts";
import type { Operations } from "../../../src/shared/contract/contract.ts";
import { fail, ok } from "../../../src/shared/lib/result.ts";

const files: Readonly<Record<string, string>> = {
  "claude-code": "/home/anna/.claude/settings.json",
  codex: "/home/anna/.codex/hooks.json",
  cline: "/home/anna/.cline/hooks/PreToolUse",
};

const before = '{\n  "model": "opus"\n}\n';
const after =
  '{\n  "model": "opus",\n  "hooks": { "PreToolUse": [{ "hooks": [{ "type": "http", "url": "http://127.0.0.1:3000/hooks/claude-code" }] }] }\n}\n';

export interface FakeConnectors extends Pick<Operations, keyof ConnectorOutputs> {
  readonly views: () => readonly ConnectorView[];
  /** Somebody changes an agent's files. */
  readonly set: (id: string, state: ConnectorState) => void;
}

export function fakeConnectors(changed: (views: readonly ConnectorView[]) => void = () => undefined): FakeConnectors {
  const states = new Map<string, ConnectorState>();
  const details: Readonly<Record<ConnectorState, string>> = {
    connected: "It asks Gatehouse before every tool runs.",
    not_connected: "It does not ask Gatehouse.",
    changed: "Its hook was removed: repair it, or disconnect it for good.",
    disabled: 'The setting "disableAllHooks" switches all hooks off.',
    needs_trust: "The hook is not trusted yet, so that Codex does not run it: start codex and trust it.",
    unsupported: "Its hook is in place, but was not tried with versions before 2.1.326: this is 2.0.0, so update it.",
  };
  const view = (id: string, name: string, program?: ConnectorView["program"]): ConnectorView => {
    const state = states.get(id) ?? "not_connected";
    return {
      id,
      name,
      ...(program === undefined ? {} : { program }),
      state,
      detail: details[state],
      files: [files[id] ?? ""],
      scopes: ["user", "project"],
      projects: [],
    };
  };
  const views = (): readonly ConnectorView[] => [
    view("claude-code", "Claude Code", { path: "/home/anna/.local/bin/claude", version: "2.1.326" }),
    view("codex", "Codex", { path: "/usr/local/bin/codex", version: "0.169.0" }),
    view("cline", "Cline"),
  ];
  const set = (id: string, state: ConnectorState): void => {
    states.set(id, state);
    changed(views());
  };
  return {
    views,
    set,
    listConnectors: async () => ok(views()),
    planConnector: async ({ id, action }) => {
      const present = states.get(id) ?? "not_connected";
      const isDone = action === "connect" ? present === "connected" : present === "not_connected";
      const change = {
        file: files[id] ?? "",
        before: action === "connect" ? before : after,
        after: action === "connect" ? after : before,
        executable: false,
      };
      const notes = action === "connect" ? ["Running sessions are governed within seconds."] : [];
      return ok({ id, changes: isDone ? [] : [change], digest: "0".repeat(64), notes });
    },
    applyConnector: async ({ id, action }) => {
      const connected = id === "codex" ? "needs_trust" : "connected";
      set(id, action === "connect" ? connected : "not_connected");
      const now = views().find((each) => each.id === id);
      return now === undefined ? fail({ code: "not_found", message: `There is no agent ${id}.` }) : ok(now);
    },
    testConnector: async () => ok({ passed: true, detail: "A test call was denied in 9 ms.", milliseconds: 9 }),
  };
}
