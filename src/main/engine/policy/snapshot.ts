// The compiled policy: immutable, swapped whole, asked once for each intent.
import type { Profile, RunLimits } from "../../../shared/containment/index.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type {
  Capabilities,
  PolicyDocument,
  Quotas,
  RuleEffect,
  ToolConstraints,
} from "../../../shared/domain/policy.ts";
import type { Condition, ReasonCode } from "../../../shared/domain/verdict.ts";
import type { PolicyInput } from "../rules/input.ts";

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

export interface Explanation {
  readonly decision: PolicyDecision;
  readonly considered: readonly Considered[];
}

/** What a tool may by the policy alone, and the lists of paths that a project's own files narrow it to. */
export interface ProjectLimits {
  readonly own: ToolConstraints | undefined;
  readonly paths: readonly (readonly string[])[];
}

export interface ContainmentChoice {
  /** Undefined where the policy chooses none: whoever starts the run may. */
  readonly profile: Profile | undefined;
  /** What the project's own files leave of any profile. */
  readonly most: Profile;
  readonly loopbackPorts: readonly number[];
  readonly privateHosts: readonly string[];
  readonly limits: Omit<RunLimits, "processes">;
}

export interface PolicySnapshot {
  readonly document: PolicyDocument;
  /** The document's version and the start of its hash, so that a changed document never keeps its version. */
  readonly version: string;
  /** "sha256:<hex>" of the canonical document. */
  readonly constitutionHash: string;
  /** The capability document for an agent in a workspace: defaults, then the agent's overrides, then the project's tightening. */
  readonly capabilitiesFor: (agentDid: string, workspace?: string) => Capabilities;
  /** How a project's own files limit the tool; undefined when there are none. */
  readonly projectLimits: (agentDid: string, facts: Facts) => ProjectLimits | undefined;
  /** The rates and quotas for an agent in a workspace, found like its capabilities. */
  readonly quotasFor: (agentDid: string, workspace?: string) => Quotas;
  /** How an agent is held in a workspace: the policy's word, and those of the project's own files, which only tighten. */
  readonly containmentFor: (agentDid: string, workspace?: string) => ContainmentChoice;
  /** Total and deterministic; deny beats escalate beats condition beats allow, whatever the order of the rules. */
  readonly evaluate: (input: PolicyInput) => PolicyDecision;
  /** The same evaluation with every rule that was looked at. */
  readonly explain: (input: PolicyInput) => Explanation;
  /** The sequences whose first step this is: handed to `remember` once the step may run. */
  readonly marks: (input: PolicyInput) => readonly string[];
}
