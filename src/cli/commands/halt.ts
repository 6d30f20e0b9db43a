// gatehouse halt: the kill switch, for one agent or for all.
import { operatorCommand } from "../command.ts";
import { setHalt } from "./set-halt.ts";
import { commandTable } from "../table/index.ts";

export const halt = operatorCommand({
  ...commandTable.halt,
  act: (request) => setHalt(request, true),
});
