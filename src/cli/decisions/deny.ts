// gatehouse deny: refuses a held request; the reason goes to the agent word for word.
import { operatorCommand } from "../command.ts";
import { resolveHeld } from "./resolve.ts";
import { commandTable } from "../table/index.ts";

export const deny = operatorCommand({
  ...commandTable.deny,
  act: (request) => resolveHeld(request, "deny"),
});
