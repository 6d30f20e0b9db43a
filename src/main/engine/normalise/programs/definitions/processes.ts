// Programs that end, find, trace or change other processes.
import type { Definition } from "../definition.ts";

const signals = [
  "-9",
  "-1",
  ..."HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM CHLD CONT STOP TSTP TTIN TTOU URG WINCH IO SYS"
    .split(" ")
    .map((name) => `-${name}, -SIG${name}`),
];

export const processes: readonly Definition[] = [
  {
    names: ["kill"],
    options: ["-l", "-s, --signal <text>", "-n <text>", "-q <text>", ...signals],
    stopAfter: 1,
    examples: [
      { run: "kill -9 4242", options: ["-9"] },
      { run: "kill -s KILL 1", options: ["--signal"] },
    ],
  },
  {
    names: ["pkill", "pgrep", "skill", "snice"],
    options: [
      ...signals,
      "-f, --full",
      "-x, --exact",
      "-i, --ignore-case",
      "-l",
      "-n, --newest",
      "-o, --oldest",
      "--signal <text>",
      "-g, --pgroup <text>",
      "-G, --group <text>",
      "-P, --parent <text>",
      "-s, --session <text>",
      "-t, --terminal <text>",
      "-u, --euid <text>",
      "-U, --uid <text>",
      "-F, --pidfile <text>",
      "-O, --older <text>",
      "--ns <text>",
      "--nslist <text>",
      "--env <text>",
      "--cgroup <text>",
    ],
    examples: [
      { run: "pkill -9 .", options: ["-9"] },
      { run: "pkill -STOP -fu ada vite", options: ["-SIGSTOP", "--full", "--euid"] },
    ],
  },
  {
    names: ["killall"],
    options: [
      ...signals,
      "-s, --signal <text>",
      "-u, --user <text>",
      "-r, --regexp",
      "-m",
      "-e, --exact",
      "-i, --interactive",
      "-I, --ignore-case",
      "-o, --older-than <text>",
      "-y, --younger-than <text>",
      "-w, --wait",
      "-q, --quiet",
    ],
    examples: [
      { run: "killall -KILL node", options: ["-SIGKILL"] },
      { run: "killall -u ada", options: ["--user"] },
    ],
  },
  {
    names: ["fuser"],
    options: [...signals, "-k, --kill", "-i, --interactive", "-m, --mount", "-n, --namespace <text>", "-v", "-s"],
    operands: "path",
    examples: [
      { run: "fuser -k 3000/tcp", options: ["--kill"], reads: ["3000/tcp"] },
      { run: "fuser -v ./data", options: ["-v"], reads: ["./data"] },
    ],
  },
  {
    names: ["gdb"],
    style: "long",
    options: [
      "-ex, -eval-command <text>",
      "-iex, -init-eval-command <text>",
      "-x, -command <execute>",
      "-pid, -p <text>",
      "-c, -core <path>",
      "-n, -nx",
      "-batch",
      "-q, -quiet",
      "-args",
      "-cd <path>",
      "-d, -directory <path>",
    ],
    operands: "path",
    interprets: { language: "gdb", options: ["-eval-command"] },
    startsShells: true,
    examples: [
      { run: "gdb -p 12 --batch -ex bt", options: ["-p", "-batch", "-eval-command"] },
      { run: "gdb ./app ./core", reads: ["./app", "./core"] },
    ],
  },
  {
    names: ["lldb"],
    options: [
      "-o, --one-line <text>",
      "-O, --one-line-before-file <text>",
      "-s, --source <execute>",
      "-p, --attach-pid, --attach <text>",
      "-n, --attach-name <text>",
      "-f, --file <path>",
      "-c, --core <path>",
      "-b, --batch",
    ],
    operands: "path",
    interprets: { language: "gdb", options: ["--one-line"] },
    startsShells: true,
    examples: [
      { run: "lldb -p 12 -o bt", options: ["--attach", "--one-line"] },
      { run: "lldb ./app", reads: ["./app"] },
    ],
  },
  {
    names: ["frida", "dtrace", "bpftrace", "dtruss", "sysdig"],
    startsShells: true,
    options: ["-p, --pid, --attach <text>", "-n <text>", "-e, --eval <text>", "-s <path>", "-l <path>", "-o <write>"],
    operands: "path",
    examples: [
      { run: "dtrace -p 12 -s ./trace.d", options: ["--attach", "-s"], reads: ["./trace.d"] },
      { run: "dtruss ./app", reads: ["./app"] },
    ],
  },
  {
    names: ["auditctl"],
    options: [
      "-a <text>",
      "-A <text>",
      "-d <text>",
      "-F <text>",
      "-S <text>",
      "-k <text>",
      "-w <path>",
      "-W <path>",
      "-p <text>",
      "-e <text>",
      "-R <read>",
      "-D",
      "-l",
      "-s",
    ],
    examples: [
      { run: "auditctl -a always,exit -S execve", options: ["-a", "-S"] },
      { run: "auditctl -l", options: ["-l"] },
    ],
  },
];
