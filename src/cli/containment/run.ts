// gatehouse run: starts a program contained. bin/gatehouse.js does it without the rest of the command.
import { spawnSync } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { asksForHelp, helpText } from "../arguments.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../failure.ts";
import { dataDirectory } from "../place.ts";
import { commandTable } from "../table/index.ts";

export const run: Command = {
  run: async (argv, terminal) => {
    const end = argv.indexOf("--");
    if (argv.length === 0 || asksForHelp(end === -1 ? argv : argv.slice(0, end))) {
      terminal.write(`${helpText(commandTable.run)}\n`);
      return argv.length === 0 ? exitCodes.usage : exitCodes.done;
    }
    const named = argv[0] === "--data-dir" ? argv[1] : undefined;
    const launcher = join(dataDirectory(named), "bin", "gatehouse");
    const words = named === undefined ? argv : argv.slice(2);
    const { status, signal, error } = spawnSync("/usr/bin/perl", [launcher, "run", ...words], { stdio: "inherit" });
    if (error !== undefined) {
      terminal.complain(`${launcher} could not be started: ${error.message}\n`);
      return exitCodes.failed;
    }
    return status ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  },
};
