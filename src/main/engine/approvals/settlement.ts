// Settlement: a held request ends. Recorded first, then told to the agent, the feed and the stream.
import type { Grant } from "../../../shared/domain/approval.ts";
import type { NewEntry } from "../../../shared/domain/audit.ts";
import type { OperationError } from "../../../shared/contract/contract.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { reasons } from "../../../shared/domain/verdict.ts";
import type { StandingFault } from "../pipeline/decide.ts";
import { announce, type AnnouncePorts, type FinalAnswer } from "./announce.ts";
import type { Deadlines } from "./deadlines.ts";
import { denial, directiveDetails, directiveOf, type Ending, engineActor, finalVerdict } from "./endings.ts";
import { directiveEntry, grantEntry, verdictEntry } from "../intents/entries.ts";
import type { HeldPlace, HeldQueue } from "./held.ts";
import type { StillAllowed } from "../pipeline/still-allowed.ts";
import type { Clock, Events, Ledger, World } from "../ports.ts";

export interface SettlementPorts extends AnnouncePorts {
  readonly clock: Clock;
  readonly world: World;
  readonly ledger: Ledger;
  readonly events: Events;
  readonly stillAllowed: Pick<StillAllowed, "stoppedBy">;
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

interface EndedIntent extends FinalAnswer {
  readonly entries: readonly NewEntry[];
}

export function createSettlement(
  ports: SettlementPorts & { readonly queue: HeldQueue; readonly deadlines: Deadlines },
): Settlement {
  const { queue, deadlines } = ports;

  /** Recorded first, announced then. What cannot be recorded stays held. */
  async function settle(
    place: HeldPlace,
    ending: Ending,
    grant?: Grant,
  ): Promise<Result<Ending["outcome"], OperationError>> {
    const now = ports.clock.now();
    const released = place.intents.map((intent) => endedIntent(ports, place, intent, ending, now));
    const entries = released.flatMap((each) => each.entries);
    queue.remove(place.approval.approvalId);
    deadlines.clear(place.approval.approvalId);
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
    const fault = ending.outcome === "DENIED" ? undefined : stoppedBy(ports, place.approval.intent, facts);
    if (fault !== undefined) return settle(place, denial(fault.reason, "engine", engineActor, fault.text));
    for (const each of released) {
      announce(ports, ending.performed ?? place.evaluation, each);
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
    const ended = endedIntent(ports, place, intent, ending, now);
    try {
      await ports.ledger.append(ended.entries);
    } catch {
      // The ledger's health is known elsewhere, and a denial needs no record to hold.
    }
    announce(ports, place.evaluation, ended);
  }

  return { settle, leave };
}

/** If that cannot be found out the agent counts as stopped: the approval is on disk by now, and needs an answer. */
function stoppedBy(ports: SettlementPorts, intent: Intent, facts: Facts): StandingFault | undefined {
  try {
    return ports.stillAllowed.stoppedBy(intent, facts);
  } catch {
    return { reason: "engine_fault", text: `${reasons.engine_fault}.` };
  }
}

/** What became of one of the intents that share a place, and how it is recorded. */
function endedIntent(
  ports: SettlementPorts,
  place: HeldPlace,
  intent: Intent,
  ending: Ending,
  now: number,
): EndedIntent {
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "The ledger gave no reason.";
}
