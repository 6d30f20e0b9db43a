// gatehouse serve: the engine in this terminal, without a window.
import type { Command } from "../command.ts";

export const serve: Command = {
  run: async (argv) => {
    // Loaded only here: the other commands must start fast. It reads its own options, --help included.
    const { main } = await import("../../main/headless.ts");
    return main(argv);
  },
};
