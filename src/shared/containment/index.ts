// Containment: the profiles people choose from, what each leaves within reach, and what one contained run is.
import { z } from "zod";

/** From the tightest to the widest. */
export const profileNames = ["read-only", "offline", "project", "trusted"] as const;
export type ProfileName = (typeof profileNames)[number];
export const defaultProfile: ProfileName = "project";

/** From nothing to everything; a later one includes those before it. */
export const projectAccess = ["read", "write"] as const;
export const homeAccess = ["hidden", "read"] as const;
/** `model`: the agent's own model and nothing else. `gate`: hosts the policy names; others are held for a human. `open`: any. */
export const networkAccess = ["none", "model", "gate", "open"] as const;
/** `filtered`: without variables that look like secrets, except those of the agent's own model. */
export const environmentAccess = ["filtered", "all"] as const;

/** What one run can reach. Secret places, Gatehouse's own files and other processes are out of reach in every profile. */
export interface Profile {
  /** A name of the list, or several joined by " + " where a project's file tightened the one that was chosen. */
  readonly name: string;
  readonly project: (typeof projectAccess)[number];
  readonly home: (typeof homeAccess)[number];
  readonly network: (typeof networkAccess)[number];
  readonly environment: (typeof environmentAccess)[number];
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  "read-only": { name: "read-only", project: "read", home: "hidden", network: "gate", environment: "filtered" },
  offline: { name: "offline", project: "write", home: "hidden", network: "model", environment: "filtered" },
  project: { name: "project", project: "write", home: "hidden", network: "gate", environment: "filtered" },
  trusted: { name: "trusted", project: "write", home: "read", network: "open", environment: "all" },
};

/** What both profiles allow, and nothing more. */
export function tighterProfile(one: Profile, other: Profile): Profile {
  const both = {
    project: lower(projectAccess, one.project, other.project),
    home: lower(homeAccess, one.home, other.home),
    network: lower(networkAccess, one.network, other.network),
    environment: lower(environmentAccess, one.environment, other.environment),
  };
  const same = [one, other].find((each) => reachesSame(each, both));
  return { ...both, name: same?.name ?? `${one.name} + ${other.name}` };
}

type Reach = Omit<Profile, "name">;

function reachesSame(one: Reach, other: Reach): boolean {
  return (
    one.project === other.project &&
    one.home === other.home &&
    one.network === other.network &&
    one.environment === other.environment
  );
}

function lower<Value>(scale: readonly Value[], one: Value, other: Value): Value {
  return scale.indexOf(one) <= scale.indexOf(other) ? one : other;
}

/** The member `containment` of a policy, of its overrides by agent and project, and of a project's own file. */
export const containmentSchema = z.strictObject({
  profile: z.enum(profileNames).optional(),
  /** Loopback ports of the user's own services that a contained agent may reach, such as a database. */
  loopback_ports: z.array(z.number().int().min(1).max(65_535)).max(100).optional(),
  /** Hosts of a private network that a contained agent may reach, by name or address, with or without a port. */
  private_hosts: z
    .array(
      z
        .string()
        .min(1)
        .max(259)
        .regex(/^[^*\s/]+$/, "Name each host outright: no wildcard, no scheme, no path."),
    )
    .max(100)
    .optional(),
  /** Of all processes of a run together. */
  max_memory_mb: z.number().int().min(16).max(1_048_576).optional(),
  max_cpu_seconds: z.number().int().min(1).max(31_536_000).optional(),
  /** From the start of a run to its end. */
  max_seconds: z.number().int().min(1).max(31_536_000).optional(),
});
export interface Containment {
  readonly profile?: ProfileName | undefined;
  readonly loopback_ports?: readonly number[] | undefined;
  readonly private_hosts?: readonly string[] | undefined;
  readonly max_memory_mb?: number | undefined;
  readonly max_cpu_seconds?: number | undefined;
  readonly max_seconds?: number | undefined;
}

/** What limits a run beside its profile; absent: no limit. */
export interface RunLimits {
  readonly memoryMb?: number;
  readonly cpuSeconds?: number;
  readonly seconds?: number;
  readonly processes: number;
}

/** One program that runs contained, from its start to its end. */
export interface ContainedRun {
  readonly runId: string;
  /** The connector's id, such as "claude-code"; undefined for a program that is not known as an agent. */
  readonly agent: string | undefined;
  /** For people: "Claude Code", or the program's name. */
  readonly agentName: string;
  readonly command: readonly string[];
  /** Real paths. */
  readonly project: string;
  readonly directory: string;
  readonly profile: Profile;
  readonly loopbackPorts: readonly number[];
  readonly privateHosts: readonly string[];
  /** Where the user's own variables say that the agent's model is, with its port. */
  readonly modelHosts: readonly string[];
  /** The intent whose command it is, where one command of an uncontained agent was wrapped. */
  readonly intentId?: string;
  readonly openedAt: number;
}
