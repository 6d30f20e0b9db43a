// Notices when the files of connected agents change, and tells when that changes what is connected.
import type { ConnectorView } from "../../shared/contract/connector.ts";

export interface DriftPorts {
  readonly files: () => readonly string[];
  readonly list: () => Promise<readonly ConnectorView[]>;
  /** Calls back on every change of the file; returns how to stop. */
  readonly watch: (file: string, changed: () => void) => () => void;
  readonly changed: (connectors: readonly ConnectorView[]) => void;
  readonly fault: (error: unknown) => void;
}

export interface Drift {
  /** Looks again now: something was connected, or a setting has changed. */
  readonly look: () => void;
  readonly stop: () => void;
}

/** Agents write their settings in several steps. */
const settleMs = 150;

export function watchForDrift({ files, list, watch, changed, fault }: DriftPorts): Drift {
  const watching = new Map<string, () => void>();
  let timer: NodeJS.Timeout | undefined;
  let told: string | undefined;
  let looking = false;
  let again = false;

  function follow(): void {
    const wanted = new Set(files());
    for (const [file, stop] of watching) {
      if (wanted.has(file)) continue;
      stop();
      watching.delete(file);
    }
    for (const file of wanted) if (!watching.has(file)) watching.set(file, watch(file, soon));
  }

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(look, settleMs);
    timer.unref();
  }

  function look(): void {
    // Looking asks programs, which may touch their own files: one check at a time, and only changes are published.
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    follow();
    void compare().finally(() => {
      looking = false;
      if (again) soon();
      again = false;
    });
  }

  async function compare(): Promise<void> {
    try {
      const connectors = await list();
      const text = JSON.stringify(connectors);
      if (text !== told) changed(connectors);
      told = text;
    } catch (error) {
      fault(error);
    }
  }

  follow();
  return {
    look,
    stop: () => {
      clearTimeout(timer);
      for (const stop of watching.values()) stop();
      watching.clear();
    },
  };
}
