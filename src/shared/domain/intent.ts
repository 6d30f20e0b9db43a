// Intent: what an agent asks to do, whichever protocol it came by.
import type { BoundaryRequest } from "../containment/boundary.ts";
import type { JsonObject } from "../lib/json.ts";
import type { Finding } from "./verdict.ts";

export const protocols = ["a2g", "aeon", "aos", "a2e", "hook", "mcp", "contained", "console"] as const;
export type Protocol = (typeof protocols)[number];

export interface IntentContext {
  readonly sessionId?: string;
  readonly parentIntent?: string;
  /** The loop between user and agent it belongs to, and its place there, where the protocol says so. */
  readonly turnId?: string;
  readonly stepId?: string;
  /** Which of the agent's own helpers asks, and of which kind it is, where the agent says so. */
  readonly subagent?: Subagent;
  /** The permission mode the agent itself runs in, in its own word: "plan", "bypassPermissions", "yolo" … */
  readonly permissionMode?: string;
  /** The agent's own explanation: untrusted, shown last, never used to decide. */
  readonly reasoning?: string;
  /** The folder relative paths start from. */
  readonly workingDirectory?: string;
  /** The project the agent works in. Defaults to the working directory. */
  readonly workspace?: string;
}

export interface Subagent {
  readonly id: string;
  /** Such as "general-purpose". */
  readonly type?: string;
}

/**
 * Who wrote a text, which decides what is looked for: foreign text may give no orders, the agent's own may carry no secrets out. Both
 * are looked for where the message does not tell.
 */
export type TextOrigin = "user" | "foreign" | "agent" | "unclear";

/** A step of an agent's turn that is no tool call: the arguments are texts by their place in the message. */
export interface TextStep {
  /** One line for people. */
  readonly title: string;
  readonly origin: TextOrigin;
  /** Whether the agent can be given a changed text; if not, what would be cut out is denied. */
  readonly changeable: boolean;
  /** Arguments the protocol must change before the step can pass, such as a list of citations. */
  readonly amended?: JsonObject;
}

/** What an agent asks a human by itself. Its own words: they may say anything. */
export interface AgentQuestion {
  readonly text: string;
  /** Answers it proposes. */
  readonly options: readonly string[];
}

/** How an MCP server describes a tool. Its own words: they may say anything. */
export interface ToolDefinitionFact {
  /** The server's name in the client's settings. */
  readonly server: string;
  readonly description?: string;
  /** What the server claims: "read_only", "destructive", "idempotent", "open_world", or "not_" before one of them. */
  readonly annotations: readonly string[];
  /** SHA-256 of the whole definition, as it was accepted. */
  readonly digest: string;
}

/** A human's answer to the same call of the same agent, given a moment ago when another of its interfaces asked. */
export interface EarlierAnswer {
  readonly agentDid: string;
  readonly intentId: string;
  /** The policy rule that asked; absent where the risk did. */
  readonly rule?: string;
  /** What the human was told: ids of findings, and the score. */
  readonly findings: readonly string[];
  readonly score: number;
}

/** What puts a command into a sandbox: the launcher, and the argument that holds the command. */
export interface ContainedForm {
  readonly launcher: string;
  readonly argument: string;
}

export interface Intent {
  readonly intentId: string;
  readonly agentDid: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly context: IntentContext;
  readonly protocol: Protocol;
  /** Who sent it, as the transport knows it and never as the message says: budgets and memories count by it. */
  readonly peerKey?: string;
  /** Present when it is no tool call: it is judged as text and never as a command. */
  readonly text?: TextStep;
  /** Present when the agent asks a human something: nothing runs, and nobody but a human answers. */
  readonly question?: AgentQuestion;
  /** What the protocol found wrong with the message. It counts like a heuristic's finding, so it never loosens. */
  readonly findings?: readonly Finding[];
  /** Where the tool comes from a server that describes it. */
  readonly definition?: ToolDefinitionFact;
  /** The arguments leave for somebody else's server: secrets in them are cut out. */
  readonly outgoing?: boolean;
  /** Answers the same question once more, and no other. Only the engine's own protocols set it. */
  readonly answered?: EarlierAnswer;
  /** How its command can be run contained, where the agent would use the changed command. Only the engine's own protocols set it. */
  readonly contain?: ContainedForm;
  /** A contained run asked for something outside its sandbox. Only the engine's own protocols set it. */
  readonly boundary?: BoundaryRequest;
  /** Another engine asks for its own risk score: this one must not ask a third, or they could ask each other for ever. */
  readonly relayed?: boolean;
}
