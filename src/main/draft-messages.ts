// What the main thread and the thread for drafts say to each other.
import type { PolicyCheck, WhatIfReport } from "../shared/policy-desk.ts";
import type { Settings } from "../shared/settings.ts";
import type { AgentView } from "./engine/policy/snapshot.ts";

export interface DraftData {
  readonly directory: string;
  readonly home: string;
  /** Gatehouse's own files and sockets. */
  readonly gatehouse: readonly string[];
  readonly processIds: readonly number[];
  /** A run over the past, instead of checks. */
  readonly run?: DraftRun;
}

export interface DraftRun {
  readonly inForce: string;
  readonly draft: string;
  readonly from: number;
  readonly to: number;
  readonly settings: Pick<Settings, "highBand" | "verdictExpirySeconds">;
  readonly agents: readonly AgentView[];
}

export interface ToDrafts {
  readonly id: number;
  readonly text: string;
}

export type FromDrafts =
  | { readonly type: "checked"; readonly id: number; readonly check: PolicyCheck }
  | { readonly type: "progress"; readonly done: number; readonly total: number }
  | { readonly type: "report"; readonly report: WhatIfReport }
  | { readonly type: "failed"; readonly message: string };
