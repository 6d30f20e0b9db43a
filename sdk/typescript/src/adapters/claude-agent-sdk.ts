// Claude Agent SDK: hooks that ask before each tool and report afterwards. Its program runs the tool, so a call is under way from the
// hook before it to the hook after it.
import type { JsonObject } from "../../../../src/shared/lib/json.ts";
import type { IntentContext } from "../intents.ts";
import { answered, type Governor, isDenied } from "./answered.ts";

/** The members of a hook's input that are needed. */
export interface ClaudeHookInput {
  readonly cwd?: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly tool_response?: unknown;
  readonly error?: unknown;
}

export interface ClaudeHookOutput {
  hookSpecificOutput?: {
    hookEventName: "PreToolUse";
    permissionDecision: "allow" | "deny";
    permissionDecisionReason: string;
    updatedInput?: JsonObject;
  };
}

type ClaudeHook = (input: ClaudeHookInput, toolUseId: string | undefined) => Promise<ClaudeHookOutput>;

export interface ClaudeHooks {
  PreToolUse: { hooks: ClaudeHook[]; timeout: number; onFailure: "block" }[];
  PostToolUse: { hooks: ClaudeHook[] }[];
  PostToolUseFailure: { hooks: ClaudeHook[] }[];
}

const patienceMs = 540_000;

/** For the option `hooks` of `query()`. A human is waited for nine minutes unless `waitMs` says otherwise. */
export function governClaudeHooks(governor: Governor, context: IntentContext = {}): ClaudeHooks {
  const underWay = new Map<string, PromiseWithResolvers<unknown>>();
  const waitMs = context.waitMs ?? patienceMs;

  const before: ClaudeHook = async (input, toolUseId = "") => {
    const decided = Promise.withResolvers<ClaudeHookOutput>();
    const run = (approved: JsonObject, permit: { readonly verdict: { readonly reason: string } }): Promise<unknown> => {
      const ended = Promise.withResolvers<unknown>();
      underWay.set(toolUseId, ended);
      decided.resolve(decision("allow", permit.verdict.reason, approved));
      return ended.promise;
    };
    const asked = { ...(input.cwd !== undefined && { workingDirectory: input.cwd }), ...context, waitMs };
    answered(governor, input.tool_name ?? "", input.tool_input, run, asked).then(
      (value) => isDenied(value) && decided.resolve(decision("deny", value.denied)),
      // Nothing happens where it has run: how it failed is the program's own to tell the model.
      (error: unknown) => decided.resolve(decision("deny", `Gatehouse could not be asked: ${String(error)}`)),
    );
    return await decided.promise;
  };

  const after: ClaudeHook = async (input, toolUseId = "") => {
    const ended = underWay.get(toolUseId);
    underWay.delete(toolUseId);
    const { error } = input;
    if (error === undefined) ended?.resolve(input.tool_response);
    else ended?.reject(new Error(typeof error === "string" ? error : JSON.stringify(error)));
    return {};
  };

  // A matcher's own limit must not be over before the human's, and a hook that fails is no permission.
  return {
    PreToolUse: [{ hooks: [before], timeout: waitMs / 1000 + 60, onFailure: "block" }],
    PostToolUse: [{ hooks: [after] }],
    PostToolUseFailure: [{ hooks: [after] }],
  };
}

function decision(
  permissionDecision: "allow" | "deny",
  permissionDecisionReason: string,
  changed?: JsonObject,
): ClaudeHookOutput {
  const updated = changed === undefined ? {} : { updatedInput: changed };
  return {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason, ...updated },
  };
}
