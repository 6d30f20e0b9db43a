// What evaluating an intent needs and gives: the ports of the pipeline, who asks, and the result.
import type { OverrideGrant } from "../../../shared/domain/approval.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Finding, Verdict, LatentFile } from "../../../shared/domain/verdict.ts";
import type { Caches } from "./caches.ts";
import type { GrantBook } from "../grants/grant-book.ts";
import type { Digests } from "../intents/digests.ts";
import type { DeniedSight } from "../overrides/covers.ts";
import type { AgentView } from "../rules/input.ts";
import type { PolicyDecision } from "../policy/snapshot.ts";
import type { Clock, PolicySource, RiskModel, SettingsSource, World } from "../ports.ts";
import type { SessionView } from "../sessions/sessions.ts";
import type { StandingFault } from "./decide.ts";

export interface EvaluationPorts {
  readonly clock: Clock;
  readonly world: World;
  readonly digests: Digests;
  readonly caches: Caches;
  readonly policies: PolicySource;
  readonly settings: SettingsSource;
  readonly grants: GrantBook;
  /** Finds a human's override for a denial by score. Absent: none applies. */
  readonly findOverride?: (seen: () => DeniedSight, now: number) => OverrideGrant | undefined;
  readonly model?: RiskModel;
  /** Microseconds since any fixed moment: to measure the phases, never to decide. */
  readonly microseconds: () => number;
}

/** How long each phase took, in microseconds. */
export interface PhaseTimings {
  readonly facts: number;
  readonly policy: number;
  /** With the time the model took. */
  readonly risk: number;
  readonly manifest: number;
}

/** Who asks, and what is known about them. */
export interface Requester {
  readonly agent: AgentView;
  readonly session: SessionView;
  /** Everything the agent did, whatever session it named: limits count here. Undefined: no limit applies. */
  readonly rates: SessionView | undefined;
  /** What a call would set off by files that any agent wrote before, and what its session makes of it. */
  readonly setsOff?: (facts: Facts) => readonly Finding[];
  /** Why the agent may not use one of these tools at all, whatever the policy says. */
  readonly standing: (tools: readonly string[]) => StandingFault | undefined;
}

export interface Evaluation {
  readonly facts: Facts;
  readonly verdict: Verdict;
  readonly timings: PhaseTimings;
  readonly grantId?: string;
  /** The override without which the score would have denied it. */
  readonly override?: OverrideGrant;
  /** What the rules of the policy say about it, whoever decided. Absent for a text. */
  readonly ruled?: PolicyDecision;
  readonly agentName: string;
  /** The sequences of which this is the first step, once it may run. */
  readonly marks: readonly string[];
  /** Files with findings that wait until they are run. Absent when it writes none. */
  readonly latent?: readonly LatentFile[];
}
