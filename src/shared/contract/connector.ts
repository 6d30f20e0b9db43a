// Connectors: the agents found on this machine, whether they ask Gatehouse, and what connecting one would change.
import { z } from "zod";

export const connectorStates = [
  /** Its hook is in place and nothing switches it off. */
  "connected",
  "not_connected",
  /** There is a hook of ours, but not as it should be: repair it. */
  "changed",
  /** Its hook is in place, but a setting of the agent switches hooks off. */
  "disabled",
  /** The agent wants its user to trust the hook first. */
  "needs_trust",
  /** Its hook is in place, but the program is older than the one it was tried with. */
  "unsupported",
] as const;
export type ConnectorState = (typeof connectorStates)[number];

export const connectorScopeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("user") }),
  z.strictObject({ kind: z.literal("project"), folder: z.string().min(1).max(4096) }),
]);
export type ConnectorScope = z.infer<typeof connectorScopeSchema>;

export interface ConnectorView {
  readonly id: string;
  readonly name: string;
  /** The program, where it was found. A folder of settings alone does not mean that the agent is there. */
  readonly program?: { readonly path: string; readonly version?: string };
  readonly state: ConnectorState;
  /** Why it is in this state and what to do, in one sentence. */
  readonly detail: string;
  readonly files: readonly string[];
  /** For what it can be connected: all of the user's projects, or one. */
  readonly scopes: readonly ConnectorScope["kind"][];
  /** Only in the list for all projects. */
  readonly projects: readonly ProjectConnection[];
}

/** A project the agent was connected in on its own. */
export interface ProjectConnection {
  readonly folder: string;
  readonly state: ConnectorState;
  readonly detail: string;
}

/** The session of the test call: it is shown as such, and not as a request of the agent. */
export const testCallSession = "gatehouse-test-call";
export const testCallName = "test-call";

/** Whether an agent is only the name under which test calls are made. */
export function isTestCaller(agentDid: string): boolean {
  return new RegExp(`:hook:${testCallName}(?:-|$)`).test(agentDid);
}

/** One file as it is and as it will be; `after` is undefined where the file will be removed. */
export interface FileChange {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly executable: boolean;
}

export interface ConnectorPlan {
  readonly id: string;
  readonly changes: readonly FileChange[];
  /** Binds the confirmation to exactly these changes. */
  readonly digest: string;
  /** What the user should know first: what is not governed, what must be trusted or restarted. */
  readonly notes: readonly string[];
}

const target = { id: z.string().min(1).max(64), scope: connectorScopeSchema.default({ kind: "user" }) };
const action = z.enum(["connect", "disconnect"]);

export const connectorInputs = {
  listConnectors: z.strictObject({ scope: connectorScopeSchema.default({ kind: "user" }) }),
  planConnector: z.strictObject({ ...target, action }),
  /** Bound to what was shown: another change of the same file in between is refused. */
  applyConnector: z.strictObject({ ...target, action, digest: z.string().regex(/^[0-9a-f]{64}$/) }),
  /** Sends a call through the real hook, as the agent would. */
  testConnector: z.strictObject(target),
} as const;

export interface ConnectorTest {
  readonly passed: boolean;
  /** What was sent, what came back, and what to do when it failed. */
  readonly detail: string;
  readonly milliseconds: number;
}

export interface ConnectorOutputs {
  readonly listConnectors: readonly ConnectorView[];
  readonly planConnector: ConnectorPlan;
  readonly applyConnector: ConnectorView;
  readonly testConnector: ConnectorTest;
}
