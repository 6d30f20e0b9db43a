// gatehouse resume: lets halted agents go on.
import { operatorCommand } from "../command.ts";
import { setHalt } from "./set-halt.ts";
import { commandTable } from "../table/index.ts";

export const resume = operatorCommand({
  ...commandTable.resume,
  act: (request) => setHalt(request, false),
});
