// Programs that run a command later.
import { cronLines } from "../../../files/cron.ts";
import type { Definition } from "../../definition.ts";
import { has } from "../../invocation.ts";

const effects = ["persistence"] as const;

export const schedule: readonly Definition[] = [
  {
    names: ["at", "batch"],
    options: ["-f <path>", "-q <text>", "-t <text>", "-l", "-r", "-d", "-c", "-m"],
    operands: "path",
    effects,
    carries: (_parsed, { program: label, input: shell }) =>
      shell === undefined ? undefined : { carried: [{ label, shell, fromInput: true }], both: true },
    examples: [
      { run: "at now <<< 'rm old'", deletes: ["old"], effects, runs: ["rm"] },
      { run: "at -f ./job.sh now", options: ["-f"], reads: ["./job.sh"], effects },
    ],
  },
  {
    names: ["crontab"],
    options: ["-u <text>", "-l", "-r", "-e", "-i", "-T <path>"],
    operands: "path",
    carries: (_parsed, { input }) => (input === undefined ? undefined : { carried: cronLines(input), both: true }),
    describe(command, record) {
      if (!has(command, "-l")) record.effect("persistence");
    },
    examples: [
      { run: "crontab - <<< '@daily rm old'", deletes: ["old"], effects, runs: ["rm"] },
      { run: "crontab -l", options: ["-l"] },
      { run: "crontab ./jobs", reads: ["./jobs"], effects },
    ],
  },
];
