// Programs that run a command with other limits, priorities, times or buffers.
import type { Definition } from "../../definition.ts";
import { valued, wrapper } from "./wrapper.ts";

const architecture =
  /^(?:x86_64|amd64|i[3-6]86|linux\d\d|uname26|aarch64|arm\w*|ppc\w*|s390x?|mips\w*|sparc\w*|riscv\w*)$/u;

export const resources: readonly Definition[] = [
  wrapper(
    "nohup unbuffer setsid linux32 linux64 catchsegv fakechroot torsocks torify tsocks dbus-launch dbus-run-session arch".split(
      " ",
    ),
    [],
    "nohup",
  ),
  wrapper(["nice"], ["-n, --adjustment <text>"], "nice -n 19"),
  wrapper(
    ["ionice"],
    ["-c, --class <text>", "-n, --classdata <text>", "-p, --pid <text>", "-P <text>", "-u <text>"],
    "ionice -c2",
  ),
  wrapper(
    ["timeout", "gtimeout"],
    ["-k, --kill-after <text>", "-s, --signal <text>", "--foreground", "--preserve-status"],
    "timeout -k 5 10",
    { skip: 1 },
  ),
  wrapper(["stdbuf", "gstdbuf"], ["-i, --input <text>", "-o, --output <text>", "-e, --error <text>"], "stdbuf -oL"),
  wrapper(["time", "gtime"], ["-f, --format <text>", "-o, --output <text>", "-p, --portability"], "gtime -f %e"),
  wrapper(["taskset"], ["-c, --cpu-list", "-p, --pid"], "taskset -c 0-3", { skip: 1 }),
  wrapper(["chrt"], ["-T <text>", "-P <text>", "-D <text>", "-f, --fifo", "-p, --pid"], "chrt -f 10", { skip: 1 }),
  wrapper(
    ["numactl"],
    [
      "-C, --physcpubind <text>",
      "-N, --cpunodebind <text>",
      "-m, --membind <text>",
      "-p, --preferred <text>",
      "-i, --interleave <text>",
      "-x <text>",
    ],
    "numactl -C 0",
  ),
  wrapper(["prlimit"], ["-p, --pid <text>", "-o, --output <text>"], "prlimit --nofile=10"),
  wrapper(["choom"], ["-n, --adjust <text>", "-p, --pid <text>"], "choom -n 100"),
  wrapper(["caffeinate"], ["-t <text>", "-w <text>", "-i", "-d"], "caffeinate -i"),
  wrapper(["cpulimit"], ["-p, --pid <text>", "-l, --limit <text>", "-e, --exe <text>", "-o <text>"], "cpulimit -l 50"),
  wrapper(["fakeroot"], ["-l, --lib <text>", "-s <text>", "-i <text>", "-b, --fd-base <text>"], "fakeroot -b 3"),
  wrapper(["faketime"], ["-f <text>"], "faketime yesterday", { skip: 1 }),
  wrapper(["proxychains", "proxychains4"], ["-f <text>", "-q"], "proxychains -q"),
  wrapper(["rlwrap"], valued("abcCDefgHlmMoOpPqsStwz"), "rlwrap -a x"),
  wrapper(
    ["xvfb-run"],
    [
      "-e, --error-file <text>",
      "-n, --server-num <text>",
      "-f, --auth-file <text>",
      "-p, --xauth-protocol <text>",
      "-s, --server-args <text>",
      "-a, --auto-servernum",
    ],
    "xvfb-run -a",
  ),
  wrapper(
    ["systemd-inhibit"],
    ["--what <text>", "--who <text>", "--why <text>", "--mode <text>"],
    "systemd-inhibit --what idle",
  ),
  wrapper(["sshpass"], ["-f <text>", "-d <text>", "-p <text>", "-P <text>", "-e"], "sshpass -p x"),
  wrapper(["ssh-agent"], ["-E <text>", "-a <text>", "-t <text>", "-k", "-s"], "ssh-agent -t 60"),
  {
    names: ["setarch"],
    options: ["-R, --addr-no-randomize", "-v, --verbose"],
    stopAfter: 1,
    // More of its options may follow the architecture.
    carries({ operands }) {
      const start = architecture.test(operands[0] ?? "")
        ? operands.findIndex((word, at) => at > 0 && !word.startsWith("-"))
        : 0;
      return start < 0 || operands.length === 0
        ? undefined
        : { carried: [{ label: "setarch", words: operands.slice(start) }], both: false };
    },
    examples: [{ run: "setarch x86_64 rm old", deletes: ["old"] }, { run: "setarch --list" }],
  },
];
