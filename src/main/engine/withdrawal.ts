// Withdrawal: a human takes an approval back. What it gave is revoked, what it released is denied, and the agent is told.
import type { Grant } from "../../shared/approval.ts";
import type { NewEntry } from "../../shared/audit.ts";
import type { OperationError } from "../../shared/contract.ts";
import type { Directive } from "../../shared/directive.ts";
import type { FeedItem } from "../../shared/feed.ts";
import type { Intent } from "../../shared/intent.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import type { Verdict } from "../../shared/verdict.ts";
import { directiveEntry, verdictEntry } from "./entries.ts";
import { overruled } from "./faults.ts";
import { goesOn } from "./feed.ts";
import type { Granting } from "./granting.ts";
import type { IntentMemory, IntentRecord } from "./intents.ts";
import type { Clock, Ledger, Outbox, World } from "./ports.ts";

export type IntentKey = Pick<Intent, "agentDid" | "intentId">;

/** What one answer gave. */
export interface Given {
  readonly intents: readonly IntentKey[];
  readonly grantId?: string | undefined;
}

export interface Withdrawn {
  /** Denied now. An agent may have begun in between: it was told to stop. */
  readonly stopped: readonly IntentKey[];
  /** These had been reported as ended, so there was nothing to stop. */
  readonly ended: readonly IntentKey[];
  readonly revoked?: Grant;
}

export interface WithdrawalPorts {
  readonly clock: Clock;
  readonly world: World;
  readonly ledger: Ledger;
  readonly outbox: Outbox;
  readonly intents: IntentMemory;
  readonly changeFeed: (record: IntentRecord, item: FeedItem) => void;
  readonly revokeGrant: Granting["revoke"];
}

export interface Withdrawals {
  /** Remembers what an answer gave, under the id of the approval or of the grant. */
  readonly remember: (id: string, given: Given) => void;
  /** Takes it back, by either id. Happens before it is recorded: a ledger that cannot write must not keep it alive. */
  readonly withdraw: (id: string, actor: string) => Promise<Result<Withdrawn, OperationError>>;
}

const mostRemembered = 1000;
const text = "A human withdrew the approval. Do not begin, and stop if it has begun.";

export function createWithdrawals(ports: WithdrawalPorts): Withdrawals {
  const given = new Map<string, Given>();
  const { clock, intents } = ports;

  function stop(record: IntentRecord, actor: string): readonly NewEntry[] {
    const { agentDid, intentId, item } = record;
    const now = clock.now();
    const verdict: Verdict = { ...overruled(record.verdict, "withdrawn", text), decider: "human", decidedAt: now };
    const directive: Directive = { agentDid, intentId, kind: "DENY", reason: text, issuedBy: actor, issuedAt: now };
    intents.settle(agentDid, intentId, verdict);
    ports.outbox.directive(directive, verdict);
    const { findSecrets } = ports.world;
    ports.changeFeed({ ...record, verdict }, goesOn(item, verdict, item.waitedMs ?? 0, findSecrets));
    const intent = intentOf(item);
    return [
      directiveEntry(intent, directive, 0, findSecrets, { withdraws: record.verdict.outcome }),
      verdictEntry(intent, { facts: { paths: [], hosts: [] }, marks: [] }, verdict, findSecrets),
    ];
  }

  async function withdraw(id: string, actor: string): Promise<Result<Withdrawn, OperationError>> {
    const known = given.get(id);
    if (known === undefined)
      return fail({ code: "not_found", message: "This approval is not known any more, or was withdrawn already." });
    given.delete(id);
    const records = known.intents.flatMap(({ agentDid, intentId }) => intents.get(agentDid, intentId) ?? []);
    const allowed = records.filter(
      ({ verdict }) => verdict.outcome === "APPROVED" || verdict.outcome === "CONDITIONAL",
    );
    const running = allowed.filter(({ item }) => item.report === undefined);
    const entries = running.flatMap((record) => stop(record, actor));
    const revoked = known.grantId === undefined ? undefined : await ports.revokeGrant(known.grantId, actor);
    try {
      if (entries.length > 0) await ports.ledger.append(entries);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      return fail({ code: "unavailable", message: `It is withdrawn, but the ledger could not record it. ${why}` });
    }
    // One that somebody revoked before, or that has expired, is not in force: that is what was asked for.
    if (revoked !== undefined && !revoked.ok && revoked.error.code !== "not_found") return revoked;
    return ok({
      stopped: running.map(keyOf),
      ended: allowed.filter(({ item }) => item.report !== undefined).map(keyOf),
      ...(revoked?.ok === true ? { revoked: revoked.value } : {}),
    });
  }

  return {
    remember: (id, what) => {
      given.set(id, what);
      const [oldest] = given.keys();
      if (given.size > mostRemembered && oldest !== undefined) given.delete(oldest);
    },
    withdraw,
  };
}

function keyOf({ agentDid, intentId }: IntentKey): IntentKey {
  return { agentDid, intentId };
}

/** Of the intent its line in the feed is left; its arguments are in the ledger. */
function intentOf({ agentDid, intentId, tool, protocol, sessionId }: FeedItem): Intent {
  const context = sessionId === undefined ? {} : { sessionId };
  return { agentDid, intentId, tool, protocol, arguments: {}, context };
}
