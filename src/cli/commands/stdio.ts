// gatehouse stdio: A2G on an agent's standard input and output.
import { bridgeCommand } from "../bridge.ts";

export const stdio = bridgeCommand("stdio", "agent");
