// Agents started so that their hooks do not run: with settings elsewhere, or with a switch that leaves hooks out.
import type { CommandFact, Facts } from "../../../../shared/domain/facts.ts";

interface AgentStart {
  /** Its program, and the packages that hold it. */
  readonly names: RegExp;
  /** A word of its command line that leaves hooks or plugins out, or that brings settings which may. */
  readonly switches: RegExp;
}

const packaged = (packages: string): string => `(?:npm:)?(?:${packages})(?:@[\\w.^~-]+)?`;

const agents: readonly AgentStart[] = [
  {
    names: new RegExp(`^(?:claude|${packaged("@anthropic-ai/claude-code|claude-code")})$`),
    switches: /^(?:--bare|--safe-mode|--settings(?:=.*)?|--setting-sources(?:=.*)?)$/s,
  },
  {
    names: new RegExp(`^(?:codex|${packaged("@openai/codex")})$`),
    switches:
      /^(?:--ignore-user-config|--dangerously-bypass-[\w-]+|(?:-c|--config=)?\s*"?(?:hooks|features)\b.*|(?:--disable=)?(?:codex_)?hooks)$/s,
  },
  { names: new RegExp(`^(?:gemini|${packaged("@google/gemini-cli")})$`), switches: /^--(?:no-)?hooks(?:=.*)?$/ },
  {
    names: new RegExp(`^(?:copilot|${packaged("@github/copilot")})$`),
    switches: /^(?:--config-dir(?:=.*)?|--no-hooks)$/,
  },
  { names: new RegExp(`^(?:qwen|${packaged("@qwen-code/qwen-code")})$`), switches: /^(?:--bare|--safe-mode)$/ },
  { names: new RegExp(`^(?:opencode|${packaged("opencode-ai")})$`), switches: /^--pure$/ },
  { names: new RegExp(`^(?:kilo|kilocode|${packaged("@kilocode/cli")})$`), switches: /^--pure$/ },
  {
    names: new RegExp(`^(?:pi|${packaged("@earendil-works/pi-coding-agent|@mariozechner/pi-coding-agent")})$`),
    switches: /^(?:--no-extensions|-ne)$/,
  },
  { names: new RegExp(`^(?:cline|${packaged("cline")})$`), switches: /^--(?:config|data-dir|hooks-dir)(?:=.*)?$/ },
];

/** Variables that lead one agent to other settings, or make it leave hooks out; and those that lead every program elsewhere. */
const agentVariables =
  /^(?:CLAUDE_CONFIG_DIR|CLAUDE_CODE_(?:SAFE_MODE|SIMPLE|PERSONAL_HOOKS_OFF|MANAGED_SETTINGS_PATH)|CODEX_HOME|GEMINI_(?:CLI_)?(?:HOME|CONFIG_DIR|SYSTEM_SETTINGS_PATH|SYSTEM_DEFAULTS_PATH)|COPILOT_(?:HOME|CONFIG_DIR)|QWEN_(?:CODE_)?(?:HOME|CONFIG_DIR|SYSTEM_SETTINGS_PATH)|(?:OPENCODE|KILO)_(?:(?:TUI_)?CONFIG\w*|PURE|DISABLE_\w*PLUGINS)|PI_CODING_AGENT_DIR|CLINE_(?:DIR|DATA_DIR|HOOKS_DIR|SANDBOX_DATA_DIR))$/;
const homeVariables = /^(?:HOME|XDG_CONFIG_HOME|USERPROFILE|APPDATA)$/;
const setters = /^(?:export|declare|typeset|setenv|env|set|setx|local|readonly)$/;

/** `env -i`, `env - `, `env -u HOME`: the agent finds its settings by what is taken away. */
const emptied = /\benv\s+(?:\S+\s+)*?(?:-i|-|--ignore-environment|-u\s*\S+|--unset[=\s]\S+)\s/;

export function startsUngoverned(facts: Facts): string | undefined {
  const starts = facts.commands.flatMap((command) => {
    const agent = agentOf(command);
    return agent === undefined ? [] : [{ command, agent }];
  });
  for (const { command, agent } of starts) {
    const word = command.arguments.find((each) => agent.switches.test(each));
    if (word !== undefined)
      return `${word.slice(0, 80)} would start an agent without the hook by which it asks Gatehouse.`;
    const change = settingsChange(command);
    if (change !== undefined)
      return `\`${change}\` would change an agent's settings, in which it reads that it has to ask Gatehouse.`;
    if (command.wrappers.includes("env") && emptied.test(facts.command ?? ""))
      return "It would start an agent without the environment by which it finds its settings.";
  }
  for (const { assignments, program, operands } of facts.commands) {
    const exported = setters.test(baseName(program)) ? operands : [];
    const names = [...Object.keys(assignments), ...exported.map((word) => word.split("=")[0] ?? "")];
    const found = names.find((name) => agentVariables.test(name) || (starts.length > 0 && homeVariables.test(name)));
    if (found !== undefined) return `${found} would start an agent with settings in which nothing asks Gatehouse.`;
  }
  return undefined;
}

/** `gemini hooks disable …`, `claude mcp remove …`, `claude config set …`: the agent's own command for its settings. */
function settingsChange({ arguments: words }: CommandFact): string | undefined {
  const plain = words.filter((word) => !word.startsWith("-"));
  const at = plain.findIndex((word) => /^(?:hooks?|mcp|config|plugins?|extensions?|features)$/.test(word));
  const [group = "", verb = ""] = at === -1 || at > 3 ? [] : plain.slice(at);
  return /^(?:disable[\w-]*|remove|rm|delete|uninstall|unset|set|off|update)$/.test(verb)
    ? `${group} ${verb}`
    : undefined;
}

const runners = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun|deno)$/;

/** Started by its name, or by something that runs packages. */
function agentOf({ program, arguments: words }: CommandFact): AgentStart | undefined {
  const name = baseName(program);
  const own = agents.find(({ names }) => names.test(name) || names.test(program));
  if (own !== undefined || !runners.test(name)) return own;
  const plain = words.filter((word) => !word.startsWith("-")).slice(0, 3);
  return agents.find(({ names }) => plain.some((word) => names.test(word)));
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
