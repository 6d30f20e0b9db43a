// The real agents: which package and version, how to start one against the scripted model, and what its tools are called.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonObjectSchema } from "../../src/main/protocols/common/json-schema.ts";
import type { JsonObject } from "../../src/shared/lib/json.ts";
import type { CaseName } from "./case-names.ts";
import type { ScriptedCall } from "./scripted-model.ts";

/** Everything one run of an agent happens in. */
export interface Stage {
  readonly home: string;
  readonly project: string;
  readonly modelUrl: string;
}

export interface AgentProgram {
  /** The name of its connector. */
  readonly id: string;
  readonly packageName: string;
  readonly version: string;
  /** Below the folder it is installed in. */
  readonly binary: string;
  /** A script of the package that npm does not run by itself. */
  readonly installScript?: string;
  readonly arguments: (prompt: string, stage: Stage) => readonly string[];
  readonly environment: (stage: Stage) => Readonly<Record<string, string>>;
  /** Settings it needs to talk to the model, written before it is connected. */
  readonly prepare?: (stage: Stage) => void;
  /** Arguments of a first run that does the same, where only the program itself can. */
  readonly signIn?: (stage: Stage) => readonly string[];
  /** What the program cannot do, by the name of the case, and why. */
  readonly cannot?: Readonly<Partial<Record<CaseName, string>>>;
  /** What `gatehouse connect` says afterwards. */
  readonly connectedState?: string;
  /** Whether changed input is ignored: a call that a human changed must then be denied. */
  readonly ignoresChanges?: boolean;
  /** Whether a denied call ends the whole run, so that each call needs a run of its own. */
  readonly stopsWhenDenied?: boolean;
  /** Whether it works in a service that outlives its first run, and that does not descend from whoever started that run. */
  readonly leavesService?: boolean;
  readonly shell: (command: string) => ScriptedCall;
  readonly write: (file: string, content: string) => ScriptedCall;
  /** MCP servers: how one comes into its settings, and what its model calls a tool. Absent where the program has none. */
  readonly servers?: {
    readonly add: (stage: Stage, name: string, command: string, args: readonly string[]) => void;
    readonly call: (server: string, tool: string, input: JsonObject) => ScriptedCall;
    /** Whether its model can call before the servers are there. */
    readonly startsSlowly?: boolean;
  };
}

const noLauncher = (how: string) => ({ "launcher removed: closed": `it asks ${how}, without the launcher` });

function settings(file: string, content: JsonObject | string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : `${JSON.stringify(content, undefined, 2)}\n`);
}

/** Changes a member of a JSON file and leaves the others. */
function addTo(file: string, member: string, name: string, value: JsonObject): void {
  const present = existsSync(file) ? jsonObjectSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  const list = jsonObjectSchema.parse(present[member] ?? {});
  settings(file, { ...present, [member]: { ...list, [name]: value } });
}

const underscored = (server: string, tool: string, input: JsonObject): ScriptedCall => ({
  tool: `mcp__${server}__${tool}`,
  input,
});

const claude: AgentProgram = {
  id: "claude-code",
  packageName: "@anthropic-ai/claude-code",
  version: "2.1.326",
  binary: "node_modules/.bin/claude",
  installScript: "node_modules/@anthropic-ai/claude-code/install.cjs",
  cannot: noLauncher("over HTTP"),
  arguments: (prompt) => ["-p", prompt, "--permission-mode", "default"],
  environment: ({ modelUrl }) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  }),
  shell: (command) => ({ tool: "Bash", input: { command, description: "a step" } }),
  write: (file, content) => ({ tool: "Write", input: { file_path: file, content } }),
  servers: {
    add: ({ home }, name, command, args) =>
      addTo(join(home, ".claude.json"), "mcpServers", name, { type: "stdio", command, args: [...args] }),
    call: underscored,
  },
};

