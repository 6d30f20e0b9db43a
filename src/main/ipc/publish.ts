// Sends the engine's events to the window in batches: seldom, bounded, and only as fast as the window takes them.
import { briefApproval } from "../../shared/headline/brief-approval.ts";
import type { EventBatch } from "../../shared/contract/contract.ts";
import { assertNever } from "../../shared/lib/result.ts";
import type { EngineEvent, SequencedEvent } from "../../shared/domain/telemetry.ts";

export interface PublisherOptions {
  readonly send: (batch: EventBatch) => void;
  /** Calls back after a delay; returns how to cancel. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  readonly everyMs?: number;
  /** Events kept at most until the next batch; beyond it the oldest go and the batch asks for a resync. */
  readonly limit?: number;
}

export interface Publisher {
  readonly publish: (event: SequencedEvent) => void;
  /** The window has dealt with what it was sent, or is new. */
  readonly ready: () => void;
  readonly stop: () => void;
}

const floodSize = 100;

export function createPublisher(options: PublisherOptions): Publisher {
  const everyMs = options.everyMs ?? 80;
  const limit = options.limit ?? 1000;
  // By what they are about, in the order of their last change: a later state replaces an earlier one.
  const waiting = new Map<string, SequencedEvent>();
  let resync = false;
  let windowReady = false;
  let lastSize = 0;
  let cancel: (() => void) | undefined;

  const flush = (): void => {
    cancel = undefined;
    if (!windowReady || (waiting.size === 0 && !resync)) return;
    const batch = { events: [...waiting.values()].map(brief), resync };
    waiting.clear();
    resync = false;
    windowReady = false;
    lastSize = batch.events.length;
    options.send(batch);
  };
  const schedule = (): void => {
    if (cancel !== undefined || !windowReady) return;
    // Nobody reads a flood line by line: fewer, larger batches leave the window time for its human.
    cancel = options.after(lastSize > floodSize ? 3 * everyMs : everyMs, flush);
  };

  return {
    publish: (sequenced) => {
      const subject = subjectOf(sequenced.event);
      if (subject === undefined) return;
      waiting.delete(subject);
      waiting.set(subject, sequenced);
      if (waiting.size > limit) {
        const oldest = waiting.keys().next();
        if (oldest.done !== true) waiting.delete(oldest.value);
        resync = true;
      }
      schedule();
    },
    ready: () => {
      windowReady = true;
      if (waiting.size > 0 || resync) schedule();
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
      windowReady = false;
      waiting.clear();
    },
  };
}

/** The window lists requests; what is long in one it reads when its card is opened. */
function brief(sequenced: SequencedEvent): SequencedEvent {
  const { sequence, event } = sequenced;
  if (event.type !== "intent_held" && event.type !== "approval_changed") return sequenced;
  return { sequence, event: { ...event, approval: briefApproval(event.approval) } };
}

/** What an event tells the state of; undefined for those the window learns in another way. */
function subjectOf(event: EngineEvent): string | undefined {
  switch (event.type) {
    case "feed_changed":
      return `feed:${event.item.agentDid} ${event.item.intentId}`;
    case "intent_held":
    case "approval_changed":
      return `approval:${event.approval.approvalId}`;
    case "approval_resolved":
      return `approval:${event.approvalId}`;
    case "agent_changed":
      return `agent:${event.agent.agentDid}`;
    case "inventory_changed":
      return `inventory:${event.inventory.agentDid}`;
    case "grant_changed":
      return `grant:${event.grant.grantId}`;
    case "policy_changed":
    case "policy_refused":
      return "policy";
    case "execution_started":
      return `running:${event.call.agentDid} ${event.call.intentId}`;
    case "execution_ended":
      return `running:${event.agentDid} ${event.intentId}`;
    case "execution_output":
      return `output:${event.agentDid} ${event.intentId} ${event.part}`;
    case "halt_changed":
      return `halt:${event.agentDid ?? ""}`;
    case "mode_changed":
      return "mode";
    case "ledger_job":
      return `job:${event.job.jobId}`;
    case "connectors_changed":
      return "connectors";
    case "terminal_changed":
      return "terminal";
    case "ledger_health":
      return "ledger";
    case "settings_changed":
    case "intent_received":
    case "risk_assessed":
    case "intent_blocked":
    case "intent_allowed":
    case "execution_complete":
    case "heartbeat":
      return undefined;
    default:
      return assertNever(event);
  }
}
