// Tmux: commands that start in a window or are typed into one.
import type { Definition, Syntax } from "../../definition.ts";
import type { Unwrapped } from "../../carry.ts";
import { valued } from "./wrapper.ts";

const keyName = /^(?:Enter|C-m|C-c|Escape|Space)$/u;

function runs(words: readonly string[]): Unwrapped | undefined {
  return words.length === 0 ? undefined : { carried: [{ label: "tmux", shell: words.join(" ") }], both: true };
}

const starts: Syntax = {
  options: [...valued("nstexyFTw"), "-c <path>", "-d"],
  operands: "path",
  carries: ({ operands }) => runs(operands),
};

export const sessions: readonly Definition[] = [
  {
    names: ["tmux", "byobu"],
    options: ["-L <text>", "-S <path>", "-f <path>", "-c <shell>"],
    subcommands: {
      "new-session|new": starts,
      "new-window|neww": starts,
      "split-window|splitw": starts,
      "respawn-pane|respawnp": starts,
      "respawn-window|respawnw": starts,
      "run-shell|run": starts,
      "display-popup|popup": starts,
      "if-shell|if": starts,
      "send-keys|send": {
        ...starts,
        carries: ({ operands }) => runs(operands.filter((word) => !keyName.test(word))),
      },
    },
    operands: "path",
    examples: [
      { run: "tmux new -d -s work 'rm old'", subcommand: "new-session", deletes: ["old"], runs: ["rm"] },
      { run: "tmux send -t work 'rm old' Enter", subcommand: "send-keys", deletes: ["old"], runs: ["rm"] },
      { run: "tmux rename-session rm", subcommand: "rename-session" },
    ],
  },
];
