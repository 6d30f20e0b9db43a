// Takes a decision back: its rule or grant ends, and whatever it allowed that was not reported yet is denied after all.
import type { Undone } from "../../shared/approval.ts";
import type { OperationError } from "../../shared/contract.ts";
import { nothingDone } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import { type Decision, type DecidedIntent, type Decisions, ruleOf } from "./decisions.ts";
import { denial, directiveOf, finalVerdict } from "./endings.ts";
import { directiveEntry, verdictEntry } from "./entries.ts";
import type { Granting } from "./granting.ts";
import type { IntentMemory, IntentRecord } from "./intents.ts";
import type { SettlementPorts } from "./settlement.ts";

export interface WithdrawalPorts extends SettlementPorts {
  readonly decisions: Decisions;
  readonly revoke: Granting["revoke"];
}

export type Undo = (approvalId: string, actor: string) => Promise<Result<Undone, OperationError>>;

export function createUndo(ports: WithdrawalPorts): Undo {
  const { clock, world, intents } = ports;

  return async (approvalId, actor) => {
    const decision = ports.decisions.get(approvalId);
    if (decision === undefined)
      return fail({ code: "not_found", message: "This decision was undone already, or is too old to be undone." });
    const { grant } = decision;
    if (grant !== undefined) {
      const revoked = await ports.revoke(grant.grantId, actor);
      // Revoked or expired before, it is what was wanted; in force, nothing has been undone.
      if (!revoked.ok && revoked.error.code === "refused") return revoked;
    }
    ports.decisions.forget(approvalId);
    const allowed = decision.approved ? affected(decision, intents) : [];
    const open = allowed.filter(({ item }) => item.report === undefined);
    // Together, so that they share one flush.
    await Promise.all(open.map((record) => withdraw(record, actor)));
    const withdrawn = open.map(({ agentDid, intentId }) => ({ agentDid, intentId }));
    return ok({ approvalId, withdrawn, finished: allowed.length - open.length, ruleEnded: grant !== undefined });
  };

  async function withdraw(record: IntentRecord, actor: string): Promise<void> {
    const now = clock.now();
    const intent = intentOf(record);
    const ending = denial(
      "human_denied",
      "human",
      actor,
      "The approval was taken back. Do not start this, and stop it if it runs.",
    );
    const verdict = finalVerdict(record.verdict, intent, ending, now);
    const directive = directiveOf(intent, ending, now);
    // What it would have done is in the ledger already.
    const seen = { facts: { ...nothingDone, tool: "other", givenTool: intent.tool, secrets: [] }, marks: [] } as const;
    try {
      await ports.ledger.append([
        directiveEntry(intent, directive, 0, world.findSecrets, { withdraws: true }),
        verdictEntry(intent, seen, verdict, world.findSecrets),
      ]);
    } catch {
      // The ledger's health is known elsewhere, and a denial needs no record to hold.
    }
    intents.settle(intent.agentDid, intent.intentId, verdict);
    ports.outbox.directive(directive, verdict);
    ports.released(intent, seen, verdict, record.item.waitedMs ?? 0);
  }
}

/** What the decision allowed: the request itself, what waited, and what came later. */
function affected(decision: Decision, intents: IntentMemory): readonly IntentRecord[] {
  const rule = ruleOf(decision.grant);
  const later: readonly DecidedIntent[] = rule === undefined ? [] : intents.withRule(rule);
  const keys = new Map(
    [...decision.answered, ...decision.released, ...later].map((each) => [`${each.agentDid}\n${each.intentId}`, each]),
  );
  return [...keys.values()].flatMap(({ agentDid, intentId }) => {
    const record = intents.get(agentDid, intentId);
    return record === undefined || record.verdict.outcome === "DENIED" ? [] : [record];
  });
}

/** What the memory still has of the intent. Its arguments are in the ledger. */
function intentOf({ agentDid, intentId, item }: IntentRecord): Intent {
  const context = item.sessionId === undefined ? {} : { sessionId: item.sessionId };
  return { agentDid, intentId, tool: item.tool, arguments: {}, context, protocol: item.protocol };
}
