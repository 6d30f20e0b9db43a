// The MCP servers in the settings of agents that have hooks: with the gateway in front, definitions are pinned and results are looked at too.
import { join } from "node:path";
import { jsonServers, wordList } from "../server-files.ts";
import { tomlServers } from "../toml-servers.ts";
import { type Connector, type ConnectorPlace, folderFrom } from "../types.ts";
import { mcpConnector } from "./mcp-clients.ts";
import { cline, copilot, kilo, opencode } from "./own-files.ts";
import { claudeCode, codex, geminiCli, qwenCode } from "./settings-hooks.ts";

type Client = Parameters<typeof mcpConnector>[0];

function serversOf(
  { id, name, programs }: Connector,
  list: Client["list"],
  files: Pick<Client, "userFile" | "projectFile">,
): Connector {
  const own = { id: `${id}-mcp`, name: `MCP servers of ${name}`, programs, onlyWhenUsed: true } as const;
  return mcpConnector({ ...own, ...files, list: { ...list, clientId: id } });
}

function openCodeFile(id: string): (place: ConnectorPlace) => string {
  return (place) => join(folderFrom(place, "XDG_CONFIG_HOME", join(place.home, ".config")), id, `${id}.json`);
}

const mcpServers = jsonServers("mcpServers");

export const agentServers: readonly Connector[] = [
  serversOf(
    claudeCode,
    { file: mcpServers, remoteType: "http", address: "url" },
    {
      userFile: (place) => join(folderFrom(place, "CLAUDE_CONFIG_DIR", place.home), ".claude.json"),
      projectFile: ".mcp.json",
    },
  ),
  serversOf(
    codex,
    { file: tomlServers("mcp_servers"), address: "url", onlyStarted: true },
    {
      userFile: (place) => join(folderFrom(place, "CODEX_HOME", join(place.home, ".codex")), "config.toml"),
      projectFile: ".codex/config.toml",
    },
  ),
  serversOf(
    geminiCli,
    { file: mcpServers, address: "httpUrl" },
    { userFile: ({ home }) => join(home, ".gemini", "settings.json"), projectFile: ".gemini/settings.json" },
  ),
  serversOf(
    copilot,
    { file: mcpServers, remoteType: "http", address: "url" },
    { userFile: ({ home }) => join(home, ".copilot", "mcp-config.json") },
  ),
  serversOf(
    qwenCode,
    { file: mcpServers, address: "httpUrl" },
    { userFile: ({ home }) => join(home, ".qwen", "settings.json"), projectFile: ".qwen/settings.json" },
  ),
  serversOf(
    opencode,
    { file: jsonServers("mcp", wordList), address: "url" },
    { userFile: openCodeFile("opencode"), projectFile: "opencode.json" },
  ),
  serversOf(
    kilo,
    { file: jsonServers("mcp", wordList), address: "url" },
    { userFile: openCodeFile("kilo"), projectFile: "kilo.json" },
  ),
  serversOf(
    cline,
    { file: jsonServers("mcpServers", { within: "transport" }), remoteType: "streamableHttp", address: "url" },
    { userFile: ({ home }) => join(home, ".cline", "data", "settings", "cline_mcp_settings.json") },
  ),
];
