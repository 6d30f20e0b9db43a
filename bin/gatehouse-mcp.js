#!/usr/bin/env node
// The MCP gateway, started without the rest of the command: MCP clients start it once for every server.
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// Kept between starts, so that TypeScript is not read anew each time.
enableCompileCache?.();
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [source, built] = [join(root, "src", "mcp", "run.ts"), join(root, "out", "main", "mcp.js")];
const { runGateway } = await import(pathToFileURL(existsSync(source) ? source : built).href);
process.exitCode = await runGateway(process.argv.slice(process.argv[2] === "mcp" ? 3 : 2));
