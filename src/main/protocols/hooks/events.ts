// Hook events: what an agent's own hooks report, in one form for all agents, and what they are answered.
import type { Subagent } from "../../../shared/domain/intent.ts";
import type { Json, JsonObject } from "../../../shared/lib/json.ts";

/** Where an event comes from, as far as the agent says it. */
export interface HookOrigin {
  readonly sessionId?: string;
  readonly workingDirectory?: string;
  /** The agent's own permission mode: "bypassPermissions", "yolo" … */
  readonly permissionMode?: string;
  /** A subagent has an id of its own, and a kind such as "general-purpose". */
  readonly subagent?: Subagent;
  readonly model?: string;
}

export interface ToolCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** The agent's id for the call, the same before and after it; not every agent has one. */
  readonly callId?: string;
}

export type HookEvent = HookOrigin &
  (
    | { readonly kind: "before"; readonly call: ToolCall }
    | {
        readonly kind: "after";
        readonly call: ToolCall;
        readonly succeeded: boolean;
        readonly result: Json;
        readonly durationMs?: number;
      }
    /** The agent is about to ask its own user. */
    | { readonly kind: "permission"; readonly call: ToolCall }
    | { readonly kind: "prompt"; readonly text: string }
    /** Sessions, subagents, compaction: recorded, never held. */
    | { readonly kind: "notice"; readonly name: string; readonly detail: JsonObject }
  );

export type HookDecision =
  | { readonly kind: "allow"; readonly reason: string; readonly changed?: JsonObject }
  | { readonly kind: "deny"; readonly reason: string };

/** What is said to the agent after a call or a prompt; undefined when there is nothing to say. */
export interface HookRemark {
  readonly text: string;
  /** Whether the agent must not see or use what the event carried. */
  readonly block: boolean;
}

/** How one agent spells its events and reads its answers. */
export interface HookDialect {
  /** In addresses and identities: "claude-code". */
  readonly id: string;
  /** For people: "Claude Code". */
  readonly name: string;
  /** Milliseconds a call may be held; the agent's own limit is longer, and what happens then is not ours to decide. */
  readonly longestHoldMs: number;
  /** Whether changed input is used; where it is not, a changed call is denied instead. */
  readonly takesChanges: boolean;
  /** Undefined for an event this dialect does not know. `event` is its name where the message does not carry it. */
  readonly read: (message: JsonObject, event: string | undefined) => HookEvent | undefined;
  readonly answer: (event: HookEvent, decision: HookDecision) => JsonObject;
  readonly remark: (event: HookEvent, remark: HookRemark | undefined) => JsonObject;
}
