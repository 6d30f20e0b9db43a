// Hook files: an agent that could change them would decide for itself whether it is governed.
import type { Facts, PathFact } from "../../../../shared/domain/facts.ts";
import type { World } from "../../ports.ts";
import type { Protection } from "./self-protection.ts";

export interface HookFile {
  readonly path: string;
  /** Written by Gatehouse alone; others hold settings of the user beside the hook. */
  readonly own: boolean;
}

type Machine = Pick<World, "caseInsensitive" | "resolveLinks">;

/** By containment: the file, a link to it, and every folder around it that is deleted, moved or overwritten as a whole. */
export function hookProtection(files: readonly HookFile[], machine: Machine): readonly Protection[] {
  const found = (facts: Facts, own: boolean): PathFact | undefined => {
    const changes = facts.paths.filter(({ access }) => access === "write" || access === "delete");
    if (changes.length === 0) return undefined;
    const places = files
      .filter((file) => file.own === own)
      .flatMap(({ path }) => [path, machine.resolveLinks(path)].map((each) => spelled(each, machine)));
    return changes.find((change) => places.some((place) => reaches(change, place)));
  };
  const reason = "self_protection";
  return [
    {
      rule: "builtin.agent-hooks",
      effect: "deny",
      reason,
      applies: (facts) => {
        const path = found(facts, true);
        return path && `${path.given} is, or holds, a hook by which agents ask Gatehouse.`;
      },
    },
    {
      rule: "builtin.agent-settings",
      effect: "escalate",
      reason,
      applies: (facts) => {
        const path = found(facts, false);
        return path && `${path.given} is, or holds, settings by which agents ask Gatehouse.`;
      },
    },
    { rule: "builtin.ungoverned-agent", effect: "escalate", reason, applies: startsElsewhere },
  ];
}

const agentPrograms = /^(?:claude|codex|gemini|copilot|qwen|opencode|kilo(?:code)?|pi|cline)$/;
/** Variables that lead one agent to other settings, and those that lead every program there. */
const agentVariables =
  /^(?:CLAUDE_CONFIG_DIR|CODEX_HOME|GEMINI_CLI_HOME|COPILOT_HOME|QWEN_HOME|(?:OPENCODE|KILO)_CONFIG\w*|PI_CODING_AGENT_DIR|CLINE_DIR)$/;
const homeVariables = /^(?:HOME|XDG_CONFIG_HOME|USERPROFILE)$/;

/** An agent that reads its settings elsewhere has no hook there. */
function startsElsewhere(facts: Facts): string | undefined {
  const startsAgent = facts.commands.some(({ program }) => agentPrograms.test(nameOf(program)));
  for (const { assignments, program, operands } of facts.commands) {
    const exported = /^(?:export|declare|typeset|setenv|env|set)$/.test(nameOf(program)) ? operands : [];
    const names = [...Object.keys(assignments), ...exported.map((word) => word.split("=")[0] ?? "")];
    const found = names.find((name) => agentVariables.test(name) || (startsAgent && homeVariables.test(name)));
    if (found !== undefined) return `${found} would start an agent with settings in which nothing asks Gatehouse.`;
  }
  return undefined;
}

function nameOf(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

function reaches({ path, recursive, pattern }: PathFact, place: string): boolean {
  if (path === place) return true;
  return (recursive || pattern) && place.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function spelled(path: string, { caseInsensitive }: Machine): string {
  const tidy = path.replaceAll("\\", "/");
  return caseInsensitive ? tidy.toLowerCase() : tidy;
}
