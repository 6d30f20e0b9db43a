// Takes a decision back: its rule or grant ends, whatever it allowed that was not reported yet is denied after all, and what it
// denied may be asked again.
import type { Undone } from "../../../shared/domain/approval.ts";
import type { NewEntry } from "../../../shared/domain/audit.ts";
import type { OperationError } from "../../../shared/contract/contract.ts";
import { nothingDone } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { announce } from "./announce.ts";
import { type Decision, type DecidedIntent, type Decisions, ruleOf } from "./decisions.ts";
import { denial, directiveOf, type Ending, finalVerdict } from "./endings.ts";
import { directiveEntry, verdictEntry } from "../intents/entries.ts";
import type { Granting } from "../grants/granting.ts";
import type { IntentMemory, IntentRecord } from "../intents/memory.ts";
import type { SettlementPorts } from "./settlement.ts";

export interface WithdrawalPorts extends SettlementPorts {
  readonly decisions: Decisions;
  readonly revoke: Granting["revoke"];
}

/** By the id of the request that was answered, or of the grant for a decision about the past. */
export type Undo = (id: string, actor: string) => Promise<Result<Undone, OperationError>>;

const stopText = "The approval was withdrawn. Do not start this, and stop it if it runs.";
const askText = "The denial was undone. It is not allowed yet: ask again, and a human decides again.";

export function createUndo(ports: WithdrawalPorts): Undo {
  const { clock, world, intents } = ports;

  return async (id, actor) => {
    const decision = ports.decisions.get(id);
    if (decision === undefined)
      return fail({ code: "not_found", message: "This decision was undone already, or is too old to be undone." });
    const { grant } = decision;
    if (grant !== undefined) {
      const revoked = await ports.revoke(grant.grantId, actor);
      // Revoked or expired before, it is what was wanted; in force, nothing has been undone.
      if (!revoked.ok && revoked.error.code === "refused") return revoked;
    }
    ports.decisions.forget(id);
    const allowed = decision.approved ? affected(decision, intents) : [];
    const open = allowed.filter(({ item }) => item.report === undefined);
    const denied = decision.approved ? [] : stillDenied(decision, intents);
    const entries = [
      ...open.flatMap((record) => withdraw(record, denial("withdrawn", "human", actor, stopText))),
      // The agent has its answer already: only asking again can change it.
      ...denied.flatMap((record) => withdraw(record, denial("denial_undone", "human", actor, askText))),
    ];
    try {
      if (entries.length > 0) await ports.ledger.append(entries);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      return fail({ code: "unavailable", message: `It is undone, but the ledger could not record it. ${why}` });
    }
    const withdrawn = open.map(({ agentDid, intentId }) => ({ agentDid, intentId }));
    return ok({
      approvalId: id,
      withdrawn,
      finished: allowed.length - open.length,
      reopened: denied.length,
      ruleEnded: grant !== undefined,
    });
  };

  /** In force before it is recorded: a ledger that cannot write must not keep an approval alive. */
  function withdraw(record: IntentRecord, ending: Ending): readonly NewEntry[] {
    const now = clock.now();
    const intent = intentOf(record);
    const verdict = finalVerdict(record.verdict, intent, ending, now);
    const directive = directiveOf(intent, ending, now);
    // What it would have done is in the ledger already.
    const seen = { facts: { ...nothingDone, tool: "other", givenTool: intent.tool, secrets: [] }, marks: [] } as const;
    announce(ports, seen, { intent, verdict, directive, waitedMs: record.item.waitedMs ?? 0 });
    return [
      directiveEntry(intent, directive, 0, world.findSecrets, { withdraws: record.verdict.outcome }),
      verdictEntry(intent, seen, verdict, world.findSecrets),
    ];
  }
}

/** What the decision allowed: the request itself, what waited, and what came later. */
function affected(decision: Decision, intents: IntentMemory): readonly IntentRecord[] {
  const rule = ruleOf(decision.grant);
  const later: readonly DecidedIntent[] = rule === undefined ? [] : intents.withRule(rule);
  const keys = new Map(
    [...decision.answered, ...decision.released, ...later].map((each) => [
      intentKey(each.agentDid, each.intentId),
      each,
    ]),
  );
  return [...keys.values()].flatMap(({ agentDid, intentId }) => {
    const record = intents.get(agentDid, intentId);
    return record === undefined || record.verdict.outcome === "DENIED" ? [] : [record];
  });
}

/** What the decision denied and nobody has decided again since. */
function stillDenied({ answered, released }: Decision, intents: IntentMemory): readonly IntentRecord[] {
  return [...answered, ...released].flatMap(({ agentDid, intentId }) => {
    const record = intents.get(agentDid, intentId);
    return record?.verdict.outcome === "DENIED" && record.verdict.decider === "human" ? [record] : [];
  });
}

/** What the memory still has of the intent. Its arguments are in the ledger. */
function intentOf({ agentDid, intentId, item }: IntentRecord): Intent {
  const context = item.sessionId === undefined ? {} : { sessionId: item.sessionId };
  return { agentDid, intentId, tool: item.tool, arguments: {}, context, protocol: item.protocol };
}
