// Approval: an intent that waits for a human, as the queue and the card show it.
import type { Duration, Scope } from "./directive.ts";
import type { Effect, Facts } from "./facts.ts";
import type { Headline } from "./headline.ts";
import type { Intent } from "./intent.ts";
import type { RiskLevel, Verdict } from "./verdict.ts";

export interface HeldApproval {
  readonly approvalId: string;
  readonly intent: Intent;
  readonly facts: Facts;
  /** Made from all facts; absent where the facts are all there. */
  readonly headline?: Headline;
  readonly verdict: Verdict;
  /** SHA-256 of the canonical action, its agent and session, the policy and what the card shows: an approval is bound to it. */
  readonly digest: string;
  readonly agentName: string;
  readonly heldAt: number;
  /** When the time-out fires; absent means that it waits until somebody answers. */
  readonly deadline?: number;
  /** Milliseconds that were left when a human stopped the countdown; it can run on from there. */
  readonly pausedMs?: number;
  /** Identical requests that wait with it, itself included. */
  readonly count: number;
  /** Why a human is asked although a rule almost covers it. */
  readonly askedBecause?: string;
  /** Long texts are cut (see briefApproval): `readApproval` has all of it. */
  readonly shortened?: true;
}

/** A decision that outlives its intent. */
export interface Grant {
  readonly grantId: string;
  readonly effect: "allow" | "deny";
  readonly scope: Scope;
  readonly duration: Duration;
  /** In words: "git push in ~/shop", for people. */
  readonly title: string;
  readonly agentDid: string;
  readonly sessionId?: string;
  readonly workspace?: string;
  readonly tool: string;
  readonly effects: readonly Effect[];
  /** The one program it runs, if it runs one, and the hosts it reaches: never widened. */
  readonly program?: string;
  readonly hosts: readonly string[];
  /** How it reaches paths and hosts, beyond reading the project: never widened. Absent is none. */
  readonly touches?: readonly string[];
  /** What must be equal for the grant to cover an action; which members there are follows from the scope. */
  readonly commandForm?: readonly string[];
  readonly path?: string;
  readonly host?: string;
  /** Only for what contained runs reach: there every port is another service. */
  readonly port?: number;
  readonly actionDigest?: string;
  /** The policy rule that a decision for ever has written. */
  readonly rule?: string;
  readonly issuedBy: string;
  readonly issuedAt: number;
  readonly expiresAt?: number;
  readonly lastUsedAt?: number;
  readonly uses: number;
  readonly fromIntent: string;
  /** Present where it overrides a denial by score; such a grant does nothing else. */
  readonly override?: Override;
}

/** A human's override of a denial by score. It is not kept over a restart. */
export interface Override {
  /** What happens to the next identical intent: it may run, or a human is asked. */
  readonly effect: "allow" | "ask";
  /** SHA-256 of action, agent, policy and facts as they were shown. */
  readonly digest: string;
  /** The level that was shown: a higher one is not covered. */
  readonly level: RiskLevel;
}

export interface OverrideGrant extends Grant {
  readonly override: Override;
}

/** A waiting request that a lasting allow would release too. */
export interface AlsoReleased {
  readonly approvalId: string;
  readonly digest: string;
  readonly agentName: string;
  readonly headline: string;
  /** The command, path or URL on one line. */
  readonly summary: string;
  readonly level: RiskLevel;
  readonly count: number;
}

/** What became of a decision that was undone. */
export interface Undone {
  readonly approvalId: string;
  /** Allowed by it, not reported yet, and denied now. */
  readonly withdrawn: readonly { readonly agentDid: string; readonly intentId: string }[];
  /** Had been reported as ended before. */
  readonly finished: number;
  /** Denied by it; if the agent asks again, a human decides again. */
  readonly reopened: number;
  /** Whether a rule or grant ended with it. */
  readonly ruleEnded: boolean;
}

export type Resolved =
  | {
      readonly approvalId: string;
      readonly outcome: "APPROVED" | "DENIED" | "CONDITIONAL";
      readonly grantId?: string;
      /** How many other waiting requests the decision ended, and how many it left waiting because they were not listed. */
      readonly released?: number;
      readonly heldBack?: number;
    }
  | { readonly approvalId: string; readonly outcome: "REFUSED"; readonly why: string };
