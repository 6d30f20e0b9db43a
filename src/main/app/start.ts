// The only place that wires parts together: a data directory and a port become a running Gatehouse. Open, build, listen.
import type { Operations } from "../../shared/contract/contract.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { steadyThreads } from "../machine/steady-threads.ts";
import type { EventBus } from "../telemetry/events.ts";
import type { GatehouseAddress } from "./addresses.ts";
import { build } from "./build.ts";
import { type Cleanup, createCleanup } from "./cleanup.ts";
import { listen } from "./listen.ts";
import { createNotifier } from "./notifier.ts";
import { type Faults, openResources } from "./open.ts";
import type { StartOptions } from "./options.ts";

export type { StartOptions } from "./options.ts";

export interface Gatehouse {
  readonly operations: Operations;
  readonly events: EventBus;
  readonly address: GatehouseAddress;
  /** Refuses what is new, finishes what is under way, flushes, and closes threads and files. */
  readonly stop: () => Promise<void>;
}

export async function startGatehouse(options: StartOptions): Promise<Result<Gatehouse, string>> {
  const reported = createNotifier<[where: string, error: unknown]>();
  const report = (where: string, error: unknown): void => {
    console.error(`${where}:`, error);
    options.onFault?.(where, error);
    reported.notify(where, error);
  };
  const cleanup = createCleanup(report);
  const started = await startPhases(options, { report, subscribe: reported.subscribe }, cleanup).catch(
    (error: unknown) => {
      report("start", error);
      return fail(`Gatehouse cannot start: ${error instanceof Error ? error.message : String(error)}`);
    },
  );
  if (!started.ok) await cleanup.closeAll();
  return started;
}

/** Whatever it has opened when it fails is in the cleanup. */
async function startPhases(
  options: StartOptions,
  faults: Faults,
  cleanup: Cleanup,
): Promise<Result<Gatehouse, string>> {
  steadyThreads();
  const opened = await openResources(options, faults, cleanup);
  if (!opened.ok) return opened;
  const built = await build(options, opened.value, cleanup);
  const address = await listen(options, opened.value, built, cleanup);
  if (!address.ok) return address;
  const { operations } = built;
  return ok({ operations, events: opened.value.events, address: address.value, stop: cleanup.closeAll });
}
