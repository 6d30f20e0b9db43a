// What is asked of a thread that handles drafts of a policy.
import { z } from "zod";
import type { PolicyCheck, WhatIfReport } from "../../../shared/contract/policy-api.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { AgentView } from "../../engine/rules/input.ts";
import { nothing, type Protocol, trusted } from "../../workers/protocol.ts";

export interface DraftData {
  readonly directory: string;
  readonly home: string;
  /** Gatehouse's own files and sockets. */
  readonly gatehouse: readonly string[];
  readonly processIds: readonly number[];
}

/** A draft, to be tried on what was recorded in this time. */
export interface DraftRun {
  readonly inForce: string;
  readonly draft: string;
  readonly from: number;
  readonly to: number;
  readonly settings: Pick<Settings, "highBand" | "verdictExpirySeconds">;
  readonly agents: readonly AgentView[];
}

export interface RunProgress {
  readonly done: number;
  readonly total: number;
}

export interface DraftTypes {
  readonly data: DraftData;
  readonly questions: {
    readonly check: { readonly argument: string; readonly answer: PolicyCheck };
    readonly whatIf: { readonly argument: DraftRun; readonly answer: WhatIfReport; readonly progress: RunProgress };
  };
  readonly command: undefined;
  readonly event: undefined;
}

export const draftProtocol: Protocol<DraftTypes> = {
  worker: "policy-drafts",
  data: z.object({
    directory: z.string(),
    home: z.string(),
    gatehouse: z.array(z.string()),
    processIds: z.array(z.number()),
  }),
  questions: {
    check: { argument: z.string(), answer: trusted() },
    whatIf: {
      argument: trusted(),
      answer: trusted(),
      progress: z.object({ done: z.number(), total: z.number() }),
    },
  },
  command: nothing,
  event: nothing,
};
