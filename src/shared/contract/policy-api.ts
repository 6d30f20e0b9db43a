// What people do with a policy beside saving it: check a draft, see what rules did, try a draft on the past, go back.
import { z } from "zod";
import type { PolicyProblem, RuleEffect } from "../domain/policy.ts";
import type { Outcome, RiskLevel } from "../domain/verdict.ts";

const policyText = z.string().max(1_000_000);
/** SHA-256 of a policy's text, in hex. */
const textId = z.string().regex(/^[0-9a-f]{64}$/, "A version is named by the SHA-256 of its text.");
const days = z.number().int().min(1).max(3650).default(30);
const runId = z.string().min(1).max(128);

/** The inputs of these operations; the contract takes them over. */
export const policyApiInputs = {
  checkPolicy: z.strictObject({ text: policyText }),
  /** `base` is the id of the text the draft was made from: when the file has changed since, nothing is written. */
  savePolicy: z.strictObject({ text: policyText, base: textId.optional() }),
  listRuleUse: z.strictObject({ days }),
  listPolicyTemplates: z.strictObject({}),
  listPolicyVersions: z.strictObject({}),
  getPolicyVersion: z.strictObject({ id: textId }),
  restorePolicy: z.strictObject({ id: textId }),
  startWhatIf: z.strictObject({ text: policyText, days }),
  getWhatIf: z.strictObject({ runId }),
  cancelWhatIf: z.strictObject({ runId }),
} as const;

/** What the compiler says about a text. */
export interface PolicyCheck {
  readonly problems: readonly PolicyProblem[];
  /** Absent when it does not load. */
  readonly loaded?: {
    readonly version: string;
    readonly constitutionHash: string;
    readonly rules: number;
    readonly sequences: number;
  };
}

export interface PolicyText {
  /** The text in force. */
  readonly text: string;
  /** SHA-256 of the text in force. */
  readonly id: string;
  readonly path: string;
  readonly version: string;
  readonly constitutionHash: string;
  readonly problems: readonly string[];
  /** The file as it stands, where it is not what is in force because it does not load. */
  readonly file?: { readonly text: string; readonly id: string; readonly problems: readonly PolicyProblem[] };
}

export interface PolicyTemplate {
  readonly name: string;
  /** The template's own first sentence. */
  readonly about: string;
  readonly text: string;
}

/** One rule, sequence or limit, and how often it decided. */
export interface RuleUse {
  readonly id: string;
  /** "other": a limit of the capabilities or a protection that is built in; it has no entry in the rules. */
  readonly kind: "rule" | "sequence" | "other";
  readonly effect?: RuleEffect;
  readonly reason?: string;
  /** What it is about, in words or in CEL. */
  readonly about: string;
  readonly expires?: string;
  readonly hits: number;
  readonly lastUsedAt?: number;
  /** Of a rule that allows: the riskiest of some calls that were tried and that it lets pass. */
  readonly widest?: string;
}

export const policyChangeKinds = ["start", "file", "decision", "saved", "restored"] as const;
export type PolicyChangeKind = (typeof policyChangeKinds)[number];

/** A version that was in force, as the ledger recorded it. */
export interface PolicyVersion {
  /** SHA-256 of its text; absent for one recorded before texts were kept. */
  readonly id?: string;
  readonly sequence: number;
  readonly at: number;
  readonly version: string;
  readonly how: PolicyChangeKind;
  readonly actor: string;
  /** Its text is still kept, so it can be shown and restored. */
  readonly kept: boolean;
  readonly current: boolean;
}

export const whatIfGroups = ["denied", "asked", "allowed", "conditions"] as const;
/** What the draft would newly do: deny, ask a human, let pass, or let pass under other conditions. */
export type WhatIfGroup = (typeof whatIfGroups)[number];

/** An intent the draft decides in another way than the policy in force. */
export interface WhatIfChange {
  readonly group: WhatIfGroup;
  readonly intentId: string;
  readonly agentDid: string;
  readonly agentName: string;
  readonly at: number;
  readonly tool: string;
  readonly summary: string;
  readonly level: RiskLevel;
  /** What was answered then, by the policy of that day. */
  readonly recorded: Outcome;
  readonly before: Outcome;
  readonly after: Outcome;
  /** What decides in the draft. */
  readonly rule?: string;
  readonly why: string;
  /** The ledger has only part of the arguments, so a rule about the missing part may decide otherwise. */
  readonly partial: boolean;
}

export interface WhatIfReport {
  readonly from: number;
  readonly to: number;
  /** Intents that were decided anew. */
  readonly replayed: number;
  readonly counts: Readonly<Record<WhatIfGroup, number>>;
  /** The newest of each group. */
  readonly changes: readonly WhatIfChange[];
  /** Decided without contents the ledger does not keep. */
  readonly partial: number;
  /** Not decided anew. */
  readonly skipped: {
    /** Long commands of which the ledger has only the beginning, and intents whose record is incomplete. */
    readonly cut: number;
    /** Texts and messages: no rule of a policy speaks about them. */
    readonly texts: number;
    /** Decided by something else than policy and risk: a stopped or unknown agent, a full queue, a fault. */
    readonly standing: number;
  };
  readonly milliseconds: number;
}

export type WhatIfState =
  | { readonly status: "running"; readonly done: number; readonly total: number }
  | { readonly status: "done"; readonly report: WhatIfReport }
  | { readonly status: "cancelled" }
  | { readonly status: "failed"; readonly message: string };

export interface PolicyApiOutputs {
  readonly checkPolicy: PolicyCheck;
  readonly savePolicy: PolicyText;
  readonly listRuleUse: readonly RuleUse[];
  readonly listPolicyTemplates: readonly PolicyTemplate[];
  readonly listPolicyVersions: readonly PolicyVersion[];
  readonly getPolicyVersion: { readonly id: string; readonly text: string };
  readonly restorePolicy: PolicyText;
  readonly startWhatIf: { readonly runId: string };
  readonly getWhatIf: WhatIfState;
  readonly cancelWhatIf: WhatIfState;
}
