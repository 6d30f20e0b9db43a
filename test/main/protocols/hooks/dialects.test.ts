// What each agent sends to its hooks, and what it can read: messages as the real programs send them, with every answer.
import { describe, expect, test } from "vitest";
import { dialects } from "../../../../src/main/protocols/hooks/dialects/index.ts";
import type { HookDialect, HookEvent } from "../../../../src/main/protocols/hooks/events.ts";
import type { JsonObject } from "../../../../src/shared/lib/json.ts";

function dialect(id: string): HookDialect {
  const found = dialects.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no dialect ${id}.`);
  return found;
}

interface Sample {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly failed: JsonObject;
  readonly prompt: JsonObject;
  readonly notice: JsonObject;
  /** Names of events, where messages do not carry them. */
  readonly names?: Readonly<Record<"before" | "after" | "prompt" | "notice", string>>;
  readonly tool: string;
  readonly input: JsonObject;
  readonly allow: JsonObject;
  readonly deny: JsonObject;
  readonly change: JsonObject;
}

const command = "echo hi > b.txt";
const changed = { command: "ls" };
const reason = "policy 7";
const claudeCommon = { session_id: "s1", cwd: "/p", transcript_path: "/t", permission_mode: "default" };
const output = (members: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", ...members },
});

const claude: Sample = {
  tool: "Bash",
  input: { command, description: "x" },
  before: {
    ...claudeCommon,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command, description: "x" },
    tool_use_id: "c1",
  },
  after: {
    ...claudeCommon,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command, description: "x" },
    tool_response: { stdout: "", stderr: "", interrupted: false },
    tool_use_id: "c1",
    duration_ms: 65,
  },
  failed: {
    ...claudeCommon,
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command },
    error: "Exit code 3",
    tool_use_id: "c1",
  },
  prompt: { ...claudeCommon, hook_event_name: "UserPromptSubmit", prompt: "go" },
  notice: { ...claudeCommon, hook_event_name: "SessionStart", source: "startup" },
  allow: output({ permissionDecision: "allow", permissionDecisionReason: reason }),
  deny: output({ permissionDecision: "deny", permissionDecisionReason: reason }),
  change: output({ permissionDecision: "allow", permissionDecisionReason: reason, updatedInput: changed }),
};

const gemini = { session_id: "s1", cwd: "/p", timestamp: "2026-11-17T00:00:00Z" };
const plugin = { session_id: "s1", cwd: "/p", tool_name: "bash", tool_input: { command }, tool_use_id: "c1" };
const pluginSample: Sample = {
  tool: "bash",
  input: { command },
  before: { event: "before", ...plugin },
  after: { event: "after", ...plugin, succeeded: true, result: "" },
  failed: { event: "after", ...plugin, succeeded: false, result: "no" },
  prompt: { event: "prompt", session_id: "s1", cwd: "/p", prompt: "go" },
  notice: { event: "session.created", session_id: "s1", cwd: "/p", detail: { title: "t" } },
  allow: { kind: "allow", reason },
  deny: { kind: "deny", reason },
  change: { kind: "allow", reason, changed },
};
const clineCommon = { taskId: "s1", agent_id: "a1", parent_agent_id: null, workspaceRoots: ["/p"] };

const samples: Readonly<Record<string, Sample>> = {
  "claude-code": claude,
  codex: {
    ...claude,
    input: { command },
    before: {
      ...claudeCommon,
      hook_event_name: "PreToolUse",
      turn_id: "t",
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: "c1",
    },
    // Codex takes any other allow for a failed hook.
    allow: {},
  },
  "gemini-cli": {
    tool: "run_shell_command",
    input: { command },
    before: { ...gemini, hook_event_name: "BeforeTool", tool_name: "run_shell_command", tool_input: { command } },
    after: {
      ...gemini,
      hook_event_name: "AfterTool",
      tool_name: "run_shell_command",
      tool_input: { command },
      tool_response: { llmContent: "Exit Code: 0" },
    },
    failed: {
      ...gemini,
      hook_event_name: "AfterTool",
      tool_name: "run_shell_command",
      tool_input: { command },
      tool_response: { llmContent: "Output\nExit Code: 3" },
    },
    prompt: { ...gemini, hook_event_name: "BeforeAgent", prompt: "go" },
    notice: { ...gemini, hook_event_name: "PreCompress" },
    allow: { decision: "allow", reason },
    deny: { decision: "deny", reason },
    change: {
      decision: "allow",
      reason,
      hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: changed },
    },
  },
  copilot: {
    tool: "bash",
    input: { command },
    names: { before: "preToolUse", after: "postToolUse", prompt: "userPromptSubmitted", notice: "sessionStart" },
    before: { sessionId: "s1", timestamp: 1, cwd: "/p", toolName: "bash", toolArgs: { command } },
    after: {
      sessionId: "s1",
      cwd: "/p",
      toolName: "bash",
      toolArgs: JSON.stringify({ command }),
      toolResult: { resultType: "success", textResultForLlm: "" },
    },
    failed: {
      sessionId: "s1",
      cwd: "/p",
      toolName: "bash",
      toolArgs: { command },
      toolResult: { resultType: "failure", textResultForLlm: "no" },
    },
    prompt: { sessionId: "s1", cwd: "/p", prompt: "go" },
    notice: { sessionId: "s1", cwd: "/p" },
    allow: { permissionDecision: "allow", permissionDecisionReason: reason },
    deny: { permissionDecision: "deny", permissionDecisionReason: reason },
    change: { permissionDecision: "allow", permissionDecisionReason: reason, modifiedArgs: changed },
  },
  "qwen-code": { ...claude },
  cline: {
    tool: "run_commands",
    input: { commands: [command] },
    before: {
      ...clineCommon,
      hookName: "tool_call",
      tool_call: { id: "c1", name: "run_commands", input: { commands: [command] } },
    },
    after: {
      ...clineCommon,
      hookName: "tool_result",
      tool_result: { id: "c1", name: "run_commands", input: { commands: [command] }, output: "", durationMs: 65 },
    },
    failed: {
      ...clineCommon,
      hookName: "tool_result",
      tool_result: { id: "c1", name: "run_commands", input: { commands: [command] }, output: "", error: "no" },
    },
    prompt: { ...clineCommon, hookName: "prompt_submit", userPromptSubmit: { prompt: "go", attachments: [] } },
    notice: { ...clineCommon, hookName: "agent_start" },
    allow: {},
    // A denial of its own would end the whole task.
    deny: { overrideInput: { commands: ["printf '%s\\n' 'policy 7' >&2; exit 1"] } },
    change: { overrideInput: changed },
  },
  opencode: pluginSample,
  kilo: pluginSample,
  pi: pluginSample,
};

test("there is a sample for every agent", () => {
  expect(Object.keys(samples).toSorted()).toEqual(dialects.map(({ id }) => id).toSorted());
});

describe.each(Object.entries(samples))("%s", (id, sample) => {
  const { read, answer, remark } = dialect(id);
  const event = (which: "before" | "after" | "prompt" | "notice"): HookEvent => {
    const found = read(sample[which], sample.names?.[which]);
    if (found === undefined) throw new Error(`${id} does not know ${which}.`);
    return found;
  };

  test("reads a call before and after it", () => {
    const origin = { sessionId: "s1", workingDirectory: "/p" };
    const call = { tool: sample.tool, input: sample.input };
    expect(event("before")).toMatchObject({ kind: "before", ...origin, call });
    expect(event("after")).toMatchObject({ kind: "after", ...origin, call, succeeded: true });
    expect(read(sample.failed, sample.names?.after)).toMatchObject({ kind: "after", succeeded: false });
  });

  test("reads prompts and sessions", () => {
    expect(event("prompt")).toMatchObject({ kind: "prompt", text: "go", sessionId: "s1", workingDirectory: "/p" });
    expect(event("notice")).toMatchObject({ kind: "notice", sessionId: "s1", workingDirectory: "/p" });
  });

  test("is answered in its own words", () => {
    expect(answer(event("before"), { kind: "allow", reason })).toEqual(sample.allow);
    expect(answer(event("before"), { kind: "deny", reason })).toEqual(sample.deny);
    expect(answer(event("before"), { kind: "allow", reason, changed })).toEqual(sample.change);
  });

  test("says nothing after a call when there is nothing to say, and passes on what there is", () => {
    expect(remark(event("after"), undefined)).toEqual({});
    expect(JSON.stringify(remark(event("after"), { text: "Beware.", block: false }))).toContain("Beware.");
  });

  test.each([
    {},
    { hook_event_name: "PreToolUse" },
    { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: "rm" },
    { hook_event_name: "BeforeTool", tool_name: 7, tool_input: {} },
    { toolName: "bash", toolArgs: "{" },
    { hookName: "tool_call" },
    { hookName: "tool_call", tool_call: { name: "x", input: [] } },
    { event: "before" },
    { event: "before", tool_name: "", tool_input: {} },
  ])("%j is no call", (message) => {
    expect(read(message, sample.names?.before)?.kind).not.toBe("before");
  });
});

test("subagents and permission modes are read", () => {
  const message = {
    ...claude.before,
    agent_id: "a1",
    agent_type: "general-purpose",
    permission_mode: "bypassPermissions",
  };
  expect(dialect("claude-code").read(message, undefined)).toMatchObject({
    subagent: { id: "a1", type: "general-purpose" },
    permissionMode: "bypassPermissions",
  });
});

test("a permission request gets the answer of a permission request", () => {
  const event = dialect("codex").read({ ...claude.before, hook_event_name: "PermissionRequest" }, undefined);
  if (event === undefined) throw new Error("Not read.");
  expect(dialect("codex").answer(event, { kind: "allow", reason: "" })).toEqual({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
  });
});

test("Cline is denied a file by ending its task, and a command by one that prints the reason", () => {
  const { read, answer } = dialect("cline");
  const event = read(
    { ...clineCommon, hookName: "tool_call", tool_call: { id: "c", name: "editor", input: { path: "a" } } },
    undefined,
  );
  if (event === undefined) throw new Error("Not read.");
  expect(answer(event, { kind: "deny", reason })).toEqual({ cancel: true, errorMessage: reason });
  const shell = read(samples["cline"]?.before ?? {}, undefined);
  if (shell === undefined) throw new Error("Not read.");
  expect(answer(shell, { kind: "deny", reason: "it's $(rm -rf /)" })).toEqual({
    overrideInput: { commands: [`printf '%s\\n' 'it'\\''s $(rm -rf /)' >&2; exit 1`] },
  });
});

