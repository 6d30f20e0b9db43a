// The launcher of the MCP gateway: a script at a place that stays, because clients write it into their settings.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { quoted } from "./launcher.ts";
import type { ConnectorPlace } from "./types.ts";

/** Beside the launcher of hooks, in the folder of programs in the data directory. */
export function mcpLauncher({ launcher }: ConnectorPlace): string {
  return join(dirname(launcher), "gatehouse-mcp");
}

export function mcpLauncherText(place: ConnectorPlace): string {
  const dataDirectory = dirname(dirname(place.launcher));
  const command = [...nodeWords(), gatewayScript(), "--data-dir", dataDirectory].map(quoted).join(" ");
  return `#!/bin/sh
# Starts Gatehouse's gateway in front of an MCP server: gatehouse-mcp [OPTION]... -- COMMAND [ARGUMENT]...
exec ${command} "$@"
`;
}

/** A Node of our own where there is one: Electron can do the same, but takes longer to start. */
export function nodeWords(): readonly string[] {
  if (process.versions["electron"] === undefined) return [process.execPath];
  const own = above(join("node_modules", "node", "bin", "node"));
  return own === undefined ? ["/usr/bin/env", "ELECTRON_RUN_AS_NODE=1", process.execPath] : [own];
}

function gatewayScript(): string {
  return above(join("bin", "gatehouse-mcp.js")) ?? "gatehouse-mcp.js";
}

/** The nearest file of this name, from here upwards: sources and the built program lie at different depths. */
function above(name: string): string | undefined {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}
