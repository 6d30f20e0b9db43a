// gatehouse resume: lets halted agents go on.
import { operatorCommand } from "../command.ts";
import { setHalt } from "../set-halt.ts";

export const resume = operatorCommand({
  usage: "resume [DID] [--reason TEXT]",
  summary: "Let a halted agent, or all of them, go on.",
  options: ["reason"],
  operands: [0, 1],
  act: (request) => setHalt(request, false),
});
