// The public face of identity/: who agents are, and which messages are theirs.
export { decodeAgent } from "./stored-agent.ts";
export type { AgentRecord, StoredAgent } from "./agent.ts";
export { createRegistry, type Registry, type RegistryOptions } from "./registry.ts";
