// Agent programs: other agents that a command starts, and whether they start without asking anybody.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { unprotectedOption } from "./unprotected.ts";

const agents = new Set(
  "claude claude-code codex gemini gemini-cli qwen qwen-code opencode aider goose cursor-agent copilot amp q cline openhands interpreter crush droid auggie kimi kiro-cli openclaw".split(
    " ",
  ),
);
const runners = new Set(["npx", "bunx", "pnpm", "uvx", "npm", "pnpx", "yarn", "pipx"]);
/** An agent may also be started as a file of its package. */
const interpreters = new Set(["node", "nodejs", "bun", "deno", "tsx"]);
const python = /^python[\d.]*$/;
const packages = /(?:claude|codex|gemini|copilot|opencode|qwen|aider|cline|goose|openhands)[\w-]*(?:@[\w.^~-]+)?$/i;
const onlyTells = /^(?:--help|--version|-h|-V)$/;

type Kind = "agent" | "interpreter" | "runner" | "other";

function kindOf(program: string): Kind {
  if (agents.has(program)) return "agent";
  if (interpreters.has(program) || python.test(program)) return "interpreter";
  return runners.has(program) ? "runner" : "other";
}

/** Starts another agent that asks nobody before it acts. */
export function startsUnprotected({ program, arguments: words }: CommandFact): boolean {
  const kind = kindOf(program);
  if (kind === "other" || words.some((word) => onlyTells.test(word))) return false;
  if (kind === "agent") return unprotectedOption(words) !== undefined || hasShortForm(words);
  if (kind === "interpreter") return unprotectedOption(words, true) !== undefined;
  const at = words.findIndex((word) => packages.test(word));
  return at >= 0 && (unprotectedOption(words.slice(at + 1)) !== undefined || hasShortForm(words.slice(at + 1)));
}

/** `gemini -y`, `codex -a never`, `codex -s danger-full-access`. */
function hasShortForm(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      word === "-y" ||
      (word === "-a" && words[at + 1] === "never") ||
      (word === "-s" && words[at + 1] === "danger-full-access") ||
      (/^(?:-c|--config)$/.test(word) &&
        /^(?:sandbox_mode|approval_policy)=["']?(?:danger|never)/.test(words[at + 1] ?? "")),
  );
}
