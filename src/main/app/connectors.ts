// Wires the connectors: where agents find this engine, that each change is recorded, and that drift is reported.
import type { PolicyTools } from "../engine/policy/document/compile-rules.ts";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectorView } from "../../shared/contract/connector.ts";
import type { Settings } from "../../shared/contract/settings.ts";
import { watchForDrift } from "../connectors/drift.ts";
import { writeEngineDown } from "../connectors/engine-down.ts";
import { hookFilesOf, projectSettingsOf } from "../connectors/hook-files.ts";
import { createConnectors } from "../connectors/index.ts";
import { sendTestCall } from "../connectors/test-call.ts";
import { connectorEntry, type RecordEntry } from "../services/system-entries.ts";
import { sha256 } from "../machine/clock.ts";
import { watchFile } from "../machine/watch-file.ts";
import type { ConnectorApi } from "../operations/connectors.ts";
import type { Cleanup } from "./cleanup.ts";

export interface ConnectorParts {
  readonly dataDirectory: string;
  readonly httpUrl: () => string;
  readonly hookSocket: string;
  readonly settings: () => Settings;
  readonly record: RecordEntry;
  readonly now: () => number;
  readonly tell: (connectors: readonly ConnectorView[]) => void;
  readonly report: (where: string, error: unknown) => void;
}

export function buildConnectors(parts: ConnectorParts, cleanup: Cleanup): ConnectorApi {
  const { dataDirectory, httpUrl, hookSocket, settings, record, now, tell, report } = parts;
  const launcher = join(dataDirectory, "bin", "gatehouse-hook");
  const place = () => ({
    home: homedir(),
    environment: process.env,
    httpUrl: httpUrl(),
    hookSocket,
    launcher,
    engineDown: settings().engineDown,
  });
  const connectors = createConnectors({ place, dataDirectory, sha256, now });
  const drift = watchForDrift({
    files: connectors.watched,
    list: () => connectors.list({ kind: "user" }),
    watch: watchFile,
    changed: tell,
    fault: (error) => report("agents' files", error),
  });
  cleanup.defer("agents' files", drift.stop);
  const keepEngineDown = (): void => {
    const written = writeEngineDown(launcher, settings().engineDown);
    if (!written.ok) report("answer of the hooks while no engine runs", new Error(written.error));
  };
  keepEngineDown();
  return {
    ...connectors,
    apply: (id, action, scope, digest) => {
      const applied = connectors.apply(id, action, scope, digest);
      drift.look();
      return applied;
    },
    settingsChanged: () => {
      keepEngineDown();
      drift.look();
    },
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
