// Programs that run a command as another user or with other rights.
import { carriedByRule } from "../../carry.ts";
import type { Definition } from "../../definition.ts";
import { has, value } from "../../invocation.ts";
import { wrapper } from "./wrapper.ts";

const effects = ["privilege"] as const;
const deletesAsRoot = { deletes: ["old"], effects };

export const privilege: readonly Definition[] = [
  {
    names: ["sudo"],
    options: [
      "-u, --user <text>",
      "-g, --group <text>",
      "-C, --close-from <text>",
      "-D, --chdir <text>",
      "-h, --host <text>",
      "-p, --prompt <text>",
      "-R, --chroot <text>",
      "-T, --command-timeout <text>",
      "-U, --other-user <text>",
      "-r, --role <text>",
      "-t, --type <text>",
      "-e, --edit",
      "-i, --login",
      "-s, --shell",
      "-l, --list",
      "-v, --validate",
      "-k, --reset-timestamp",
      "-n, --non-interactive",
      "-E, --preserve-env[=<text>]",
      "-S, --stdin",
      "-b, --background",
    ],
    stopAfter: 1,
    effects,
    // `sudo -e file` edits the file as sudoedit does; nothing named by it is run.
    carries: (parsed, feed) =>
      carriedByRule(
        { assignments: true },
        has(parsed, "--edit") && parsed.operands.length > 0
          ? { ...parsed, operands: ["sudoedit", ...parsed.operands] }
          : parsed,
        feed,
      ),
    examples: [
      { run: "sudo -u ada A=1 rm old", ...deletesAsRoot },
      { run: "sudo -e notes.txt", writes: ["notes.txt"], effects },
      { run: "sudo -l", options: ["--list"], effects },
    ],
  },
  {
    names: ["doas", "run0", "pkexec"],
    options: [
      "-u, --user <text>",
      "-C <text>",
      "-a <text>",
      "-g, --group <text>",
      "-D, --chdir <text>",
      "--unit <text>",
      "--property <text>",
      "--slice <text>",
      "--setenv <text>",
      "-s, --shell",
      "-n",
    ],
    stopAfter: 1,
    effects,
    carries: {},
    examples: [
      { run: "doas -u ada rm old", ...deletesAsRoot },
      { run: "doas -s", options: ["--shell"], effects },
    ],
  },
  {
    names: ["gosu", "su-exec"],
    stopAfter: 2,
    effects,
    carries: { skip: 1 },
    examples: [
      { run: "gosu ada rm old", ...deletesAsRoot },
      { run: "gosu --version", effects },
    ],
  },
  {
    names: ["su", "runuser"],
    options: [
      "-c, --session-command, --command <text>",
      "-s, --shell <shell>",
      "-u, --user <text>",
      "-g, --group <text>",
      "-G, --supp-group <text>",
      "-w, --whitelist-environment <text>",
      "-T <text>",
      "-l, --login",
    ],
    effects,
    carries(parsed, { program: label }) {
      const shell = value(parsed, "--command");
      if (shell !== undefined) return { carried: [{ label, shell }], both: false };
      if (!has(parsed, "--user") || parsed.operands.length === 0) return undefined;
      return { carried: [{ label, words: parsed.operands }], both: false };
    },
    examples: [
      { run: "su - ada -c 'rm old'", ...deletesAsRoot },
      { run: "runuser -u ada -- rm old", ...deletesAsRoot },
      { run: "su -", effects },
    ],
  },
  {
    names: ["sg"],
    options: ["-c <text>"],
    carries: (parsed) => {
      const shell = value(parsed, "-c");
      return shell === undefined ? undefined : { carried: [{ label: "sg", shell }], both: false };
    },
    examples: [{ run: "sg docker -c 'rm old'", deletes: ["old"] }, { run: "sg docker" }],
  },
  {
    names: ["capsh"],
    effects,
    // What follows `--` are arguments of bash.
    carries: ({ operands }, { words }) =>
      words.includes("--") ? { carried: [{ label: "capsh", words: ["bash", ...operands] }], both: true } : undefined,
    examples: [
      { run: "capsh --print -- -c 'rm old'", options: ["--print"], runs: ["rm"], ...deletesAsRoot },
      { run: "capsh --print", options: ["--print"], effects },
    ],
  },
  wrapper(
    ["setpriv"],
    [
      "--reuid <text>",
      "--regid <text>",
      "--groups <text>",
      "--inh-caps <text>",
      "--ambient-caps <text>",
      "--bounding-set <text>",
      "--securebits <text>",
      "--selinux-label <text>",
      "--apparmor-profile <text>",
      "-d, --dump",
    ],
    "setpriv --reuid 1000",
  ),
];