const codex: AgentProgram = {
  id: "codex",
  packageName: "@openai/codex",
  version: "0.169.0",
  binary: "node_modules/.bin/codex",
  connectedState: "needs_trust",
  // A person would answer Codex's question whether to trust the hook; nobody is there in a test.
  arguments: (prompt) => ["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", prompt],
  environment: ({ home }) => ({ CODEX_HOME: join(home, ".codex") }),
  prepare: ({ home, project, modelUrl }) =>
    settings(
      join(home, ".codex", "config.toml"),
      [
        'model = "gpt-5.5"',
        'model_provider = "scripted"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        "[model_providers.scripted]",
        'name = "scripted"',
        `base_url = "${modelUrl}/v1"`,
        'wire_api = "responses"',
        "request_max_retries = 0",
        "stream_max_retries = 0",
        `[projects."${project}"]`,
        'trust_level = "trusted"',
        "",
      ].join("\n"),
    ),
  shell: (command) => ({ tool: "exec_command", input: { cmd: command } }),
  write: (file, content) => ({
    tool: "apply_patch",
    input: { input: `*** Begin Patch\n*** Add File: ${file}\n+${content}\n*** End Patch\n` },
  }),
  servers: {
    add: ({ home }, name, command, args) => {
      const words = JSON.stringify(args);
      const table = `\n[mcp_servers.${name}]\ncommand = ${JSON.stringify(command)}\nargs = ${words}\n`;
      appendFileSync(join(home, ".codex", "config.toml"), table);
    },
    call: (server, tool, input) => ({ tool, namespace: `mcp__${server}`, input }),
    startsSlowly: true,
  },
};

const geminiCli: AgentProgram = {
  id: "gemini-cli",
  packageName: "@google/gemini-cli",
  version: "0.61.0",
  binary: "node_modules/.bin/gemini",
  arguments: (prompt) => ["-m", "gemini-2.5-pro", "--skip-trust", "--yolo", "-p", prompt],
  environment: ({ modelUrl }) => ({
    GEMINI_API_KEY: "none",
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_NO_RELAUNCH: "1",
  }),
  prepare: ({ home }) =>
    settings(join(home, ".gemini", "settings.json"), { security: { auth: { selectedType: "gemini-api-key" } } }),
  shell: (command) => ({ tool: "run_shell_command", input: { command, description: "a step" } }),
  write: (file, content) => ({ tool: "write_file", input: { file_path: file, content } }),
  servers: {
    add: ({ home }, name, command, args) =>
      addTo(join(home, ".gemini", "settings.json"), "mcpServers", name, { command, args: [...args] }),
    call: (server, tool, input) => ({ tool: `mcp_${server}_${tool}`, input }),
  },
};

const copilot: AgentProgram = {
  id: "copilot",
  packageName: "@github/copilot",
  version: "1.0.102",
  binary: "node_modules/.bin/copilot",
  arguments: (prompt) => ["-p", prompt, "--allow-all-tools"],
  environment: ({ modelUrl }) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "scripted",
    COPILOT_AUTO_UPDATE: "false",
  }),
  shell: (command) => ({ tool: "bash", input: { command, description: "a step" } }),
  write: (file, content) => ({ tool: "create", input: { path: file, file_text: content } }),
  servers: {
    add: ({ home }, name, command, args) => {
      const server = { type: "local", command, args: [...args], tools: ["*"] };
      addTo(join(home, ".copilot", "mcp-config.json"), "mcpServers", name, server);
    },
    call: (server, tool, input) => ({ tool: `${server}-${tool}`, input }),
  },
};

const qwenCode: AgentProgram = {
  id: "qwen-code",
  packageName: "@qwen-code/qwen-code",
  version: "0.24.4",
  binary: "node_modules/.bin/qwen",
  ignoresChanges: true,
  arguments: (prompt) => ["--yolo", "-p", prompt],
  environment: ({ modelUrl }) => ({
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: "scripted",
  }),
  prepare: ({ home }) =>
    settings(join(home, ".qwen", "settings.json"), { security: { auth: { selectedType: "openai" } } }),
  shell: (command) => ({ tool: "run_shell_command", input: { command, is_background: false, description: "a step" } }),
  write: (file, content) => ({ tool: "write_file", input: { file_path: file, content } }),
  servers: {
    add: ({ home }, name, command, args) =>
      addTo(join(home, ".qwen", "settings.json"), "mcpServers", name, { command, args: [...args] }),
    call: underscored,
  },
};

