// Intent: what an agent asks to do, whichever protocol it came by.
import type { JsonObject } from "./json.ts";

export const protocols = ["a2g", "aeon", "aos", "a2e", "hook", "mcp", "console"] as const;
export type Protocol = (typeof protocols)[number];

export interface IntentContext {
  readonly sessionId?: string;
  readonly parentIntent?: string;
  /** The agent's own explanation: untrusted, shown last, never used to decide. */
  readonly reasoning?: string;
  /** The folder relative paths start from. */
  readonly workingDirectory?: string;
  /** The project the agent works in. Defaults to the working directory. */
  readonly workspace?: string;
}

export interface Intent {
  readonly intentId: string;
  readonly agentDid: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly context: IntentContext;
  readonly protocol: Protocol;
}
