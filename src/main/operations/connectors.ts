// Agents on this machine: found, connected to Gatehouse and disconnected, each change shown first and recorded.
import type {
  ConnectorOutputs,
  ConnectorPlan,
  ConnectorScope,
  ConnectorTest,
  ConnectorView,
} from "../../shared/contract/connector.ts";
import type { Operations } from "../../shared/contract/contract.ts";
import { ok, type Result } from "../../shared/lib/result.ts";
import { refuse } from "./ports.ts";

export interface ConnectorApi {
  readonly list: (scope: ConnectorScope) => Promise<readonly ConnectorView[]>;
  readonly plan: (id: string, action: Action, scope: ConnectorScope) => Result<ConnectorPlan, string>;
  readonly apply: (id: string, action: Action, scope: ConnectorScope, digest: string) => Result<ConnectorPlan, string>;
  /** What hooks answer while no engine runs may be another. */
  readonly settingsChanged: () => void;
  readonly test: (id: string) => Promise<ConnectorTest>;
  readonly record: (id: string, action: Action, files: readonly string[], actor: string) => Promise<void>;
}

type Action = "connect" | "disconnect";

export function connectorOperations({
  connectors,
}: {
  readonly connectors: ConnectorApi;
}): Pick<Operations, keyof ConnectorOutputs> {
  return {
    listConnectors: async ({ scope }) => ok(await connectors.list(scope)),
    planConnector: async ({ id, action, scope }) => {
      const planned = connectors.plan(id, action, scope);
      return planned.ok ? planned : refuse("refused", planned.error);
    },
    applyConnector: async ({ id, action, scope, digest }, actor) => {
      const applied = connectors.apply(id, action, scope, digest);
      if (!applied.ok) return refuse("refused", applied.error);
      const files = applied.value.changes.map(({ file }) => file);
      if (files.length > 0) await connectors.record(id, action, files, actor);
      const view = (await connectors.list(scope)).find((each) => each.id === id);
      return view === undefined ? refuse("not_found", `There is no agent ${id}.`) : ok(view);
    },
    testConnector: async ({ id }) => ok(await connectors.test(id)),
  };
}
