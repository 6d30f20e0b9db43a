// Other agents: how they are started and what they can be told to remember.
import type { Definition } from "../definition.ts";

export const agents: readonly Definition[] = [
  {
    names: ["claude", "codex", "gemini"],
    operands: "path",
    startsShells: true,
    describe({ subcommand, operands }, record) {
      // A server that every later session starts.
      if (subcommand === "mcp" && operands.includes("add")) record.effect("persistence");
    },
    subcommands: { mcp: {} },
    examples: [
      { run: "claude mcp add files -- npx server", subcommand: "mcp", effects: ["persistence"] },
      { run: "claude mcp list", subcommand: "mcp" },
    ],
  },
];
