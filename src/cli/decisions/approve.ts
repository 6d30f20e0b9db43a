// gatehouse approve: lets a held request run.
import { operatorCommand } from "../command.ts";
import { resolveHeld } from "./resolve.ts";
import { commandTable } from "../table/index.ts";

export const approve = operatorCommand({
  ...commandTable.approve,
  act: (request) => resolveHeld(request, "approve", request.options.listed),
});
