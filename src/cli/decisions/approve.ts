// gatehouse approve: lets a held request run.
import { operatorCommand } from "../command.ts";
import { approveDetails, approveOptions, resolveHeld } from "../resolve.ts";

export const approve = operatorCommand({
  usage: "approve ID [--scope SCOPE] [--duration DURATION] [--reason TEXT] [--listed none|ID,ID]",
  summary: "Approve a request that waits. It is shown, and approved exactly as shown.",
  details: approveDetails,
  options: approveOptions,
  operands: [1, 1],
  act: (request) => resolveHeld(request, "approve", request.options.listed),
});
