// gatehouse mcp: the gateway in front of an MCP server. bin/gatehouse.js starts it without the rest of the command.
import { runGateway } from "../../mcp/run.ts";
import { asksForHelp, helpText } from "../arguments.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../failure.ts";
import { commandTable } from "../table/index.ts";

export const mcp: Command = {
  run: async (argv, terminal) => {
    if (!asksForHelp(argv)) return runGateway(argv);
    terminal.write(`${helpText(commandTable.mcp)}\n`);
    return exitCodes.done;
  },
};
