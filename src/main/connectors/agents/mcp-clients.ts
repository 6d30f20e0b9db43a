// MCP clients: the servers in their settings get the gateway in front.
import { join } from "node:path";
import type { ConnectorScope, FileChange } from "../../../shared/contract/connector.ts";
import { readText } from "../files.ts";
import { mcpLauncher, mcpLauncherText } from "../mcp-launcher.ts";
import { type ServerKind, type ServerList, serversIn, withGateway, withoutGateway } from "../mcp-servers.ts";
import { jsonServers } from "../server-files.ts";
import { type Connector, type ConnectorPlace, folderFrom, type ReadText, type Standing } from "../types.ts";

interface McpClient extends Pick<Connector, "id" | "name" | "programs" | "folders" | "asksVersion" | "onlyWhenUsed"> {
  readonly list: Omit<ServerList, "clientId"> & Partial<Pick<ServerList, "clientId">>;
  readonly userFile: (place: ConnectorPlace) => string;
  /** Below a project; absent where the client reads none. */
  readonly projectFile?: string;
}

export function mcpConnector({ list: given, userFile, projectFile, ...client }: McpClient): Connector {
  const list: ServerList = { clientId: client.id, ...given };
  const fileOf = (scope: ConnectorScope, place: ConnectorPlace): string =>
    scope.kind === "user" || projectFile === undefined ? userFile(place) : join(scope.folder, projectFile);
  const change = (
    scope: ConnectorScope,
    place: ConnectorPlace,
    read: ReadText,
    edit: (text: string | undefined) => string | undefined,
  ): readonly FileChange[] => {
    if (scope.kind === "project" && projectFile === undefined) return [];
    const file = fileOf(scope, place);
    const before = read(file);
    return [{ file, before, after: edit(before), executable: false }];
  };
  return {
    ...client,
    scopes: projectFile === undefined ? ["user"] : ["user", "project"],
    ownFiles: false,
    notes: [
      "Start its MCP servers again after connecting, or the whole program.",
      "Servers that you add later are not governed until you repair the connection; Gatehouse says so.",
      "What the program does by itself, without an MCP server, is not governed.",
    ],
    connect: (scope, place, read) => change(scope, place, read, (text) => withGateway(text, list, mcpLauncher(place))),
    disconnect: (scope, place, read) => change(scope, place, read, (text) => withoutGateway(text, list)),
    standing: (scope, place, read, remembered) => {
      const file = fileOf(scope, place);
      const text = read(file);
      const outdated = withGateway(text, list, mcpLauncher(place)) !== text;
      return standingOf(serversIn(text, list), outdated, remembered, place);
    },
  };
}

function standingOf(
  servers: readonly (readonly [string, ServerKind])[],
  outdated: boolean,
  remembered: boolean,
  place: ConnectorPlace,
): Standing {
  const named = (kind: ServerKind): string =>
    servers
      .filter(([, each]) => each === kind)
      .map(([name]) => name)
      .join(", ");
  const [behind, open, apart] = [named("wrapped"), named("open"), named("apart")];
  const beside =
    apart === "" ? "" : ` Not governed, because only the program itself can reach or sign in to them: ${apart}.`;
  if (behind === "" && !remembered) {
    const what =
      open === "" ? "It has no MCP servers that Gatehouse could stand in front of." : `Not governed: ${open}.`;
    return { state: "not_connected", detail: `${what}${beside}` };
  }
  if (open !== "") return { state: "changed", detail: `Not governed: ${open}. Repair it.${beside}` };
  if (outdated) return { state: "changed", detail: "Its servers lead to another Gatehouse: repair it." };
  if (behind !== "" && readText(mcpLauncher(place)) !== mcpLauncherText(place))
    return { state: "changed", detail: "Gatehouse's gateway is missing or was changed: repair it." };
  const what = behind === "" ? "It has no MCP servers now." : `Governed: ${behind}.`;
  return { state: "connected", detail: `${what}${beside}` };
}

/** Where a desktop program keeps its settings. */
function settingsFolder(place: ConnectorPlace): string {
  if (process.platform === "darwin") return join(place.home, "Library", "Application Support");
  if (process.platform === "win32") return folderFrom(place, "APPDATA", join(place.home, "AppData", "Roaming"));
  return folderFrom(place, "XDG_CONFIG_HOME", join(place.home, ".config"));
}

const mcpServers = { file: jsonServers("mcpServers") } as const;

export const cursor = mcpConnector({
  id: "cursor",
  name: "Cursor",
  programs: ["cursor"],
  folders: ["/Applications/Cursor.app/Contents/Resources/app/bin", "/usr/share/cursor/bin"],
  list: { ...mcpServers, address: "url" },
  userFile: ({ home }) => join(home, ".cursor", "mcp.json"),
  projectFile: ".cursor/mcp.json",
});

export const vsCode = mcpConnector({
  id: "vscode",
  name: "VS Code",
  programs: ["code", "code-insiders"],
  folders: ["/Applications/Visual Studio Code.app/Contents/Resources/app/bin", "/usr/share/code/bin", "/snap/bin"],
  list: { file: jsonServers("servers"), remoteType: "http", address: "url" },
  userFile: (place) => join(settingsFolder(place), "Code", "User", "mcp.json"),
  projectFile: ".vscode/mcp.json",
});

export const claudeDesktop = mcpConnector({
  id: "claude-desktop",
  name: "Claude Desktop",
  programs: ["claude-desktop", "Claude"],
  folders: ["/Applications/Claude.app/Contents/MacOS"],
  asksVersion: false,
  list: { ...mcpServers, address: "url" },
  userFile: (place) => join(settingsFolder(place), "Claude", "claude_desktop_config.json"),
});

export const windsurf = mcpConnector({
  id: "windsurf",
  name: "Windsurf",
  programs: ["windsurf"],
  folders: ["/Applications/Windsurf.app/Contents/Resources/app/bin", "/usr/share/windsurf/bin"],
  list: { ...mcpServers, address: "serverUrl" },
  userFile: ({ home }) => join(home, ".codeium", "windsurf", "mcp_config.json"),
});
