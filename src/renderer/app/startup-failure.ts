// What to do about an engine that could not start, found by its message.
import { startupFailures as labels } from "../labels/window.ts";

export interface FailureAdvice {
  readonly what: string;
  readonly todo: string;
}

/** The first pattern that matches counts. */
const known: readonly (readonly [message: RegExp, advice: FailureAdvice])[] = [
  [/taken by another program/, labels.portTaken],
  [/disk is full|ENOSPC/, labels.diskFull],
  [/policy\.(?:yaml|json) does not load/, labels.policyBroken],
  [/settings\.json/, labels.settingsBroken],
  [/^(?:The|Anybody can write to the) data directory/, labels.dataDirectory],
  [/by a newer Gatehouse/, labels.newerLedger],
  [/already|in use|another Gatehouse/i, labels.alreadyRunning],
  [/ledger|\.db\b/i, labels.ledgerFails],
];

export function adviceFor(message: string): FailureAdvice {
  return known.find(([pattern]) => pattern.test(message))?.[1] ?? labels.other;
}
