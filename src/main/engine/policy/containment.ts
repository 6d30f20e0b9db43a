// How a contained run is held: the policy's profile, and what a project's own files leave of it.
import { type Containment, type Profile, profiles, tighterProfile } from "../../../shared/containment/index.ts";
import type { ContainmentChoice } from "./snapshot.ts";

/** The widest there is. */
const everything: Profile = profiles.trusted;

export function chooseContainment(own: Containment, projects: readonly Containment[]): ContainmentChoice {
  const named = projects.flatMap(({ profile }) => (profile === undefined ? [] : [profiles[profile]]));
  const lists = projects.flatMap(({ loopback_ports: ports }) => (ports === undefined ? [] : [ports]));
  const hosts = projects.flatMap(({ private_hosts: listed }) => (listed === undefined ? [] : [listed]));
  return {
    profile: own.profile === undefined ? undefined : profiles[own.profile],
    most: named.reduce(tighterProfile, everything),
    loopbackPorts: (own.loopback_ports ?? []).filter((port) => lists.every((list) => list.includes(port))),
    privateHosts: (own.private_hosts ?? []).filter((host) => hosts.every((list) => list.includes(host))),
    limits: limitsOf([own, ...projects]),
  };
}

/** The least of each. */
function limitsOf(all: readonly Containment[]): ContainmentChoice["limits"] {
  const least = (values: readonly (number | undefined)[]): number | undefined => {
    const said = values.filter((value) => value !== undefined);
    return said.length === 0 ? undefined : Math.min(...said);
  };
  const memoryMb = least(all.map(({ max_memory_mb: value }) => value));
  const cpuSeconds = least(all.map(({ max_cpu_seconds: value }) => value));
  const seconds = least(all.map(({ max_seconds: value }) => value));
  return {
    ...(memoryMb === undefined ? {} : { memoryMb }),
    ...(cpuSeconds === undefined ? {} : { cpuSeconds }),
    ...(seconds === undefined ? {} : { seconds }),
  };
}

/** What a run gets: the policy's profile is the most that may be asked for, and a project's own files only take away. */
export function profileOf({ profile, most }: ContainmentChoice, asked: Profile | undefined, usual: Profile): Profile {
  const chosen =
    profile === undefined ? (asked ?? usual) : asked === undefined ? profile : tighterProfile(profile, asked);
  return tighterProfile(chosen, most);
}
