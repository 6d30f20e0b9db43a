// gatehouse serve: the engine in this terminal, without a window.
import { type Command, asksForHelp } from "../command.ts";
import { exitCodes } from "../failure.ts";

export const serve: Command = {
  usage: "serve [--port PORT] [--data-dir DIR]",
  summary: "Run the engine without a window.",
  run: async (argv, terminal) => {
    if (asksForHelp(argv)) {
      terminal.write(`${serve.summary}\n\nUsage: gatehouse ${serve.usage}\n`);
      return exitCodes.done;
    }
    // Loaded only here: the other commands must start fast.
    const { main } = await import("../../main/headless.ts");
    return main(argv);
  },
};
