// How a held intent ends: the human's answer, a rule or the time-out, turned into the final verdict and the directive.
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import type { DirectiveKind } from "../../../shared/domain/verdict.ts";
import type { Directive, resolutionSchema, Unread } from "../../../shared/domain/directive.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type {
  CapabilityManifest,
  Condition,
  Decider,
  Outcome,
  ReasonCode,
  Verdict,
} from "../../../shared/domain/verdict.ts";
import type { z } from "zod";
import type { Evaluation } from "../pipeline/evaluation.ts";
import { narrowScope } from "../pipeline/manifest.ts";
import { pathLists } from "../policy/constraints.ts";

export type Answer = z.output<typeof resolutionSchema>;

/** How a held intent ends. */
export interface Ending {
  readonly outcome: Exclude<Outcome, "ESCALATE">;
  readonly reason: ReasonCode;
  readonly decider: Decider;
  readonly kind: DirectiveKind;
  readonly text: string;
  readonly actor: string;
  readonly conditions?: readonly Condition[];
  readonly manifest?: Verdict["manifest"];
  readonly risk?: Verdict["risk"];
  readonly arguments?: JsonObject;
  readonly rule?: string;
  /** The request whose lasting answer ended this one too. */
  readonly cause?: string;
  /** How the engine saw what is going to run, where that is not what was asked for. */
  readonly performed?: Evaluation;
  /** What the human did not read before approving. */
  readonly unread?: Unread;
}

export function endingOf(
  answer: Answer,
  edited: JsonObject | undefined,
  evaluation: Evaluation,
  actor: string,
): Ending {
  const { verdict } = evaluation;
  if (answer.decision === "deny") {
    return denial("human_denied", "human", actor, answer.reason ?? "A human denied this action.");
  }
  const shared = {
    decider: "human",
    actor,
    risk: verdict.risk,
    ...(answer.unread === undefined ? {} : { unread: answer.unread }),
    ...(verdict.manifest === undefined ? {} : { manifest: narrowed(verdict.manifest, answer.conditions ?? []) }),
  } as const;
  const conditions: readonly Condition[] = [...verdict.conditions, ...(answer.conditions ?? [])];
  if (edited === undefined) {
    const text = answer.reason ?? "A human approved this action.";
    const outcome = conditions.length === 0 ? "APPROVED" : "CONDITIONAL";
    return { ...shared, outcome, reason: "human_approved", kind: "APPROVE", text, conditions };
  }
  const condition: Condition = {
    kind: "arguments",
    text: "Run it with these arguments, not the proposed ones.",
    value: edited,
  };
  return {
    ...shared,
    outcome: "CONDITIONAL",
    reason: "human_modified",
    kind: "MODIFY",
    text: answer.reason ?? "A human approved this action with changed arguments.",
    conditions: [...conditions, condition],
    arguments: edited,
    performed: evaluation,
  };
}

/** The manifest reflects what the human attached. */
function narrowed(manifest: CapabilityManifest, conditions: readonly Condition[]): CapabilityManifest {
  const { allowedHosts, blockedHosts, ...rest } = manifest;
  const networkAllowed = manifest.networkAllowed && !conditions.some((condition) => condition.kind === "no_network");
  return {
    ...rest,
    networkAllowed,
    ...(networkAllowed && allowedHosts !== undefined ? { allowedHosts } : {}),
    ...(networkAllowed && blockedHosts !== undefined ? { blockedHosts } : {}),
    filesystemScope: pathLists(conditions).reduce(narrowScope, manifest.filesystemScope),
  };
}

/** Who acts when no person does. */
export const engineActor = "engine";

export function denial(reason: ReasonCode, decider: Decider, actor: string, text: string): Ending {
  return { outcome: "DENIED", reason, decider, kind: "DENY", text, actor };
}

export function finalVerdict(asked: Verdict, intent: Intent, ending: Ending, now: number): Verdict {
  const { manifest: _manifest, rule: _rule, ...rest } = asked;
  const manifest = ending.manifest ?? asked.manifest;
  return {
    ...rest,
    intentId: intent.intentId,
    outcome: ending.outcome,
    reason: ending.reason,
    reasoning: ending.text,
    decider: ending.decider,
    ...(ending.rule === undefined ? {} : { rule: ending.rule }),
    risk: ending.risk ?? asked.risk,
    ...(ending.outcome === "DENIED" || manifest === undefined ? {} : { manifest }),
    conditions: ending.conditions ?? [],
    decidedAt: now,
    expiresAt: now + (asked.expiresAt - asked.decidedAt),
  };
}

export function directiveOf(intent: Intent, ending: Ending, now: number): Directive {
  return {
    agentDid: intent.agentDid,
    intentId: intent.intentId,
    kind: ending.kind,
    reason: ending.text,
    issuedBy: ending.actor,
    issuedAt: now,
    ...(ending.arguments === undefined ? {} : { arguments: ending.arguments }),
  };
}

/** Proposed and effective arguments are kept apart; the digest says what the approval was bound to. */
export function directiveDetails(approval: HeldApproval, ending: Ending): JsonObject {
  return {
    digest: approval.digest,
    ...(ending.arguments === undefined ? {} : { effective_arguments: ending.arguments }),
    ...(ending.unread === undefined ? {} : { unread: { ...ending.unread } }),
  };
}
