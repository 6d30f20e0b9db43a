// gatehouse a2e: A2E on an agent's standard input and output.
import { bridgeCommand } from "../bridge.ts";

export const a2e = bridgeCommand("a2e", "a2e");
