// A key that works from anywhere while requests wait. It is given back as soon as none does.
import type { GlobalShortcut } from "electron";

export interface WaitingShortcut {
  /** Empty keys are none. */
  readonly update: (keys: string, wanted: boolean) => void;
  /** Undefined when no key is wanted now. `taken`: another program has it, or the system does not know it. */
  readonly state: () => { readonly keys: string; readonly taken: boolean } | undefined;
  readonly stop: () => void;
}

export function createWaitingShortcut(
  registry: Pick<GlobalShortcut, "register" | "unregister">,
  press: () => void,
): WaitingShortcut {
  let held: { readonly keys: string; readonly taken: boolean } | undefined;

  function release(): void {
    if (held !== undefined && !held.taken) registry.unregister(held.keys);
    held = undefined;
  }

  return {
    update(keys, wanted) {
      if (!wanted || keys === "") return release();
      if (held?.keys === keys) return undefined;
      release();
      held = { keys, taken: !registered(registry, keys, press) };
      return undefined;
    },
    state: () => held,
    stop: release,
  };
}

/** Electron throws for what is no key, and says false for one that is taken. */
function registered(registry: Pick<GlobalShortcut, "register">, keys: string, press: () => void): boolean {
  try {
    return registry.register(keys, press);
  } catch {
    return false;
  }
}
