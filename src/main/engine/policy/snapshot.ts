// The compiled policy: immutable, swapped whole, asked once for each intent.
import type { Facts } from "../../../shared/facts.ts";
import type { Condition, ReasonCode } from "../../../shared/verdict.ts";
import type { Capabilities, PolicyDocument } from "../../../shared/policy.ts";
import type { SessionView } from "../sessions.ts";

/** Who asks, as rules see it. */
export interface AgentView {
  readonly did: string;
  readonly name: string;
  /** The tools it asked for when it registered; undefined when it never registered. */
  readonly requested: readonly string[] | undefined;
}

export interface PolicyInput {
  readonly facts: Facts;
  readonly agent: AgentView;
  readonly session: SessionView;
  readonly now: number;
}

export const ruleEffects = ["allow", "deny", "escalate", "condition"] as const;
export type RuleEffect = (typeof ruleEffects)[number];

/** One rule or constraint that was looked at, for `explain`. */
export interface Considered {
  /** A rule's id, or the path of a constraint such as "tools.write_file.paths". */
  readonly rule: string;
  readonly effect: RuleEffect;
  /** "skipped": the index showed that it cannot apply; "fault": its expression failed, which counts as a match for deny and escalate. */
  readonly result: "matched" | "not_matched" | "skipped" | "expired" | "fault";
  readonly why: string;
}

export interface PolicyDecision {
  /** "none": no rule spoke; risk decides. */
  readonly effect: RuleEffect | "none";
  readonly reason: ReasonCode;
  readonly rule?: string;
  /** A sentence for people. */
  readonly text: string;
  readonly conditions: readonly Condition[];
}

export interface PolicySnapshot {
  readonly document: PolicyDocument;
  readonly version: string;
  /** "sha256:<hex>" of the canonical document. */
  readonly constitutionHash: string;
  readonly mode: "enforce" | "observe";
  /** The capability document for an agent in a workspace: defaults, then the agent's overrides, then the project's tightening. */
  readonly capabilitiesFor: (agentDid: string, workspace?: string) => Capabilities;
  /** Total and deterministic; deny beats escalate beats condition beats allow, whatever the order of the rules. */
  readonly evaluate: (input: PolicyInput) => PolicyDecision;
  /** The same evaluation with every rule that was looked at. */
  readonly explain: (input: PolicyInput) => {
    readonly decision: PolicyDecision;
    readonly considered: readonly Considered[];
  };
}
