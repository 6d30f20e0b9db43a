// What the engine asks about agents, answered from the registry and the kill switch.
import type { AgentRecord, Registry } from "../identity/index.ts";
import type { Capabilities } from "../../shared/domain/policy.ts";
import type { Settings } from "../../shared/contract/settings.ts";
import type { StandingFault } from "../engine/pipeline/decide.ts";
import type { AgentDirectory } from "../engine/ports.ts";

export interface AgentStanding {
  readonly registry: Pick<Registry, "get" | "recordVerdict" | "recordDenial">;
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
    countDenial: registry.recordDenial,
  };
}

/** An agent the registry does not know, such as the console's own tour, is called by the name in its DID. */
function nameIn(agentDid: string): string {
  return agentDid.split(":")[2] ?? agentDid;
}

/** The policy as it holds for this agent: what was revoked or never asked for is not allowed. */
export function capabilitiesOf(agent: AgentRecord | undefined, policy: Capabilities): Capabilities {
  if (agent === undefined) return policy;
  const { capabilitiesRequested: requested, capabilitiesRevoked: revoked } = agent;
  const rest = policy.tools["*"] ?? { allowed: false, constraints: {} };
  const named = new Set([...Object.keys(policy.tools), ...(requested ?? []), ...(revoked === "*" ? [] : revoked)]);
  const tools = [...named].map((name) => {
    const tool = policy.tools[name] ?? rest;
    const granted = requested === undefined || requested.includes(name);
    const taken = revoked === "*" || revoked.includes(name);
    return [name, { ...tool, allowed: tool.allowed && granted && !taken }];
  });
  return { ...policy, tools: Object.fromEntries(tools) };
}
