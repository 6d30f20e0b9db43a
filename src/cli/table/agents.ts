// Rows of the command table: agents, how they are connected and what they are.
import { profileNames } from "../../shared/containment/index.ts";
import { rows } from "./entry.ts";

/** What may follow `--`. */
const mostWords = 10_000;

/** What `connect` knows; a test holds it to the connectors. */
export const connectorIds = [
  "claude-code",
  "codex",
  "gemini-cli",
  "copilot",
  "qwen-code",
  "opencode",
  "kilo",
  "pi",
  "cline",
] as const;

/** MCP clients, whose servers `connect` puts the gateway in front of. */
export const mcpClientIds = [
  "cursor",
  "vscode",
  "claude-desktop",
  "windsurf",
  "claude-code-mcp",
  "codex-mcp",
  "gemini-cli-mcp",
  "copilot-mcp",
  "qwen-code-mcp",
  "opencode-mcp",
  "kilo-mcp",
  "cline-mcp",
] as const;

const change = {
  details: "--yes makes the change without asking. --project connects one project instead of all.",
  page: "agents.md",
  options: { project: "directory" },
  flags: ["yes"],
  operandKinds: [[...connectorIds, ...mcpClientIds]],
} as const;

export const agentRows = rows({
  connect: {
    usage: "connect [AGENT] [--project DIR] [--yes]",
    summary: "Make an agent, or the servers of an MCP client, ask Gatehouse first; without a name, list them.",
    operands: [0, 1],
    ...change,
  },
  disconnect: {
    usage: "disconnect AGENT [--project DIR] [--yes]",
    summary: "Take Gatehouse's hook out of an agent's settings.",
    operands: [1, 1],
    ...change,
  },
  repair: {
    usage: "repair AGENT [--project DIR] [--yes]",
    summary: "Put an agent's hook back as it should be.",
    operands: [1, 1],
    ...change,
  },
  runs: {
    usage: "runs [--agent DID]",
    summary: "Show the contained runs since the engine started, and what they sent to which host.",
    page: "containment.md",
    options: { agent: "text" },
    operands: [0, 0],
  },
  run: {
    usage: "run [--profile PROFILE] -- PROGRAM [ARGUMENT...]",
    summary: "Start an agent, or any program, contained: it reaches its project and little else.",
    details: [
      "read-only  the project can be read, not changed; hosts as in project",
      "offline    the project, and no network but the agent's own model",
      "project    the project, and hosts the policy names; others wait for you (the usual one)",
      "trusted    the project, the rest of the home folder to read, any host; secrets stay hidden",
      "The exit code is the program's. --data-dir DIRECTORY, if needed, comes first.",
    ].join("\n"),
    page: "containment.md",
    options: { profile: profileNames },
    operands: [1, mostWords],
  },
  uninstall: {
    usage: "uninstall [--yes]",
    summary: "Take Gatehouse's hooks out of all agents of this user, before the program is removed.",
    details:
      "Works while no engine runs. The ledger, the policy and the settings stay. Packages run it when they are removed.",
    page: "agents.md",
    options: {},
    flags: ["yes"],
    operands: [0, 0],
  },
  hook: {
    usage: "hook [AGENT] [EVENT]",
    summary: "Hand a hook event on standard input to the engine; print the answer in the agent's protocol.",
    details: [
      "For hooks you write yourself, and for trying one: `gatehouse connect` installs a faster launcher that does the same.",
      "Without AGENT, the event shows which agent it is. EVENT is needed where the event does not carry its own name (Copilot, Cline).",
      "Exit code 2 with the reason on standard error: the call must not run. Whatever goes wrong ends that way.",
    ].join("\n"),
    page: "agents.md",
    options: {},
    operands: [0, 2],
    operandKinds: [connectorIds],
  },
  agents: {
    usage: "agents\nagents release DID",
    summary: "Show the agents the engine knows, or free the name of one for the next process that uses it.",
    options: {},
    operands: [0, 2],
    operandKinds: [["release"]],
  },
  agbom: {
    usage: "agbom [AGENT] [--out FILE]",
    summary: "Write an agent's bill of materials (tools, models, MCP servers, sources) in CycloneDX.",
    details: "AGENT is a DID or a name. Without one it is the only agent that has said what it is made of.",
    options: { out: "file" },
    operands: [0, 1],
  },
  pair: {
    usage: "pair DID accept|refuse [--reason TEXT]",
    summary: "Accept or refuse an agent that is new, that comes with another key, or that was revoked.",
    options: { reason: "text" },
    operands: [2, 2],
    operandKinds: ["text", ["accept", "refuse"]],
  },
  halt: {
    usage: "halt [DID] [--reason TEXT]",
    summary:
      "Stop an agent, or all of them, at once. What they wait for is denied, and what Gatehouse runs for them ends.",
    options: { reason: "text" },
    operands: [0, 1],
  },
  resume: {
    usage: "resume [DID] [--reason TEXT]",
    summary: "Let a halted agent, or all of them, go on.",
    options: { reason: "text" },
    operands: [0, 1],
  },
  mcp: {
    usage: [
      "mcp [--name NAME] [--client ID] [--wait SECONDS] -- COMMAND [ARGUMENT]...",
      "mcp [--name NAME] [--client ID] [--wait SECONDS] --url URL",
    ].join("\n"),
    summary: "Stand between an MCP client and a server: calls are judged before they are made.",
    details: [
      "`gatehouse connect` puts it in front of the servers of Cursor, VS Code, Claude Desktop, Windsurf and agents.",
      "--name    what the server is called (default: from the command or the address)",
      "--client  whose settings it stands in, such as cursor (default: mcp)",
      "--wait    how long a call may wait for a person (default 50 seconds; clients give up after 60)",
      "--url     a remote server (Streamable HTTP); GATEHOUSE_MCP_URL does the same unseen by other users",
      'GATEHOUSE_MCP_HEADER_1="Authorization: Bearer ..." and so on are sent to a remote server.',
    ].join("\n"),
    page: "mcp.md",
    options: { name: "text", client: "text", wait: "text", url: "text" },
    operands: [0, 999],
  },
  stdio: {
    usage: "stdio",
    summary: "Speak A2G on standard input and output: one JSON-RPC message a line.",
    page: "protocol.md",
    options: {},
    operands: [0, 0],
  },
  a2e: {
    usage: "a2e",
    summary: "Speak A2E on standard input and output: one message a line.",
    page: "protocol/a2e.md",
    options: {},
    operands: [0, 0],
  },
});
