// Execution: what phase 5 is asked to run, and how it ended. Protocols ask, the sandbox answers.
import type { Cancellation } from "../lib/cancellation.ts";
import type { Protocol } from "./intent.ts";
import type { JsonObject } from "../lib/json.ts";
import type { ReportStatus } from "./report.ts";
import type { Result } from "../lib/result.ts";
import type { CapabilityManifest } from "./verdict.ts";

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
}

export type OutputStream = "stdout" | "stderr";

export interface Execution {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly manifest: CapabilityManifest;
  /** Where relative paths start. */
  readonly workingDirectory?: string;
  readonly workspace?: string;
  readonly signal: Cancellation;
  readonly onOutput: (stream: OutputStream, text: string) => void;
}

/** What kept the tool inside its manifest. "none": nothing did, because a human allows that. */
export type SandboxKind = "files" | "bubblewrap" | "seatbelt" | "webassembly" | "none";

export interface ExecutionResult {
  readonly status: ReportStatus;
  /** What the tool answered, or as much of it as there was when it was stopped. */
  readonly output: string;
  readonly exitCode?: number;
  /** Why it did not succeed, as a sentence. */
  readonly fault?: string;
  readonly sandbox: SandboxKind;
  /** What people and agents should know about how it ran. */
  readonly notes: readonly string[];
}

/** A call Gatehouse is running at this moment, as people see it. */
export interface RunningCall {
  readonly agentDid: string;
  readonly intentId: string;
  readonly protocol: Protocol;
  readonly tool: string;
  /** The command or the path, redacted. */
  readonly summary: string;
  readonly startedAt: number;
  readonly timeoutSeconds: number;
  /** The last of what it has written, without secrets. */
  readonly output: string;
}

export interface ToolFault {
  readonly kind: "unknown_tool" | "arguments";
  readonly message: string;
}

export interface ToolRunner {
  readonly list: () => readonly ToolDescription[];
  /** Whether there is such a tool and it can take these arguments. */
  readonly check: (tool: string, given: JsonObject) => Result<undefined, ToolFault>;
  /** Never rejects. */
  readonly run: (execution: Execution) => Promise<ExecutionResult>;
}
