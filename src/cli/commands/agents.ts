// gatehouse agents: who has been here, and whose their names are.
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type Answer, operatorCommand } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import type { Call } from "../operator.ts";
import { duration, table, visible } from "../text.ts";
import { commandTable } from "../table/index.ts";

export const agents = operatorCommand({
  ...commandTable.agents,
  act: async ({ call, now, operands: [action, agentDid] }) => {
    if (action === undefined) return list(call, now);
    if (action !== "release" || agentDid === undefined)
      return fail(usage("Say what to do: gatehouse agents, or gatehouse agents release DID"));
    const released = await call("releaseAgent", { agentDid });
    if (!released.ok) return released;
    const name = visible(released.value.name);
    return ok({ data: released.value, text: `The name of ${name} is free: the next process that uses it owns it.` });
  },
});

async function list(call: Call, now: number): Promise<Result<Answer, CommandFailure>> {
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
}
