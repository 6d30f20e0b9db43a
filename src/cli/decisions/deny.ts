// gatehouse deny: refuses a held request; the reason goes to the agent word for word.
import { operatorCommand } from "../command.ts";
import { resolveDetails, resolveHeld, resolveOptions } from "../resolve.ts";

export const deny = operatorCommand({
  usage: "deny ID [--reason TEXT] [--scope SCOPE] [--duration DURATION]",
  summary: "Deny a request that waits. The reason is handed to the agent as guidance.",
  details: resolveDetails,
  options: resolveOptions,
  operands: [1, 1],
  act: (request) => resolveHeld(request, "deny"),
});
