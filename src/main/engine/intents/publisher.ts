// Publishes what becomes of intents: the events of the telemetry stream and the lines of the feed.
import type { FeedItem } from "../../../shared/domain/feed.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { EngineEvent, PublicIntent } from "../../../shared/domain/telemetry.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import { kindOf } from "../pipeline/intent-kind.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { Clock, Events, World } from "../ports.ts";
import { publicVerdict } from "./compact-verdict.ts";
import { type Decided, withFinalVerdict } from "./feed.ts";
import type { IntentMemory, IntentRecord } from "./memory.ts";
import { redactObject } from "./redact.ts";

export interface Publisher {
  /** Once the answer has left. */
  readonly decided: (decided: Decided, item: FeedItem) => void;
  /** A held intent has its final verdict. */
  readonly settled: (intent: Intent, verdict: Verdict, waitedMs: number) => void;
  readonly feedChanged: (record: IntentRecord, item: FeedItem) => void;
}

export interface PublisherPorts {
  readonly clock: Clock;
  readonly events: Events;
  readonly world: Pick<World, "findSecrets">;
  readonly intents: IntentMemory;
}

export function createPublisher({ clock, events, world: { findSecrets }, intents }: PublisherPorts): Publisher {
  function feedChanged(record: IntentRecord, item: FeedItem): void {
    intents.put({ ...record, item });
    events.publish({ type: "feed_changed", at: clock.now(), item });
  }

  return {
    feedChanged,
    decided({ intent: original, verdict, receivedAt, redactedArguments }, item) {
      events.publishSoon(() => {
        const intent = publicIntent(original, receivedAt, () => redactedArguments);
        return [
          { type: "intent_received", at: receivedAt, intent },
          { type: "risk_assessed", at: verdict.decidedAt, intent, verdict: publicVerdict(verdict) },
          ...outcomeEvents(intent, verdict),
          { type: "feed_changed", at: verdict.decidedAt, item },
        ];
      });
    },
    settled(intent, verdict, waitedMs) {
      const record = intents.get(intent.agentDid, intent.intentId);
      if (record === undefined) return;
      const shown = publicIntent(intent, record.item.at, () => redactObject(intent.arguments, findSecrets));
      for (const event of outcomeEvents(shown, verdict)) events.publish(event);
      feedChanged(record, withFinalVerdict(record.item, verdict, waitedMs, findSecrets));
    },
  };
}

function outcomeEvents(intent: PublicIntent, decided: Verdict): readonly EngineEvent[] {
  if (decided.outcome === "ESCALATE") return [];
  const type = decided.outcome === "DENIED" ? "intent_blocked" : "intent_allowed";
  return [{ type, at: decided.decidedAt, intent, verdict: publicVerdict(decided) }];
}

function publicIntent(intent: Intent, receivedAt: number, redacted: () => JsonObject): PublicIntent {
  const { reasoning: _reasoning, ...context } = intent.context;
  // The title of a text quotes it, and findings travel with the verdict.
  const { text: _text, findings: _findings, peerKey: _peer, ...rest } = intent;
  const given = kindOf(intent).publicArguments(intent.arguments, redacted);
  return { ...rest, context, arguments: given, receivedAt };
}
