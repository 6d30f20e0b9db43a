// gatehouse a2e: A2E on an agent's standard input and output.
import { bridgeCommand } from "../bridge.ts";

export const a2e = bridgeCommand(
  { usage: "a2e", summary: "Speak A2E on standard input and output: one message a line." },
  "a2e",
);
