// Wires the connectors: where agents find this engine, and that each change is recorded.
import type { PolicyTools } from "../engine/policy/document/compile-rules.ts";
import { homedir } from "node:os";
import { join } from "node:path";
import { hookFilesOf, projectSettingsOf } from "../connectors/hook-files.ts";
import { createConnectors } from "../connectors/index.ts";
import { sendTestCall } from "../connectors/test-call.ts";
import { connectorEntry, type RecordEntry } from "../services/system-entries.ts";
import { sha256 } from "../machine/clock.ts";
import type { ConnectorApi } from "../operations/connectors.ts";

export interface ConnectorParts {
  readonly dataDirectory: string;
  readonly httpUrl: () => string;
  readonly hookSocket: string;
  readonly record: RecordEntry;
  readonly now: () => number;
}

export function buildConnectors({ dataDirectory, httpUrl, hookSocket, record, now }: ConnectorParts): ConnectorApi {
  const launcher = join(dataDirectory, "bin", "gatehouse-hook");
  const place = () => ({ home: homedir(), environment: process.env, httpUrl: httpUrl(), hookSocket, launcher });
  const connectors = createConnectors({ place, dataDirectory, sha256, now });
  return {
    ...connectors,
    test: (id) => sendTestCall(id, place()),
    record: (id, action, files, actor) => record(connectorEntry(id, action, files, actor)),
  };
}

/** Projects are connected while the engine runs; a moment later is soon enough, and asking costs a disk's time. */
const rememberForMs = 250;

/** The files an agent must not change, or not without a human; none of them depends on where this engine listens. */
export function agentHookPlaces(dataDirectory: string): NonNullable<PolicyTools["hooks"]> {
  const place = { home: homedir(), environment: process.env, httpUrl: "", hookSocket: "", launcher: "" };
  let known = hookFilesOf(place, dataDirectory);
  let since = performance.now();
  return {
    projectSettings: projectSettingsOf(place),
    files: () => {
      if (performance.now() - since > rememberForMs) {
        known = hookFilesOf(place, dataDirectory);
        since = performance.now();
      }
      return known;
    },
  };
}
