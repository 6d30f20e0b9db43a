// How far a decision would reach, shown before it is saved; and decisions about what observe mode let pass.
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import type { OperationError, Operations } from "../../../shared/contract/contract.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { NearMiss, Observed, PastReach, PresentText, ReachPreview } from "../../../shared/contract/reach.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { Lasting } from "../../engine/grants/granting.ts";
import { nearCallOf } from "../../engine/grants/near-miss.ts";
import { describeRule } from "../../engine/policy/document/edit.ts";
import { type OperationPorts, refuse } from "../ports.ts";
import { pastIntent } from "./past-intent.ts";

type ReachOperations = Pick<Operations, "previewReach" | "decidePast" | "listObserved" | "readTarget">;

export function reachOperations(ports: OperationPorts): ReachOperations {
  const { engine, clock, pastActions } = ports;

  function withDecision(item: Observed): Observed {
    const { agentDid, intentId } = item;
    const made = ports.grants
      .list(clock.now())
      .find((grant) => grant.agentDid === agentDid && grant.fromIntent === intentId);
    return made === undefined ? item : { ...item, decided: made.effect };
  }

  /** A look at the past that fails must not keep anybody from deciding. */
  const pastOf = (lasting: Lasting): Promise<PastReach | undefined> =>
    pastActions.reach(lasting, clock.now()).catch(() => undefined);

  return {
    previewReach: async ({ subject, decision, scope, duration, arguments: edited }, actor) => {
      const found =
        "approvalId" in subject
          ? heldIntent(engine.approvals.list(), subject.approvalId)
          : pastIntent(ports, subject.agentDid, subject.intentId);
      if (!found.ok) return found;
      const intent = edited === undefined ? found.value : { ...found.value, arguments: edited };
      const proposed = await engine.approvals.propose(intent, { decision, scope, duration }, actor);
      if (!proposed.ok) return refuse("refused", proposed.error);
      const { lasting, evaluation, widest } = proposed.value;
      if (lasting === undefined) return refuse("invalid_input", "A decision for once reaches no further.");
      const past = await pastOf(lasting);
      const near = past?.nearMiss ?? madeUp(nearCallOf(intent, evaluation.facts, scope));
      const { grant, rule } = lasting;
      const preview: ReachPreview = {
        title: grant.title,
        ...(rule === undefined ? {} : { rule: { id: rule.id, text: describeRule(rule) } }),
        verified: verifiedWords(evaluation.verdict, decision),
        ...(past === undefined ? {} : { past }),
        ...(near === undefined ? {} : { nearMiss: near }),
        ...(decision === "deny" || widest === undefined ? {} : { widest }),
      };
      return ok(preview);
    },
    decidePast: async ({ agentDid, intentId, decision, scope, duration }, actor) => {
      const intent = pastIntent(ports, agentDid, intentId);
      if (!intent.ok) return intent;
      return engine.approvals.decideFor(intent.value, { decision, scope, duration }, actor);
    },
    listObserved: async () => {
      const names = Object.fromEntries(ports.agents.list(clock.now()).map((agent) => [agent.agentDid, agent.name]));
      try {
        return ok((await pastActions.observed(names)).map(withDecision));
      } catch (error) {
        return refuse("unavailable", `The ledger cannot be read. ${error instanceof Error ? error.message : ""}`);
      }
    },
    readTarget: async ({ approvalId }) => {
      const approval = engine.approvals.list().find((each) => each.approvalId === approvalId);
      if (approval === undefined) return refuse("not_found", "This request is no longer waiting.");
      return targetOf(approval, ports.presentText);
    },
  };
}

function heldIntent(approvals: readonly HeldApproval[], approvalId: string): Result<Intent, OperationError> {
  const approval = approvals.find((each) => each.approvalId === approvalId);
  return approval === undefined ? refuse("not_found", "This request is no longer waiting.") : ok(approval.intent);
}

function madeUp(near: ReturnType<typeof nearCallOf>): NearMiss | undefined {
  return near === undefined ? undefined : { summary: near.summary, why: near.why };
}

function verifiedWords({ rule, decider }: Verdict, decision: "approve" | "deny"): string {
  if (decision === "deny") return "It covers this request and denies it.";
  const gate = decider === "policy" && rule !== undefined ? `the rule ${rule}` : "the risk score";
  return `It covers this request and answers ${gate}, which asks here.`;
}

/** The one file a request writes, as it is now. */
export function targetOf(
  approval: HeldApproval,
  presentText: OperationPorts["presentText"],
): Result<PresentText, OperationError> {
  const written = approval.facts.paths.filter((path) => path.access === "write" && !path.pattern);
  const [path] = written;
  if (path === undefined || approval.facts.command !== undefined)
    return fail({ code: "not_found", message: "This request writes no file that can be compared." });
  const present = presentText(path.path);
  if (path.zone !== "secrets" && path.zone !== "gatehouse") return ok(present);
  const { text: _text, ...rest } = present;
  return ok({ ...rest, note: "What is kept there is not shown." });
}
