// Programs that run a command to trace, record, repeat or lock it.
import type { Definition } from "../../definition.ts";
import { has } from "../../invocation.ts";
import { valued, wrapper } from "./wrapper.ts";

const perf = {
  options: [...valued("eopCFct"), "--event <text>", "--output <text>", "--pid <text>"],
  stopAfter: 1,
  carries: {},
};

export const observe: readonly Definition[] = [
  {
    names: ["strace"],
    options: [
      "-o, --output <write>",
      "-e, --trace <text>",
      "-p, --attach <text>",
      ...valued("EPaIsSuXUb"),
      "-f, --follow-forks",
    ],
    stopAfter: 1,
    carries: { both: true },
    examples: [
      {
        run: "strace -f -o trace.txt rm old",
        options: ["--follow-forks", "--output"],
        writes: ["trace.txt"],
        deletes: ["old"],
        runs: ["rm"],
      },
      { run: "strace -p 12", options: ["--attach"] },
    ],
  },
  {
    names: ["ltrace"],
    options: ["-o, --output <write>", "-p <text>", "-F <path>", ...valued("elnsuwxADa")],
    stopAfter: 1,
    operands: "path",
    carries: { both: true },
    examples: [
      {
        run: "ltrace -o trace.txt rm old",
        options: ["--output"],
        writes: ["trace.txt"],
        deletes: ["old"],
        runs: ["rm"],
      },
      { run: "ltrace -p 12", options: ["-p"] },
    ],
  },
  {
    names: ["perf"],
    subcommands: { record: perf, stat: perf, trace: perf, report: { operands: "path" } },
    examples: [
      { run: "perf stat -e cycles rm old", deletes: ["old"] },
      { run: "perf report", subcommand: "report" },
    ],
  },
  wrapper(["valgrind"], [], "valgrind --leak-check=full"),
  wrapper(["gdbserver"], ["--attach"], "gdbserver :1234", { skip: 1, both: true }),
  wrapper(
    ["watchexec"],
    ["-w, --watch <path>", "-e, --exts <text>", "-f, --filter <text>", "-i, --ignore <text>", "-r, --restart"],
    "watchexec -e ts",
    { both: true },
  ),
  {
    names: ["expect"],
    options: ["-c <text>", "-f <path>", "-d"],
    stopAfter: 1,
    operands: "path",
    interprets: { language: "tcl", options: ["-c"], file: true, input: true },
    carries: { both: true },
    examples: [
      {
        run: "expect -d ./login.exp",
        options: ["-d"],
        reads: ["./login.exp"],
        executes: ["./login.exp"],
        runs: ["login.exp"],
      },
      { run: "expect -v" },
    ],
  },
  {
    names: ["entr"],
    options: ["-s", "-r", "-c", "-d", "-n", "-p", "-z", "-a"],
    stopAfter: 1,
    operands: "path",
    carries: (parsed) =>
      parsed.operands.length === 0
        ? undefined
        : {
            carried: [
              has(parsed, "-s")
                ? { label: "entr", shell: parsed.operands.join(" ") }
                : { label: "entr", words: parsed.operands },
            ],
            both: true,
          },
    examples: [
      { run: "entr -s 'rm old'", options: ["-s"], deletes: ["old"], runs: ["rm"] },
      { run: "entr -r rm old", options: ["-r"], deletes: ["old"], runs: ["rm"] },
      { run: "entr" },
    ],
  },
  {
    names: ["nodemon"],
    options: [
      "-x, --exec <text>",
      "-w, --watch <path>",
      "-e, --ext <text>",
      "-i, --ignore <text>",
      "-d, --delay <text>",
    ],
    stopAfter: 1,
    operands: "path",
    carries: { code: ["--exec"], both: true },
    examples: [
      { run: "nodemon -w src -x 'rm old'", options: ["--watch", "--exec"], deletes: ["old"], runs: ["rm"] },
      { run: "nodemon --version" },
    ],
  },
  {
    names: ["watch"],
    options: ["-n, --interval <text>", "-q, --equexit <text>", "-d, --differences[=<text>]", "-x, --exec"],
    stopAfter: 1,
    carries: { shell: true },
    examples: [{ run: "watch -n 5 'ls src | wc -l'", reads: ["src"], runs: ["wc"] }, { run: "watch --version" }],
  },
  {
    names: ["script"],
    options: [
      "-c, --command <text>",
      "-I, --log-in <write>",
      "-O, --log-out <write>",
      "-B, --log-io <write>",
      "-T, --log-timing <write>",
      "-o, --output-limit <text>",
      "-E, --echo <text>",
      "-m, --logging-format <text>",
      "-q, --quiet",
      "-e, --return",
      "-a, --append",
      "-f, --flush",
    ],
    stopAfter: 2,
    operands: { first: "write", rest: "path" },
    carries: { code: ["--command"], skip: 1, both: true },
    examples: [
      {
        run: "script -qc 'rm old' log.txt",
        options: ["--quiet", "--command"],
        writes: ["log.txt"],
        deletes: ["old"],
        runs: ["rm"],
      },
      { run: "script log.txt", writes: ["log.txt"] },
    ],
  },
  {
    names: ["flock"],
    options: [
      "-c, --command <text>",
      "-E, --conflict-exit-code <text>",
      "-w, --timeout <text>",
      "-n, --nonblock",
      "-u, --unlock",
    ],
    stopAfter: 2,
    carries: { code: ["--command"], skip: 1 },
    examples: [
      { run: "flock -n lock rm old", deletes: ["old"] },
      { run: "flock lock -c 'rm old'", deletes: ["old"] },
      { run: "flock -u 9", options: ["--unlock"] },
    ],
  },
  {
    names: ["screen"],
    options: [...valued("SctTpxehr"), "-X", "-d", "-m", "-Logfile <path>"],
    stopAfter: 1,
    operands: "path",
    carries({ options, operands }) {
      if (operands.length === 0) return undefined;
      if (!has({ options }, "-X")) return { carried: [{ label: "screen", words: operands }], both: true };
      // Keys typed into a running session.
      const keys = operands[operands.indexOf("stuff") + 1];
      return operands.includes("stuff") && keys !== undefined
        ? { carried: [{ label: "screen", shell: keys.replaceAll(/\\n|\^M/gu, "\n") }], both: true }
        : undefined;
    },
    examples: [
      { run: "screen -dmS work rm old", options: ["-d", "-m", "-S"], deletes: ["old"], runs: ["rm"] },
      { run: "screen -S work -X stuff 'rm old^M'", options: ["-S", "-X"], deletes: ["old"], runs: ["rm"] },
      { run: "screen -r work", options: ["-r"] },
    ],
  },
];
