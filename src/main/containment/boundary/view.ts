// Containment as the window shows it: the profiles of an agent after its policy, known hosts, and what humans opened.
import type { ContainmentView, OpenedPlace } from "../../../shared/containment/view.ts";
import type { Grant } from "../../../shared/domain/approval.ts";
import { boundaryTools } from "../../../shared/containment/boundary.ts";
import { defaultProfile, type Profile, profileNames, profiles } from "../../../shared/containment/index.ts";
import type { NetworkCapability } from "../../../shared/domain/policy.ts";
import type { KnownHosts } from "../gate/known-hosts.ts";

export interface ViewPorts {
  readonly known: KnownHosts;
  readonly network: (agentDid: string) => NetworkCapability;
  /** What the policy makes of a profile that is asked for; without one, what it chooses itself. */
  readonly choose: (agentDid: string, asked: Profile | undefined) => Profile;
  readonly loopbackPorts: (agentDid: string) => readonly number[];
  readonly grants: () => readonly Grant[];
}

export function createContainmentView(ports: ViewPorts): (agentDid: string) => ContainmentView {
  return (agentDid) => {
    // did:aeon:claude-code:run:… and did:aeon:claude-code:hook:… are the same kind of agent.
    const agent = agentDid.split(":")[2];
    const { allowed_domains: allowed = [], blocked_domains: blocked = [] } = ports.network(agentDid);
    return {
      chosen: ports.choose(agentDid, undefined),
      usual: defaultProfile,
      profiles: profileNames.map((name) => ({ ...ports.choose(agentDid, profiles[name]), name })),
      loopbackPorts: ports.loopbackPorts(agentDid),
      network: { allowed, blocked, registries: ports.known.registries, model: ports.known.modelOf(agent) },
      opened: ports.grants().flatMap((grant) => (grant.agentDid === agentDid ? openedBy(grant) : [])),
    };
  };
}

const accesses = new Map<string, OpenedPlace["access"]>([
  [boundaryTools.connect, "connect"],
  [boundaryTools.read, "read"],
  [boundaryTools.write, "write"],
]);

function openedBy({ grantId, effect, tool, path, host, port, duration }: Grant): readonly OpenedPlace[] {
  const access = accesses.get(tool);
  const place = path ?? (host === undefined ? undefined : `${host}${port === undefined ? "" : `:${port}`}`);
  if (access === undefined || place === undefined || effect !== "allow") return [];
  return [{ grantId, access, place, always: duration === "always" }];
}
