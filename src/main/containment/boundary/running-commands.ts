// Which command an agent is running now: allowed, and not reported as ended yet. For the cards of what it is refused meanwhile.
import type { EngineEvent } from "../../../shared/domain/telemetry.ts";

export interface RunningCommands {
  readonly hear: (event: EngineEvent) => void;
  /** The latest of them. */
  readonly of: (agentDid: string) => string | undefined;
}

const mostEach = 20;
const mostAgents = 1000;

export function createRunningCommands(): RunningCommands {
  const byAgent = new Map<string, Map<string, string>>();

  function started(agentDid: string, intentId: string, command: string): void {
    const commands = byAgent.get(agentDid) ?? new Map<string, string>();
    commands.set(intentId, command);
    const [oldest] = commands.keys();
    if (commands.size > mostEach && oldest !== undefined) commands.delete(oldest);
    byAgent.delete(agentDid);
    byAgent.set(agentDid, commands);
    const [longest] = byAgent.keys();
    if (byAgent.size > mostAgents && longest !== undefined) byAgent.delete(longest);
  }

  return {
    hear(event) {
      if (event.type === "intent_allowed") {
        const { agentDid, intentId, boundary } = event.intent;
        const { command } = event.intent.arguments;
        if (boundary === undefined && typeof command === "string") started(agentDid, intentId, command);
      } else if (event.type === "execution_complete") {
        byAgent.get(event.report.agentDid)?.delete(event.report.intentId);
      }
    },
    of: (agentDid) => [...(byAgent.get(agentDid)?.values() ?? [])].at(-1),
  };
}
