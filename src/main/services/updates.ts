// When updates are looked for, fetched and installed: only while they are switched on, and never while somebody waits for an answer.
import type { Operations } from "../../shared/contract/contract.ts";
import { day, minute } from "../../shared/lib/clock.ts";

export interface UpdatePorts {
  /** Neither settings nor environment forbid it. Read again before every step. */
  readonly enabled: () => Promise<boolean>;
  /** A request waits, or something runs that a restart would end. */
  readonly busy: () => Promise<boolean>;
  readonly updater: {
    readonly check: () => Promise<string | undefined>;
    readonly download: () => Promise<void>;
  };
  /** Present where a package manager owns the program: it notifies the human and fetches nothing. */
  readonly tell?: (version: string) => void;
  readonly askToRestart: (version: string) => Promise<boolean>;
  readonly restart: () => void;
  readonly onFault: (error: unknown) => void;
  readonly now: () => number;
}

export interface Updates {
  /** Does what is due. */
  readonly step: () => Promise<void>;
}

export const stepEvery = minute;
const lookEvery = day;

export function createUpdates(ports: UpdatePorts): Updates {
  let lookedAt = -Infinity;
  let askedAt = -Infinity;
  let told: string | undefined;
  /** The version that has been fetched and checked. */
  let ready: string | undefined;
  let agreed = false;

  async function look(): Promise<void> {
    lookedAt = ports.now();
    const version = await ports.updater.check();
    if (version === undefined) return;
    if (ports.tell === undefined) {
      await ports.updater.download();
      ready = version;
    } else if (told !== version) {
      told = version;
      ports.tell(version);
    }
  }

  async function offer(version: string): Promise<void> {
    if (!agreed) {
      if (ports.now() - askedAt < lookEvery || (await ports.busy())) return;
      askedAt = ports.now();
      agreed = await ports.askToRestart(version);
    }
    // Requests may have come while the question was open; who has agreed is not asked again.
    if (agreed && (await ports.enabled()) && !(await ports.busy())) ports.restart();
  }

  async function work(): Promise<void> {
    if (!(await ports.enabled())) return;
    if (ready === undefined && ports.now() - lookedAt >= lookEvery) await look();
    if (ready !== undefined) await offer(ready);
  }

  let working = false;
  return {
    step: async () => {
      if (working) return;
      working = true;
      try {
        await work();
      } catch (error) {
        ports.onFault(error);
      } finally {
        working = false;
      }
    },
  };
}

/** What cannot be asked counts as busy. */
export async function isBusy(
  operations: Pick<Operations, "listApprovals" | "listExecutions" | "listRuns">,
): Promise<boolean> {
  const [approvals, executions, runs] = await Promise.all([
    operations.listApprovals({ brief: true }, "console"),
    operations.listExecutions({}, "console"),
    operations.listRuns({}, "console"),
  ]);
  if (!approvals.ok || !executions.ok || !runs.ok) return true;
  const open = runs.value.filter(({ closedAt }) => closedAt === undefined);
  return approvals.value.length + executions.value.length + open.length > 0;
}
