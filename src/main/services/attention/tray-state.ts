// What the tray says, as the engine knows it now.
import type { Operations } from "../../../shared/contract/contract.ts";
import type { TrayState } from "../../windows/tray-menu.ts";
import { consoleActor } from "./answers.ts";

/** Undefined when the engine does not answer. */
export async function readTrayState(
  operations: Operations,
): Promise<Omit<TrayState, "waiting" | "quiet" | "pausedUntil"> | undefined> {
  const [status, agents] = await Promise.all([
    operations.getStatus({}, consoleActor),
    operations.listAgents({}, consoleActor),
  ]);
  if (!status.ok || !agents.ok) return undefined;
  const { mode, posture, halted } = status.value;
  return {
    mode,
    posture,
    halted,
    agents: agents.value.map(({ agentDid, name, state }) => ({ agentDid, name, state })),
  };
}
