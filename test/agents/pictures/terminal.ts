// A real terminal for an agent: tmux without the user's settings, what it shows as text and with its colours.
import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { second } from "../../../src/shared/lib/clock.ts";
import type { AgentStage } from "../stage.ts";

export interface Terminal {
  /** With the escape sequences of its colours. */
  readonly shown: () => string;
  readonly type: (text: string) => void;
  readonly press: (...keys: readonly string[]) => void;
  /** Waits until it shows this; answers what the program asks before by the keys named. */
  readonly until: (wanted: RegExp, answers?: readonly Answer[]) => Promise<string>;
  readonly close: () => void;
}

export interface Answer {
  readonly when: RegExp;
  readonly keys: readonly string[];
}

const patience = 90 * second;
const lookEvery = 0.3 * second;

export function openTerminal(stage: AgentStage, args: readonly string[]): Terminal {
  const server = `gatehouse-pictures-${process.pid}`;
  const tmux = (...words: readonly string[]): string =>
    execFileSync("tmux", ["-L", server, "-f", "/dev/null", ...words], { encoding: "utf8" });
  const variables = Object.entries(stage.environment).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  const size = ["-x", "92", "-y", "26"];
  const command = ["env", "-i", ...variables, "COLORTERM=truecolor", stage.binary, ...args];
  tmux("new-session", "-d", ...size, "-c", stage.project, ...command);
  const plain = (): string => tmux("capture-pane", "-p");

  return {
    shown: () => tmux("capture-pane", "-e", "-p"),
    type: (text) => void tmux("send-keys", "-l", text),
    press: (...keys) => void tmux("send-keys", ...keys),
    until: async (wanted, answers = []) => {
      const deadline = Date.now() + patience;
      const given = new Set<Answer>();
      while (Date.now() < deadline) {
        const text = plain();
        if (wanted.test(text)) return text;
        const answer = answers.find((each) => !given.has(each) && each.when.test(text));
        if (answer !== undefined) {
          given.add(answer);
          await pause(second);
          for (const key of answer.keys) tmux("send-keys", key);
        }
        await pause(lookEvery);
      }
      throw new Error(`The agent did not show ${String(wanted)}:\n${plain()}`);
    },
    close: () => void tmux("kill-server"),
  };
}