function opencodeLike(
  origin: Pick<AgentProgram, "id" | "packageName" | "version" | "binary" | "installScript">,
): AgentProgram {
  const { id } = origin;
  return {
    ...origin,
    cannot: noLauncher("by a plugin"),
    arguments: (prompt) => ["run", prompt],
    environment: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      KILO_DISABLE_MODELS_FETCH: "1",
    }),
    prepare: ({ home, modelUrl }) =>
      settings(join(home, ".config", id, `${id}.json`), {
        autoupdate: false,
        share: "disabled",
        model: "s/scripted",
        small_model: "s/scripted",
        provider: {
          s: {
            npm: "@ai-sdk/openai-compatible",
            name: "s",
            options: { baseURL: `${modelUrl}/v1`, apiKey: "none" },
            models: { scripted: { name: "scripted", tool_call: true, limit: { context: 128_000, output: 4096 } } },
          },
        },
      }),
    shell: (command) => ({ tool: "bash", input: { command, description: "a step" } }),
    write: (file, content) => ({ tool: "write", input: { filePath: file, content } }),
    servers: {
      add: ({ home }, name, command, args) => {
        const server = { type: "local", command: [command, ...args], enabled: true };
        addTo(join(home, ".config", id, `${id}.json`), "mcp", name, server);
      },
      call: (server, tool, input) => ({ tool: `${server}_${tool}`, input }),
    },
  };
}

const pi: AgentProgram = {
  id: "pi",
  packageName: "@earendil-works/pi-coding-agent",
  version: "0.87.1",
  binary: "node_modules/.bin/pi",
  cannot: {
    ...noLauncher("by an extension"),
    "MCP call behind the gateway asked once": "it has no MCP servers of its own",
  },
  arguments: (prompt) => ["--provider", "s", "--model", "scripted", "-p", prompt],
  environment: () => ({ PI_OFFLINE: "1" }),
  prepare: ({ home, modelUrl }) =>
    settings(join(home, ".pi", "agent", "models.json"), {
      providers: {
        s: {
          baseUrl: `${modelUrl}/v1`,
          api: "openai-completions",
          apiKey: "none",
          models: [
            {
              id: "scripted",
              name: "scripted",
              reasoning: false,
              input: ["text"],
              contextWindow: 128_000,
              maxTokens: 4096,
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
            },
          ],
        },
      },
    }),
  shell: (command) => ({ tool: "bash", input: { command } }),
  write: (file, content) => ({ tool: "write", input: { path: file, content } }),
};

const cline: AgentProgram = {
  id: "cline",
  packageName: "cline",
  version: "3.0.65",
  binary: "node_modules/.bin/cline",
  installScript: "node_modules/cline/postinstall.mjs",
  arguments: (prompt) => [prompt],
  environment: () => ({ CLINE_TELEMETRY_DISABLED: "1" }),
  signIn: ({ modelUrl }) => ["auth", "-p", "openai", "-k", "none", "-m", "scripted", "-b", `${modelUrl}/v1`],
  stopsWhenDenied: true,
  leavesService: true,
  shell: (command) => ({ tool: "run_commands", input: { commands: [command] } }),
  write: (file, content) => ({ tool: "editor", input: { path: file, new_text: content } }),
  servers: {
    add: ({ home }, name, command, args) => {
      const server = { transport: { type: "stdio", command, args: [...args] } };
      addTo(join(home, ".cline", "data", "settings", "cline_mcp_settings.json"), "mcpServers", name, server);
    },
    call: (server, tool, input) => ({ tool: `${server}__${tool}`, input }),
  },
};

export const agentPrograms: readonly AgentProgram[] = [
  claude,
  codex,
  geminiCli,
  copilot,
  qwenCode,
  opencodeLike({
    id: "opencode",
    packageName: "opencode-ai",
    version: "1.18.33",
    binary: "node_modules/.bin/opencode",
    installScript: "node_modules/opencode-ai/postinstall.mjs",
  }),
  opencodeLike({
    id: "kilo",
    packageName: "@kilocode/cli",
    version: "7.7.7",
    binary: "node_modules/.bin/kilo",
  }),
  pi,
  cline,
];
