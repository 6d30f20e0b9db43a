// gatehouse halt: the kill switch, for one agent or for all.
import { operatorCommand } from "../command.ts";
import { setHalt } from "../set-halt.ts";

export const halt = operatorCommand({
  usage: "halt [DID] [--reason TEXT]",
  summary: "Stop an agent, or all of them, at once. What they are waiting for is denied.",
  options: ["reason"],
  operands: [0, 1],
  act: (request) => setHalt(request, true),
});
