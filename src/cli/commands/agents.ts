// gatehouse agents: who has been here.
import { ok } from "../../shared/result.ts";
import { operatorCommand } from "../command.ts";
import { duration, table, visible } from "../text.ts";

export const agents = operatorCommand({
  usage: "agents",
  summary: "Show the agents the engine knows.",
  options: [],
  operands: [0, 0],
  act: async ({ call, now }) => {
    const answer = await call("listAgents", {});
    if (!answer.ok) return answer;
    if (answer.value.length === 0) return ok({ data: answer.value, text: "No agent has been here yet." });
    const rows = answer.value.map((agent) => [
      visible(agent.name),
      agent.state,
      `${duration(now - agent.lastSeenAt)} ago`,
      String(agent.intents),
      String(agent.denied),
      agent.highestLevel ?? "-",
      agent.publicKey === undefined ? "no key" : "key pinned",
      visible(agent.agentDid),
    ]);
    return ok({
      data: answer.value,
      text: table([["NAME", "STATE", "SEEN", "INTENTS", "DENIED", "RISK", "KEY", "DID"], ...rows]),
    });
  },
});
