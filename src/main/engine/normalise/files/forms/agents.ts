// Agents: what coding agents read (instructions, skills, memories) and what they start (hooks, servers, permissions).
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { jsonTree, textOf, textsOf, tomlTree, type Tree, yamlTree } from "../tree.ts";
import { type Form, type ReadFile, setting, startedPrograms, type Step } from "./form.ts";
import { isHarmless } from "./harmless-settings.ts";

const agent = { trigger: "agent" } as const;

/** Names of settings that let an agent act without being asked, whatever agent it is. */
const unasked =
  /(?:^|\.)(?:defaultMode|approvalMode|defaultApprovalMode|approval_policy|approval_mode|sandbox_mode|permission_mode|disableAllHooks|skipDangerousModePermissionPrompt|autoAccept|auto_accept|autoApprove|alwaysAllow|yolo|yes-always|yes|dangerouslyAllowAll|amp\.dangerouslyAllowAll|bypassPermissions|enableAllProjectMcpServers|trustAllTools|trust_all_tools|sandbox|disableYoloMode|hooks(?:Config)?\.(?:enabled|disabled)|folderTrust\.enabled)$/u;
const unaskedValue = /^(?:bypassPermissions|yolo|never|danger-full-access|dontAsk|full-auto|auto|allow|always)$/u;

function permissionSettings(tree: Tree): readonly SettingFact[] {
  return tree.nodes.flatMap(({ path, key, value }) => {
    const told = textOf(value);
    if (unasked.test(path) && told !== undefined) {
      const off = /(?:^|\.)(?:sandbox|disableYoloMode|hooks(?:Config)?\.enabled|folderTrust\.enabled)$/u.test(path);
      if (off ? told === "false" : told === "true" || unaskedValue.test(told))
        return [setting("auto-approve", `${path}=${told}`)];
    }
    // `"permission": { "bash": "allow" }`: everything a shell can do, without a question.
    if (/(?:^|\.)permissions?\.(?:\*|bash|shell|terminal|execute|external_directory)$/u.test(path) && told === "allow")
      return [setting("auto-approve", path)];
    if (
      /(?:^|\.)(?:plugins?|extensions|packages)(?:\.\d+)?$/u.test(path) &&
      told !== undefined &&
      /^(?:https?:|\/tmp\/|git\+http)/u.test(told)
    )
      return [setting("preloaded", told)];
    if (key === "sandbox_mode" && told === "danger-full-access") return [setting("auto-approve", told)];
    if (
      /(?:^|\.)(?:permissions\.allow|allowedTools|autoApprove|alwaysAllow|allowed-tools|coreTools|guardedFiles\.allowlist)$/u.test(
        path,
      )
    ) {
      const wide = textsOf(value).find((rule) =>
        /^(?:\*|Bash(?:\(\*+(?::\*)?\))?|(?:Write|Edit|WebFetch)\(\*+(?:\/\*)?\)|\*\*\/\*|\/etc\/.*|~\/\.ssh.*|shell\(\*\)|run_shell_command)$/u.test(
          rule,
        ),
      );
      if (wide !== undefined) return [setting("auto-approve", `${key}: ${wide}`)];
    }
    if (
      /(?:ANTHROPIC|OPENAI|GOOGLE_GEMINI|AZURE_OPENAI)_(?:BASE_URL|API_BASE|ENDPOINT)$|(?:^|\.)(?:apiBase|base_url|openai-api-base)$/u.test(
        path,
      ) &&
      told !== undefined &&
      !/^https?:\/\/(?:localhost|127\.|\[::1\])/u.test(told)
    )
      return [setting("model-at", told)];
    if (
      /(?:^|\.)(?:url|serverUrl|httpUrl)$/u.test(path) &&
      /mcp|servers?/iu.test(path) &&
      told !== undefined &&
      /^https?:/u.test(told)
    )
      return [setting("mcp-server", told)];
    return [];
  });
}

/** Programs that settings of agents start: hooks, MCP servers, status lines, helpers that fetch keys. */
function readAgentSettings(parse: (text: string) => Tree): (text: string) => ReadFile {
  return (text) => {
    const tree = parse(text);
    const lines = tree.nodes.flatMap(({ path, key, value }): readonly Step[] =>
      typeof value === "string" &&
      /^(?:bash|apiKeyHelper|awsAuthRefresh|awsCredentialExport|otelHeadersHelper|lint-cmd|test-cmd|notify|toolDiscoveryCommand|toolCallCommand)$/u.test(
        key,
      ) &&
      !/\.\d+$/u.test(path)
        ? [{ ...agent, text: value }]
        : [],
    );
    const notify = tree.nodes.flatMap(({ key, value }): readonly Step[] =>
      key === "notify" && Array.isArray(value) ? [{ ...agent, text: textsOf(value).join(" ") }] : [],
    );
    return {
      steps: [...startedPrograms(tree, agent), ...lines, ...notify],
      settings: permissionSettings(tree),
      quietWhole: isHarmless(tree),
      incomplete: !tree.complete,
      ...descriptions(tree),
    };
  };
}

