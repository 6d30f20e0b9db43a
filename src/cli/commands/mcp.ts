// gatehouse mcp: the gateway in front of an MCP server. bin/gatehouse.js starts it without the rest of the command.
import { runGateway } from "../../mcp/run.ts";
import type { Command } from "../command.ts";

export const mcp: Command = { run: (argv) => runGateway(argv) };
