// Agents: acting without what keeps an agent in check.
import { startsUnprotected } from "../../../normalise/programs/effects/agent-programs.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, clip, when } from "../../heuristic.ts";

export const agents: readonly Heuristic[] = [
  {
    id: "agent-unguarded",
    threat: "Weakened defences",
    technique: "T1562.001",
    score: severity.ask,
    check: when(["unprotected"], (view) => {
      const command = view.facts.commands.find(startsUnprotected);
      if (command === undefined) return null;
      return { reason: "It starts another agent that asks nobody before it acts", evidence: clip(command.text) };
    }),
    match: [
      "claude --dangerously-skip-permissions -p 'fix it'",
      "claude --permission-mode bypassPermissions -p 'fix it'",
      "codex exec --dangerously-bypass-approvals-and-sandbox 'fix it'",
      "codex --sandbox danger-full-access --ask-for-approval never 'fix it'",
      "codex --full-auto -s danger-full-access 'fix it'",
      "gemini --yolo -p 'fix it'",
      "gemini -y -p 'fix it'",
      "npx @anthropic-ai/claude-code --dangerously-skip-permissions -p x",
      "timeout 60 sudo -u ada sh -c 'claude --dangerously-skip-permissions -p x'",
      "node node_modules/@anthropic-ai/claude-code/cli.js --dangerously-skip-permissions -p x",
      "echo 'fix it' | xargs claude --dangerously-skip-permissions -p",
    ],
    not_match: [
      "claude -p 'explain this'",
      "codex exec 'explain this'",
      "codex --sandbox read-only 'explain this'",
      "gemini --help",
      "npx -y @anthropic-ai/claude-code -p 'explain this'",
      "npm test -- --yolo",
      "grep -rn -- --dangerously-skip-permissions docs",
    ],
  },
  {
    id: "asks-unprotected",
    threat: "Weakened defences",
    technique: "T1562.001",
    score: severity.ask,
    check: when(["unprotected"], ({ facts }) => {
      const [where] = facts.unprotected ?? [];
      return where === undefined
        ? null
        : { reason: "An argument asks to run it without a sandbox, permissions or questions", evidence: clip(where) };
    }),
    match: [
      { tool: "Bash", arguments: { command: "npm test", dangerouslyDisableSandbox: true } },
      { tool: "shell", arguments: { command: ["npm", "test"], with_escalated_permissions: true } },
      { tool: "shell", arguments: { command: ["npm", "test"], sandbox_permissions: "require_escalated" } },
      { tool: "run_command", arguments: { command: "npm test", options: { sandbox: false } } },
      { tool: "run_command", arguments: { command: "npm test", sandbox: { enabled: false } } },
      { tool: "run_command", arguments: { command: "npm test", data: { no_sandbox: 1 } } },
      { tool: "mcp__db__migrate", arguments: { name: "x", "skip-confirmation": "yes" } },
      { tool: "Task", arguments: { prompt: "fix it", args: ["--dangerously-skip-permissions"] } },
      { tool: "spawn_agent", arguments: { prompt: "fix it", permissionMode: "bypassPermissions" } },
      { tool: "spawn_agent", arguments: { prompt: "fix it", sandbox_policy: { mode: "danger-full-access" } } },
    ],
    not_match: [
      { tool: "Bash", arguments: { command: "npm test", dangerouslyDisableSandbox: false } },
      { tool: "shell", arguments: { command: ["npm", "test"], with_escalated_permissions: null } },
      { tool: "shell", arguments: { command: ["npm", "test"], sandbox_permissions: "use_default" } },
      { tool: "execute_command", arguments: { command: "npm test", requires_approval: false } },
      { tool: "run_command", arguments: { CommandLine: "npm test", SafeToAutoRun: true } },
      { tool: "run_command", arguments: { command: "npm test", sandbox: true, approval_mode: "default" } },
      { tool: "Write", arguments: { file_path: "a.json", content: '{"sandbox": false}' } },
    ],
  },
];
