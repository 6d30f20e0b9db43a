// What people decided lately about waiting requests: what each decision answered and released, so that it can be undone.
import type { Grant } from "../../../shared/domain/approval.ts";
import type { Intent } from "../../../shared/domain/intent.ts";

export interface DecidedIntent {
  readonly agentDid: string;
  readonly intentId: string;
}

export interface Decision {
  /** The request that was answered. */
  readonly approvalId: string;
  readonly approved: boolean;
  /** Absent: it was for this request only. */
  readonly grant?: Grant;
  /** The waiting requests that the human saw listed when the decision was made. */
  readonly shown: ReadonlySet<string>;
  readonly answered: readonly DecidedIntent[];
  /** Waiting requests that the decision released, and those it would have released had they been listed. */
  readonly released: DecidedIntent[];
  readonly heldBack: Set<string>;
}

export interface Decisions {
  readonly add: (decision: Decision) => void;
  readonly get: (approvalId: string) => Decision | undefined;
  /** The decision that a verdict names as its rule. */
  readonly byRule: (rule: string | undefined) => Decision | undefined;
  readonly forget: (approvalId: string) => void;
}

/** Enough for every line in the window that still offers to undo something. */
const mostRemembered = 200;

export function createDecisions(): Decisions {
  const decisions = new Map<string, Decision>();
  const byRule = new Map<string, string>();

  function forget(approvalId: string): void {
    const rule = ruleOf(decisions.get(approvalId)?.grant);
    if (rule !== undefined) byRule.delete(rule);
    decisions.delete(approvalId);
  }

  return {
    add(decision) {
      const [oldest] = decisions.keys();
      if (decisions.size >= mostRemembered && oldest !== undefined) forget(oldest);
      decisions.set(decision.approvalId, decision);
      const rule = ruleOf(decision.grant);
      if (rule !== undefined) byRule.set(rule, decision.approvalId);
    },
    get: (approvalId) => decisions.get(approvalId),
    byRule: (rule) => (rule === undefined ? undefined : decisions.get(byRule.get(rule) ?? "")),
    forget,
  };
}

/** How verdicts name the grant: by the rule it wrote, or by itself. */
export function ruleOf(grant: Grant | undefined): string | undefined {
  return grant === undefined ? undefined : (grant.rule ?? `grant:${grant.grantId}`);
}

export function decidedIntents(intents: readonly Intent[]): readonly DecidedIntent[] {
  return intents.map(({ agentDid, intentId }) => ({ agentDid, intentId }));
}

/** A decision about an action that does not wait is known by its grant. */
export function pastDecision(grant: Grant): Decision {
  const nothing = { shown: new Set<string>(), answered: [], released: [], heldBack: new Set<string>() };
  return { approvalId: grant.grantId, approved: true, grant, ...nothing };
}
