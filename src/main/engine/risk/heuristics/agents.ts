// Agents: starting another agent without what keeps it in check.
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onCommand } from "../heuristic.ts";
import { harmless, joined } from "../read.ts";

const agentPrograms =
  /^(?:claude|claude-code|codex|gemini|gemini-cli|qwen|opencode|aider|goose|cursor-agent|copilot|amp|q|cline|openhands|interpreter|crush|droid|auggie)$/u;
const unguarded =
  /(?:^|\s)--(?:dangerously-[a-z-]+|yolo|yes-always|allow-all-(?:tools|paths)|trust-all-tools|full-auto|auto-approve|no-sandbox|skip-permissions(?:-unsafe)?|approval-mode[= ](?:yolo|never|full-auto)|ask-for-approval[= ]never|permission-mode[= ]bypasspermissions|sandbox[= ]danger-full-access|auto[-_]run)(?=\s|$|=)|(?:^|\s)-(?:y|a never)(?=\s|$)/iu;

export const agents: readonly Heuristic[] = [
  {
    id: "agent-unguarded",
    threat: "Weakened defences",
    technique: "T1562.001",
    score: severity.ask,
    check: firstOf(
      onCommand(agentPrograms, (command) =>
        !harmless(command) && unguarded.test(joined(command))
          ? "It starts another agent that asks nobody before it acts"
          : null,
      ),
      onCommand(["npx", "bunx", "pnpm", "uvx", "npm", "pnpx", "yarn"], (command) =>
        /claude|codex|gemini|copilot|opencode|qwen|aider/u.test(joined(command)) && unguarded.test(joined(command))
          ? "It starts another agent that asks nobody before it acts"
          : null,
      ),
    ),
    examples: {
      risky: [
        "claude --dangerously-skip-permissions -p 'fix it'",
        "codex exec --dangerously-bypass-approvals-and-sandbox 'fix it'",
        "gemini --yolo -p 'fix it'",
        "npx @anthropic-ai/claude-code --dangerously-skip-permissions -p x",
      ],
      honest: ["claude -p 'explain this'", "codex exec 'explain this'", "gemini --help", "npm test -- --yolo"],
    },
  },
];
