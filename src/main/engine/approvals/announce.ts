// Tells everybody how a held intent ended: whoever waits for it, the agent, its session, the stream and the feed.
import type { Directive } from "../../../shared/domain/directive.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { IntentMemory } from "../intents/memory.ts";
import type { Publisher } from "../intents/publisher.ts";
import type { Evaluation } from "../pipeline/evaluation.ts";
import type { AgentDirectory, Outbox } from "../ports.ts";
import type { Requesters } from "../intents/requesters.ts";

export interface AnnouncePorts {
  readonly agents: Pick<AgentDirectory, "countDenial">;
  readonly outbox: Outbox;
  readonly intents: IntentMemory;
  readonly requesters: Pick<Requesters, "released">;
  readonly publisher: Publisher;
}

export interface FinalAnswer {
  readonly intent: Intent;
  readonly verdict: Verdict;
  readonly directive: Directive;
  readonly waitedMs: number;
}

export function announce(
  { agents, intents, outbox, requesters, publisher }: AnnouncePorts,
  evaluation: Pick<Evaluation, "facts" | "marks" | "latent">,
  { intent, verdict, directive, waitedMs }: FinalAnswer,
): void {
  intents.settle(intent.agentDid, intent.intentId, verdict);
  outbox.directive(directive, verdict);
  if (verdict.outcome !== "DENIED") requesters.released(intent, evaluation);
  publisher.settled(intent, verdict, waitedMs);
  // A denial that is undone was counted when it was given.
  if (verdict.outcome === "DENIED" && verdict.reason !== "denial_undone") agents.countDenial(intent.agentDid);
}
