// What rules are evaluated on: the facts of a call, who asks, and what they did before.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { SessionView } from "../sessions/sessions.ts";

/** Who asks, as rules see it. */
export interface AgentView {
  readonly did: string;
  readonly name: string;
  /** The tools it asked for when it registered; undefined when it never registered or did not say. */
  readonly requested: readonly string[] | undefined;
}

export interface PolicyInput {
  readonly facts: Facts;
  readonly agent: AgentView;
  readonly session: SessionView;
  readonly now: number;
}
