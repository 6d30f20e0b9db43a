// Containment as people see it: what an agent's profile leaves within reach, its runs, and what they sent where.
import { z } from "zod";
import type { HostTraffic } from "./boundary.ts";
import type { Profile, ProfileName } from "./index.ts";

export const containmentInputs = {
  /** What a contained run of this agent would reach, by the policy in force. */
  getContainment: z.strictObject({ agentDid: z.string().min(1).max(512) }),
  /** Contained runs since the start, the latest first, with their traffic. */
  listRuns: z.strictObject({ agentDid: z.string().min(1).max(512).optional() }),
} as const;

export interface ReasonedHost {
  readonly host: string;
  readonly reason: string;
}

/** A human's answer that opens something beyond the profile. */
export interface OpenedPlace {
  readonly grantId: string;
  readonly access: "read" | "write" | "connect";
  /** A path, or host and port. */
  readonly place: string;
  readonly always: boolean;
}

export interface ContainmentView {
  /** Which one the policy chooses; absent where no policy says so. */
  readonly chosen?: Profile;
  readonly usual: ProfileName;
  /** What each profile leaves this agent once the policy has tightened it. */
  readonly profiles: readonly Profile[];
  readonly loopbackPorts: readonly number[];
  readonly network: {
    /** The policy's list, which takes the place of the registries. */
    readonly allowed: readonly string[];
    readonly blocked: readonly string[];
    readonly registries: readonly ReasonedHost[];
    readonly model: readonly ReasonedHost[];
  };
  readonly opened: readonly OpenedPlace[];
}

export interface RunView {
  readonly runId: string;
  readonly agentDid: string;
  readonly agentName: string;
  readonly project: string;
  readonly profile: string;
  readonly command: string;
  readonly openedAt: number;
  readonly closedAt?: number;
  /** The agent's own names for the sessions in it, as its hooks tell them. */
  readonly sessions: readonly string[];
  /** The most bytes sent first. */
  readonly hosts: readonly HostTraffic[];
}

export interface ContainmentOutputs {
  readonly getContainment: ContainmentView;
  readonly listRuns: readonly RunView[];
}
