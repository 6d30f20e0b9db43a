// What the engine asks about agents, answered from the registry and the kill switch.
import type { Settings } from "../shared/settings.ts";
import type { StandingFault } from "./engine/decide.ts";
import type { AgentDirectory } from "./engine/ports.ts";
import type { Registry } from "./identity/registry.ts";

export interface AgentStanding {
  readonly registry: Pick<Registry, "get" | "recordVerdict">;
  readonly settings: () => Settings;
}

export function agentDirectory({ registry, settings }: AgentStanding): AgentDirectory {
  function standing(agentDid: string, tools: readonly string[]): StandingFault | undefined {
    if (settings().halted) return { reason: "agent_halted", text: "A human stopped all agents." };
    const agent = registry.get(agentDid);
    if (agent === undefined) return undefined;
    if (agent.halted) return { reason: "agent_halted", text: "A human stopped this agent." };
    const revoked = agent.capabilitiesRevoked;
    if (revoked === "*") return { reason: "capability_revoked", text: "A human revoked everything this agent may do." };
    const tool = tools.find((name) => revoked.includes(name));
    if (tool !== undefined) return { reason: "capability_revoked", text: `A human revoked ${tool} for this agent.` };
    if (agent.pairing === "refused") return { reason: "pairing_required", text: "A human refused this agent." };
    if (agent.pairing === "pending") {
      return { reason: "pairing_required", text: "A human must first accept this agent in Gatehouse." };
    }
    return undefined;
  }

  return {
    view(agentDid) {
      const agent = registry.get(agentDid);
      return { did: agentDid, name: agent?.name ?? nameIn(agentDid), requested: agent?.capabilitiesRequested };
    },
    standing,
    count: (agentDid, verdict) => registry.recordVerdict(agentDid, verdict.outcome === "DENIED", verdict.risk.level),
  };
}

/** An agent the registry does not know, such as the console's own tour, is called by the name in its DID. */
function nameIn(agentDid: string): string {
  return agentDid.split(":")[2] ?? agentDid;
}
