// What the engine needs from outside. Tests and the composition root provide these.
import type { LedgerEntry, NewEntry } from "../../shared/audit.ts";
import type { Cancellation } from "../../shared/cancellation.ts";
import type { Facts } from "../../shared/facts.ts";
import type { Settings } from "../../shared/settings.ts";
import type { EngineEvent } from "../../shared/telemetry.ts";
import type { PolicySnapshot } from "./policy/snapshot.ts";

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back after a delay; returns how to cancel. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export interface Identifiers {
  /** A new unique id, sortable by time. */
  readonly next: () => string;
}

export type Sha256 = (text: string) => string;

/** A secret's place in a text; the scanner never hands out the value itself. */
export interface SecretMatch {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

export type SecretScanner = (text: string) => readonly SecretMatch[];

/** What phase 1 must know about the machine to resolve paths. Pure apart from resolveLinks. */
export interface World {
  readonly platform: "linux" | "darwin" | "win32";
  readonly home: string;
  readonly temporary: readonly string[];
  /** Gatehouse's own files, sockets and program: zone "gatehouse". */
  readonly gatehouse: readonly string[];
  readonly caseInsensitive: boolean;
  /** The real path behind symbolic links; a part that does not exist stays as it is. Never throws. */
  readonly resolveLinks: (absolute: string) => string;
  readonly findSecrets: SecretScanner;
}

export interface ModelScore {
  readonly score: number;
  readonly threats: readonly string[];
  readonly origin: string;
}

/** A risk model. Rejecting or being late is recorded and never makes an outcome more permissive. */
export interface RiskModel {
  readonly score: (facts: Facts, signal: Cancellation) => Promise<ModelScore>;
}

/** Appends are on disk when the promise resolves; entries given together stay together and in order. */
export interface Ledger {
  readonly append: (entries: readonly NewEntry[]) => Promise<readonly LedgerEntry[]>;
}

/** The policy in force. One snapshot serves a whole decision. */
export interface PolicySource {
  readonly current: () => PolicySnapshot;
}

export interface SettingsSource {
  readonly current: () => Settings;
}

export interface Events {
  readonly publish: (event: EngineEvent) => void;
}