/** What describes a tool to an agent is read by it like an instruction. */
function descriptions(tree: Tree): { readonly prose?: string } {
  const texts = tree.nodes.flatMap(({ key, value }) =>
    /^(?:description|instructions|systemPrompt|system_prompt|prompt|contextFileName|developer_instructions)$/u.test(
      key,
    ) && typeof value === "string"
      ? [value]
      : key === "rules" && Array.isArray(value)
        ? textsOf(value)
        : [],
  );
  return texts.length === 0 ? {} : { prose: texts.join("\n").slice(0, 64_000) };
}

const fence = /^[ \t]*(?:```|~~~)[ \t]*(\w*)[^\n]*\n([^]*?)^[ \t]*(?:```|~~~)/gmu;
const shellFence = /^(?:|sh|shell|bash|zsh|console|terminal|shell-session)$/u;

/** Commands in the text: in fences, between backticks where they look like one, and those that run when it is loaded. */
function readInstructions(text: string): ReadFile {
  const steps: Step[] = [];
  const given = text.slice(0, 64_000);
  for (const [, language = "", body = ""] of given.matchAll(fence)) {
    if (shellFence.test(language)) steps.push({ ...agent, text: body.replaceAll(/^\s*\$\s+/gmu, "") });
    if (steps.length >= 100) break;
  }
  const prose = given.replaceAll(fence, "\n");
  for (const { 1: runs, 2: inline = "", index } of prose.matchAll(/(!)?`([^`\n]{3,2000})`/gu)) {
    if (runs === undefined && isForbidden(prose, index, index + inline.length + 2)) continue;
    if (runs !== undefined || /^[\w./~$({-][^|;&]*(?:\s|[|;&])/u.test(inline)) steps.push({ ...agent, text: inline });
    if (steps.length >= 200) break;
  }
  const [, front] = /^---\r?\n([^]{0,8000}?)\r?\n---/u.exec(given) ?? [];
  const settings =
    front === undefined
      ? []
      : permissionSettings(yamlTree(front)).filter(
          // A skill names the tools it needs; a wildcard is more than it can need.
          ({ name, value }) => name !== "mcp-server" && !/^allowed-?tools: (?:Bash|run_shell_command)$/iu.test(value),
        );
  const hooks = front === undefined ? [] : startedPrograms(yamlTree(front), agent);
  return { steps: [...hooks, ...steps], settings, prose: given };
}

const forbids =
  /\b(?:never|not|don't|avoid|no|forbidden|disallowed|prohibited|refuse|instead of|rather than|reject|blocked|ban(?:ned)?)\b/iu;

/** A command that the sentence around it rules out. */
function isForbidden(prose: string, from: number, to: number): boolean {
  const before =
    prose
      .slice(Math.max(0, from - 80), from)
      .split(/[.!?\n]/u)
      .at(-1) ?? "";
  const after = prose.slice(to, to + 60).split(/[.!?;\n]/u, 1)[0] ?? "";
  return (
    forbids.test(before) ||
    /\b(?:(?:is|are) (?:not|never|forbidden|disallowed|prohibited)|must not|not allowed)\b/iu.test(after)
  );
}

const instructionPath =
  /\/(?:CLAUDE(?:\.local)?|AGENTS?|AGENTS\.override|GEMINI|QWEN|CODEX|COPILOT|CONVENTIONS|MEMORY|SKILL|WARP|CRUSH|OPENCODE|KILO|ROO)\.md$|\/\.(?:cursorrules|windsurfrules|clinerules|goosehints|aiderrules|roorules|kilorules|junie\/guidelines\.md|rules)$|\/\.(?:cursor|windsurf|clinerules|roo|kilocode|kilo|continue|augment|amazonq|trae|kiro|agents?)\/(?:rules|steering|guidelines|rules-\w+|memory|memory-bank|prompts?|commands|workflows)\/.+\.(?:md|mdc|txt)$|\/\.clinerules\/.+\.md$|\/\.github\/(?:copilot-instructions\.md|instructions\/.+\.md|prompts\/.+\.md|agents\/.+\.md|chatmodes\/.+\.md)$|\/\.(?:claude|codex|gemini|qwen|opencode|copilot|pi|agents?|config\/opencode|config\/kilo)\/(?:.*\/)?(?:agents?|subagents?|commands?|skills?|memory|memories|output-styles|prompts?|rules|modes?)\/.+\.(?:md|mdc|toml|txt)$|\/\.(?:codex|gemini|qwen)\/[A-Z]+\.md$|\/llms(?:-full)?\.txt$/u;

export const agents: readonly Form[] = [
  {
    form: "agent-instructions",
    kind: "instructions",
    path: instructionPath,
    read: readInstructions,
    match: [
      {
        path: "CLAUDE.md",
        text: "Run `npm test` first.\n```bash\n$ make lint\n```\n",
        runs: ["make lint\n", "npm test"],
      },
      { path: ".claude/commands/a.md", text: "Status: !`git status`", runs: ["git status"] },
      {
        path: ".claude/agents/b.md",
        text: "---\nallowed-tools: Bash(*)\n---\nx",
        sets: ["auto-approve=allowed-tools: Bash(*)"],
      },
    ],
    not_match: [{ path: "docs/agents-guide.md", text: "x" }],
  },
  {
    form: "agent-hook",
    kind: "self-running",
    path: /\/(?:\.cline\/hooks|\.clinerules\/hooks|\.claude\/hooks|\.codex\/hooks|\.gemini\/hooks|\.cursor\/hooks|\.copilot\/hooks|\.github\/hooks|\.kiro\/hooks)\/(?!.*\.(?:json|md|js|ts|mjs|cjs|py)$)[\w.-]+$/u,
    read: (text) => ({ steps: [{ ...agent, text }], settings: [] }),
    match: [{ path: ".clinerules/hooks/PreToolUse", text: "#!/bin/sh\nls\n", runs: ["#!/bin/sh\nls\n"] }],
    not_match: [{ path: "hooks/a", text: "x" }],
  },
  {
    form: "agent-settings",
    kind: "self-running",
    path: /\/(?:\.mcp|mcp|mcp_config|mcp_settings|mcp-servers|cline_mcp_settings|claude_desktop_config|\.claude|opencode|kilo|\.amp|crush|\.crush)\.jsonc?$|\/\.(?:claude|gemini|qwen|codex|cursor|windsurf|copilot|kiro|roo|kilocode|kilo|continue|amazonq|pi|opencode|factory|cline|junie)\/(?:.*\/)?[\w.-]+\.jsonc?$|\/\.github\/hooks\/[^/]+\.json$|\/(?:amp|opencode|kilo|crush|goose|zed)\/(?:settings|config|opencode|kilo|crush)\.jsonc?$/u,
    read: readAgentSettings(jsonTree),
    match: [
      {
        path: ".mcp.json",
        text: '{"mcpServers":{"a":{"command":"bash","args":["-c","curl x | sh"]}}}',
        runs: ["bash -c 'curl x | sh'"],
      },
      {
        path: ".claude/settings.json",
        text: '{"permissions":{"defaultMode":"bypassPermissions","allow":["Bash(npm test:*)"]}}',
        sets: ["auto-approve=permissions.defaultMode=bypassPermissions"],
      },
      {
        path: ".gemini/settings.json",
        text: '{"tools":{"autoAccept":true,"sandbox":false}}',
        sets: ["auto-approve=tools.autoAccept=true", "auto-approve=tools.sandbox=false"],
      },
    ],
    not_match: [{ path: "data.json", text: "{}" }],
  },
  {
    form: "agent-modes",
    kind: "instructions",
    path: /\/(?:\.roomodes|custom_modes\.(?:json|ya?ml)|\.kilocodemodes)$/u,
    read: (text) => ({ steps: [], settings: [], prose: text }),
    match: [{ path: ".roomodes", text: '{"customModes":[]}' }],
    not_match: [{ path: "modes.json", text: "{}" }],
  },
  {
    form: "agent-settings",
    kind: "self-running",
    path: /\/\.(?:codex|gemini|qwen)\/(?:.*\/)?[\w.-]+\.toml$/u,
    read: readAgentSettings(tomlTree),
    match: [
      {
        path: ".codex/config.toml",
        text: 'approval_policy = "never"\nnotify = ["sh", "-c"]\n',
        runs: ["sh -c"],
        sets: ["auto-approve=approval_policy=never"],
      },
    ],
    not_match: [{ path: "config.toml", text: "a = 1" }],
  },
  {
    form: "agent-settings",
    kind: "self-running",
    path: /\/(?:\.aider\.conf|\.goose\/config|goose\/config|\.continue\/config|\.continue\/.+)\.ya?ml$/u,
    read: readAgentSettings(yamlTree),
    match: [
      {
        path: ".aider.conf.yml",
        text: "yes-always: true\ntest-cmd: pytest -q\n",
        runs: ["pytest -q"],
        sets: ["auto-approve=yes-always=true"],
      },
    ],
    not_match: [{ path: "conf.yml", text: "a: b" }],
  },
  {
    form: "agent-tools",
    kind: "instructions",
    path: /\.json$/u,
    content: /"(?:inputSchema|input_schema)"\s*:/u,
    read: (text) => ({ steps: [], settings: [], ...descriptions(jsonTree(text)) }),
    match: [{ path: "server.json", text: '{"name":"a","description":"Adds.","inputSchema":{}}' }],
    not_match: [{ path: "server.json", text: '{"name":"a"}' }],
  },
];
