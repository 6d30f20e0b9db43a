// What containment knows about each agent: its programs, the folders it keeps its state in, and where its model may be.

/** A folder of an agent. Inside, a private one is in its place that only contained runs write to. */
export interface StateFolder {
  /** Below the home folder. */
  readonly path: string;
  /** The variable that names another place for it. */
  readonly variable?: string;
  /** Files that a contained agent reads and cannot change: settings, hooks, instructions. */
  readonly settings?: readonly string[];
  /** Folders of the same kind: hooks, plugins, commands. */
  readonly programs?: readonly string[];
  /** Signed-in accounts: given to the agent, and copied back when it renewed them. */
  readonly accounts?: readonly string[];
  /** Files the agent may change, in a copy of its own. */
  readonly copies?: readonly string[];
  /** Folders with conversations, which are the user's own. */
  readonly shared?: readonly string[];
}

export interface ContainedAgent {
  readonly id: string;
  readonly name: string;
  readonly programs: readonly string[];
  readonly folders: readonly StateFolder[];
  /** Variables that hold another address of the model. */
  readonly modelAddresses: readonly string[];
  /** How the names of its own variables begin: they may hold the model's key. */
  readonly variables: readonly string[];
}

const opencodeFolders = (name: string): readonly StateFolder[] => [
  {
    path: `.config/${name}`,
    settings: [`${name}.json`, `${name}.jsonc`, "AGENTS.md"],
    programs: ["plugins", "plugin", "agents", "agent", "commands", "command", "skills", "node_modules"],
  },
  { path: `.local/share/${name}`, accounts: ["auth.json"] },
  { path: `.local/state/${name}` },
  { path: `.cache/${name}` },
];

const geminiSettings = ["settings.json", "trustedFolders.json", "GEMINI.md", "QWEN.md", ".env"];

const containedAgents: readonly ContainedAgent[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    programs: ["claude"],
    folders: [
      {
        path: ".claude",
        variable: "CLAUDE_CONFIG_DIR",
        settings: ["settings.json", "settings.local.json", "CLAUDE.md", "keybindings.json"],
        programs: ["plugins", "agents", "commands", "skills", "hooks", "output-styles", "rules"],
        accounts: [".credentials.json"],
        // Beside the folder, unless a variable names the folder: see `seedFiles`.
        copies: [".claude.json"],
        shared: ["projects"],
      },
    ],
    modelAddresses: ["ANTHROPIC_BASE_URL"],
    variables: ["ANTHROPIC_", "CLAUDE_"],
  },
  {
    id: "codex",
    name: "Codex",
    programs: ["codex"],
    folders: [
      {
        path: ".codex",
        variable: "CODEX_HOME",
        settings: ["config.toml", "hooks.json", "AGENTS.md", "requirements.toml"],
        programs: ["prompts", "rules", "hooks"],
        accounts: ["auth.json"],
        shared: ["sessions"],
      },
    ],
    modelAddresses: ["OPENAI_BASE_URL"],
    variables: ["OPENAI_", "CODEX_"],
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    programs: ["gemini"],
    folders: [
      {
        path: ".gemini",
        settings: geminiSettings,
        programs: ["extensions", "commands", "policies"],
        accounts: ["oauth_creds.json", "google_accounts.json"],
        copies: ["projects.json", "installation_id", "state.json"],
      },
    ],
    modelAddresses: ["GOOGLE_GEMINI_BASE_URL", "GOOGLE_VERTEX_BASE_URL"],
    variables: ["GEMINI_", "GOOGLE_"],
  },
  {
    id: "qwen-code",
    name: "Qwen Code",
    programs: ["qwen"],
    folders: [
      {
        path: ".qwen",
        settings: geminiSettings,
        programs: ["extensions", "commands"],
        accounts: ["oauth_creds.json"],
        copies: ["projects.json", "installation_id"],
      },
    ],
    modelAddresses: ["OPENAI_BASE_URL"],
    variables: ["OPENAI_", "QWEN_", "DASHSCOPE_"],
  },
  {
    id: "copilot",
    name: "GitHub Copilot CLI",
    programs: ["copilot"],
    folders: [
      {
        path: ".copilot",
        settings: ["mcp-config.json"],
        programs: ["hooks", "agents", "skills"],
        copies: ["config.json", "settings.json"],
      },
      { path: ".cache/copilot" },
    ],
    modelAddresses: ["COPILOT_PROVIDER_BASE_URL"],
    variables: ["COPILOT_", "GH_TOKEN", "GITHUB_TOKEN"],
  },
  {
    id: "opencode",
    name: "opencode",
    programs: ["opencode"],
    folders: opencodeFolders("opencode"),
    modelAddresses: ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"],
    variables: ["OPENCODE_", "ANTHROPIC_", "OPENAI_"],
  },
  {
    id: "kilo",
    name: "Kilo",
    programs: ["kilo", "kilocode"],
    folders: opencodeFolders("kilo"),
    modelAddresses: ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"],
    variables: ["KILO_", "KILOCODE_", "ANTHROPIC_", "OPENAI_"],
  },
  {
    id: "pi",
    name: "pi",
    programs: ["pi"],
    folders: [
      {
        path: ".pi",
        settings: ["agent/settings.json", "agent/models.json", "agent/AGENTS.md"],
        programs: ["agent/extensions", "agent/skills", "agent/prompts"],
        accounts: ["agent/auth.json"],
        shared: ["agent/sessions"],
      },
    ],
    modelAddresses: ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"],
    variables: ["PI_", "ANTHROPIC_", "OPENAI_", "GEMINI_"],
  },
  {
    id: "cline",
    name: "Cline",
    programs: ["cline"],
    folders: [
      {
        path: ".cline",
        settings: ["rules.md"],
        programs: ["hooks", "rules", "plugins"],
        copies: ["data/globalState.json"],
      },
    ],
    modelAddresses: ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"],
    variables: ["CLINE_", "ANTHROPIC_", "OPENAI_"],
  },
];

/** By the program's name; the first word of what is run, also as a path. */
export function agentOf(command: readonly string[]): ContainedAgent | undefined {
  const [program = ""] = command;
  const name = program.slice(program.lastIndexOf("/") + 1);
  return containedAgents.find(({ programs }) => programs.includes(name));
}
