// gatehouse stdio: A2G on an agent's standard input and output.
import { bridgeCommand } from "../bridge.ts";

export const stdio = bridgeCommand(
  {
    usage: "stdio",
    summary: "Speak A2G on standard input and output: one JSON-RPC message a line.",
  },
  "agent",
);
