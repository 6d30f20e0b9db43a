// Recording: intent and verdict are on disk before anybody hears of them. What cannot be recorded is denied.
import type { NewEntry } from "../../../shared/domain/audit.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { Evaluation } from "../pipeline/evaluation.ts";
import { deniedBecause, deniedInstead } from "../pipeline/faults.ts";
import type { StillAllowed } from "../pipeline/still-allowed.ts";
import type { Ledger, World } from "../ports.ts";
import type { Digests } from "./digests.ts";
import { intentEntry, type Prepared, verdictEntry } from "./entries.ts";

export interface RecordingPorts {
  readonly ledger: Ledger;
  readonly digests: Digests;
  readonly world: World;
  readonly stillAllowed: Pick<StillAllowed, "stoppedBy">;
}

export interface Recording {
  /** The verdict, or the denial that takes its place. */
  readonly record: (intent: Intent, evaluation: Evaluation, prepared: Prepared) => Promise<Verdict>;
  /** The verdict as it may be given now. */
  readonly recheck: (intent: Intent, evaluation: Evaluation, verdict: Verdict) => Promise<Verdict>;
  readonly recordDenial: (entry: NewEntry) => Promise<void>;
}

export function createRecording(ports: RecordingPorts): Recording {
  const { ledger, digests } = ports;
  const { findSecrets } = ports.world;

  async function record(intent: Intent, evaluation: Evaluation, prepared: Prepared): Promise<Verdict> {
    const { facts, verdict, timings } = evaluation;
    try {
      await ledger.append([
        intentEntry(intent, facts, prepared, digests, findSecrets),
        verdictEntry(intent, evaluation, verdict, findSecrets, timings),
      ]);
      return verdict;
    } catch (error) {
      return deniedBecause(verdict, "ledger_unavailable", error instanceof Error ? error.message : undefined);
    }
  }

  /** An agent that was stopped while the model and the disk took their time is not told that it may act. */
  async function recheck(intent: Intent, { facts }: Evaluation, verdict: Verdict): Promise<Verdict> {
    const fault = verdict.outcome === "DENIED" ? undefined : ports.stillAllowed.stoppedBy(intent, facts);
    if (fault === undefined) return verdict;
    const final = deniedInstead(verdict, fault.reason, fault.text);
    await recordDenial(verdictEntry(intent, { facts, marks: [] }, final, findSecrets));
    return final;
  }

  /** A denial is in force whether it can be recorded or not; the ledger's health is reported elsewhere. */
  async function recordDenial(entry: NewEntry): Promise<void> {
    try {
      await ledger.append([entry]);
    } catch {
      return;
    }
  }

  return { record, recheck, recordDenial };
}
