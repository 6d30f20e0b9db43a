// gatehouse approve: lets a held request run.
import { operatorCommand } from "../command.ts";
import { resolveDetails, resolveHeld, resolveOptions } from "../resolve.ts";

export const approve = operatorCommand({
  usage: "approve ID [--scope SCOPE] [--duration DURATION] [--reason TEXT]",
  summary: "Approve a request that waits. It is shown, and approved exactly as shown.",
  details: resolveDetails,
  options: resolveOptions,
  operands: [1, 1],
  act: (request) => resolveHeld(request, "approve"),
});
