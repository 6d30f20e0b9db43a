// Settlement: a held request ends. Recorded first, then told to the agent, the feed and the stream.
import type { Grant } from "../../shared/approval.ts";
import type { NewEntry } from "../../shared/audit.ts";
import type { OperationError } from "../../shared/contract.ts";
import type { Directive } from "../../shared/directive.ts";
import type { Facts } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import { reasons, type Verdict } from "../../shared/verdict.ts";
import type { StandingFault } from "./decide.ts";
import type { Deadlines } from "./deadlines.ts";
import { denial, directiveDetails, directiveOf, type Ending, engineActor, finalVerdict } from "./endings.ts";
import { directiveEntry, grantEntry, verdictEntry } from "./entries.ts";
import type { Evaluation } from "./evaluate.ts";
import type { HeldPlace, HeldQueue } from "./held.ts";
import type { IntentMemory } from "./intents.ts";
import type { LastWord } from "./last-word.ts";
import type { Clock, Events, Ledger, Outbox, World } from "./ports.ts";

export interface SettlementPorts {
  readonly clock: Clock;
  readonly world: World;
  readonly ledger: Ledger;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly intents: IntentMemory;
  /** Why the agent may not do this any more, whatever was decided. */
  readonly stopped: LastWord["stopped"];
  /** Told after each held intent has ended. */
  readonly released: (
    intent: Intent,
    evaluation: Pick<Evaluation, "facts" | "marks">,
    verdict: Verdict,
    waitedMs: number,
  ) => void;
}

export interface Settlement {
  /** Ends everything that shares a place. What cannot be recorded stays held, unless it is a denial. */
  readonly settle: (
    place: HeldPlace,
    ending: Ending,
    grant?: Grant,
  ) => Promise<Result<Ending["outcome"], OperationError>>;
  /** Denies one intent because whoever sent it cannot wait longer; others that share its place go on waiting. */
  readonly leave: (agentDid: string, intentId: string, reason: "timeout" | "agent_gone", why: string) => Promise<void>;
}

interface EndedIntent {
  readonly intent: Intent;
  readonly verdict: Verdict;
  readonly directive: Directive;
  readonly waitedMs: number;
  readonly entries: readonly NewEntry[];
}

export function createSettlement(
  ports: SettlementPorts & { readonly queue: HeldQueue; readonly deadlines: Deadlines },
): Settlement {
  const { queue, deadlines } = ports;

  /** Recorded first; only then does anybody hear of it. What cannot be recorded stays held. */
  async function settle(
    place: HeldPlace,
    ending: Ending,
    grant?: Grant,
  ): Promise<Result<Ending["outcome"], OperationError>> {
    const now = ports.clock.now();
    const released = place.intents.map((intent) => endedIntent(place, intent, ending, now));
    const entries = released.flatMap((each) => each.entries);
    queue.remove(place.approval.approvalId);
    deadlines.lift(place.approval.approvalId);
    try {
      await ports.ledger.append(
        grant === undefined ? entries : [...entries, grantEntry(grant, true, ending.actor, now)],
      );
    } catch (error) {
      if (ending.outcome !== "DENIED") {
        queue.put(place);
        deadlines.set(place.approval);
        const message = `The decision could not be recorded, so nothing was released. ${messageOf(error)}`;
        return fail({ code: "unavailable", message });
      }
    }
    // Stopped while the approval was being written: it no longer waited, so that nothing else has denied it.
    const { facts } = ending.performed ?? place.evaluation;
    const fault = ending.outcome === "DENIED" ? undefined : stoppedBy(place.approval.intent, facts);
    if (fault !== undefined) return settle(place, denial(fault.reason, "engine", engineActor, fault.text));
    for (const each of released) {
      tell(ending.performed ?? place.evaluation, each);
      const { verdict } = each;
      const resolved = { approvalId: place.approval.approvalId, outcome: ending.outcome };
      ports.events.publish({
        type: "approval_resolved",
        at: now,
        approvalId: place.approval.approvalId,
        resolved,
        verdict,
        ...(ending.cause === undefined ? {} : { cause: ending.cause }),
      });
    }
    return ok(ending.outcome);
  }

  /** Who cannot be asked about is stopped: the approval is on disk by now, and something must be said. */
  function stoppedBy(intent: Intent, facts: Facts): StandingFault | undefined {
    try {
      return ports.stopped(intent, facts);
    } catch {
      return { reason: "engine_fault", text: `${reasons.engine_fault}.` };
    }
  }

  /** What became of one of the intents that share a place, and how it is recorded. */
  function endedIntent(place: HeldPlace, intent: Intent, ending: Ending, now: number): EndedIntent {
    const { approval } = place;
    const { findSecrets } = ports.world;
    const waitedMs = now - approval.heldAt;
    const verdict = finalVerdict(approval.verdict, intent, ending, now);
    const directive = directiveOf(intent, ending, now);
    const entries = [
      directiveEntry(intent, directive, waitedMs, findSecrets, directiveDetails(approval, ending)),
      verdictEntry(intent, ending.performed ?? place.evaluation, verdict, findSecrets),
    ];
    return { intent, verdict, directive, waitedMs, entries };
  }

  function tell(evaluation: Evaluation, { intent, verdict, directive, waitedMs }: EndedIntent): void {
    ports.intents.settle(intent.agentDid, intent.intentId, verdict);
    ports.outbox.directive(directive, verdict);
    ports.released(intent, evaluation, verdict, waitedMs);
  }

  async function leave(
    agentDid: string,
    intentId: string,
    reason: "timeout" | "agent_gone",
    why: string,
  ): Promise<void> {
    const isLeaving = (intent: Intent) => intent.agentDid === agentDid && intent.intentId === intentId;
    const place = queue.list().find(({ intents }) => intents.some(isLeaving));
    const intent = place?.intents.find(isLeaving);
    if (place === undefined || intent === undefined) return;
    const ending = denial(reason, reason === "timeout" ? "timeout" : "engine", reason, why);
    const [first, ...others] = place.intents.filter((each) => !isLeaving(each));
    if (first === undefined) {
      await settle(place, ending);
      return;
    }
    const now = ports.clock.now();
    const approval = { ...place.approval, intent: first, count: others.length + 1 };
    queue.put({ ...place, approval, intents: [first, ...others] });
    ports.events.publish({ type: "approval_changed", at: now, approval });
    const ended = endedIntent(place, intent, ending, now);
    try {
      await ports.ledger.append(ended.entries);
    } catch {
      // The ledger's health is known elsewhere, and a denial needs no record to hold.
    }
    tell(place.evaluation, ended);
  }

  return { settle, leave };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "The ledger gave no reason.";
}