test("holds end before the agents stop waiting", () => {
  expect(dialect("qwen-code").longestHoldMs).toBeLessThan(52_000);
  expect(dialect("cline").longestHoldMs).toBeLessThan(110_000);
  for (const { longestHoldMs } of dialects) expect(longestHoldMs).toBeLessThan(870_000);
});

describe("tools of MCP servers have one name for rules, whatever the agent calls them", () => {
  const gave = { session_id: "s1", cwd: "/p", tool_input: { message: "m" } };
  const copilot = (toolName: string): JsonObject => ({ sessionId: "s1", cwd: "/p", toolName, toolArgs: {} });
  const context = { server_name: "my files", tool_name: "read_file" };
  test.each<[string, JsonObject, string, string?]>([
    [
      "claude-code",
      { ...gave, hook_event_name: "PreToolUse", tool_name: "mcp__files__read_file" },
      "mcp__files__read_file",
    ],
    ["codex", { ...gave, hook_event_name: "PreToolUse", tool_name: "mcp__files__read_file" }, "mcp__files__read_file"],
    [
      "gemini-cli",
      { ...gave, hook_event_name: "BeforeTool", tool_name: "mcp_my_files_read_file", mcp_context: context },
      "mcp__my files__read_file",
    ],
    [
      "opencode",
      { ...gave, event: "before", tool_name: "my_files_read_file", mcp_context: context },
      "mcp__my files__read_file",
    ],
    ["copilot", copilot("my-files-read_file"), "mcp__my-files__read_file", "preToolUse"],
    ["copilot", copilot("docs-find-page"), "mcp__docs__find-page", "preToolUse"],
    ["copilot", copilot("str_replace_editor"), "str_replace_editor", "preToolUse"],
    [
      "cline",
      { hookName: "tool_call", taskId: "s1", tool_call: { id: "c1", name: "files__read_file", input: {} } },
      "mcp__files__read_file",
    ],
  ])("%s: %j", (id, message, tool, event) => {
    expect(dialect(id).read(message, event)).toMatchObject({ kind: "before", call: { tool } });
  });
});
