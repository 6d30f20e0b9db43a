// Halting and resuming are one operation with two names.
import { ok, type Result } from "../../shared/lib/result.ts";
import type { Answer, OperatorRequest } from "../command.ts";
import type { CommandFailure } from "../failure.ts";
import { counted, visible } from "../text.ts";

export async function setHalt(
  { call, operands: [agentDid], options }: OperatorRequest<"reason">,
  halted: boolean,
): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("setHalt", {
    halted,
    ...(agentDid !== undefined && { agentDid }),
    ...(options.reason !== undefined && { reason: options.reason }),
  });
  if (!answer.ok) return answer;
  const who = agentDid === undefined ? "Every agent" : visible(agentDid);
  const denied = answer.value.deniedApprovals;
  const text = halted
    ? `${who} is stopped.${denied > 0 ? ` ${counted(denied, "waiting request")} denied.` : ""}`
    : `${who} may go on.`;
  return ok({ data: answer.value, text });
}
