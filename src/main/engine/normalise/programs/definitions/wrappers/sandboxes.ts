// Programs that run a command in another root, name space, sandbox or service.
import type { Definition, Describe } from "../../definition.ts";
import { has, values } from "../../invocation.ts";
import { valued, wrapper } from "./wrapper.ts";

const unsharePrivilege: Describe = (command, record) => {
  if (has(command, "--map-root-user")) record.effect("privilege");
};

const bubblewrapOne =
  "args argv0 userns userns2 pidns chdir unsetenv lock-file sync-fd proc dev tmpfs mqueue dir remount-ro seccomp add-seccomp-fd exec-label file-label uid gid hostname cap-add cap-drop perms size info-fd block-fd";
const bubblewrapTwo =
  "setenv bind bind-try bind-data bind-fd ro-bind ro-bind-try ro-bind-data ro-bind-fd dev-bind dev-bind-try symlink file chmod";

export const sandboxes: readonly Definition[] = [
  wrapper(["chroot"], ["--userspec <text>", "--groups <text>", "--skip-chdir"], "chroot mnt", {
    skip: 1,
    both: true,
    elsewhere: true,
  }),
  wrapper(["proot"], valued("rbwqkS", "path"), "proot -r mnt", { both: true }),
  {
    ...wrapper(
      ["unshare"],
      [
        "-r, --map-root-user",
        "-R, --root <path>",
        "-w, --wd <path>",
        "-S, --setuid <text>",
        "-G, --setgid <text>",
        "-U, --user[=<text>]",
        "-f, --fork",
      ],
      "unshare -f",
      { both: true },
    ),
    describe: unsharePrivilege,
  },
  {
    names: ["nsenter"],
    options: [
      "-t, --target <text>",
      "-S, --setuid <text>",
      "-G, --setgid <text>",
      "-a, --all",
      ...["mount", "uts", "ipc", "net", "pid", "user", "cgroup", "root", "wd"].map((name) => `--${name}[=<path>]`),
      "-h, --help",
    ],
    stopAfter: 1,
    effects: ["privilege"],
    operands: "path",
    carries: { both: true },
    examples: [
      {
        run: "nsenter -t 1 -m rm old",
        options: ["--target", "-m"],
        deletes: ["old"],
        effects: ["privilege"],
        runs: ["rm"],
      },
      { run: "nsenter --help", options: ["--help"], effects: ["privilege"] },
    ],
  },
  {
    names: ["bwrap"],
    options: [
      ...bubblewrapOne.split(" ").map((name) => `--${name} <text>`),
      ...bubblewrapTwo.split(" ").map((name) => `--${name} <path> <path>`),
    ],
    stopAfter: 1,
    operands: "path",
    carries: { both: true },
    examples: [
      { run: "bwrap --ro-bind ./a /data --tmpfs /tmp rm old", reads: ["./a", "/data"], deletes: ["old"], runs: ["rm"] },
      { run: "bwrap --version" },
    ],
  },
  wrapper(["firejail"], [], "firejail --net=none"),
  wrapper(
    ["flatpak-spawn"],
    ["--env <text>", "--directory <text>", "--forward-fd <text>", "--host"],
    "flatpak-spawn --host",
  ),
  {
    names: ["systemd-run"],
    options: [
      "-p, --property <text>",
      "-E, --setenv <text>",
      "-M, --machine <text>",
      "-u, --unit <text>",
      "-G, --collect",
      "-t, --pty",
      "--description <text>",
      "--slice <text>",
      "--uid <text>",
      "--gid <text>",
      "--on-calendar <text>",
      "--on-active <text>",
      "--on-boot <text>",
      "--on-unit-active <text>",
      "--timer-property <text>",
      "--working-directory <text>",
      "--user",
      "--scope",
    ],
    stopAfter: 1,
    effects: ["persistence"],
    operands: "path",
    carries: { both: true },
    examples: [
      {
        run: "systemd-run --user -u x rm old",
        options: ["--user", "--unit"],
        deletes: ["old"],
        effects: ["persistence"],
        runs: ["rm"],
      },
      { run: "systemd-run --version", effects: ["persistence"] },
    ],
  },
  {
    names: ["start-stop-daemon"],
    options: [
      "-c, --chuid <text>",
      "-p, --pidfile <path>",
      "-u, --user <text>",
      "-d, --chdir <path>",
      "-n, --name <text>",
      "-x, --exec <text>",
      "-a, --startas <text>",
      "-S, --start",
      "-K, --stop",
      "-b, --background",
    ],
    operands: "path",
    carries(parsed) {
      const [program] = values(parsed, "--startas", "--exec");
      return program === undefined || has(parsed, "--stop")
        ? undefined
        : { carried: [{ label: "start-stop-daemon", words: [program, ...parsed.operands] }], both: true };
    },
    examples: [
      { run: "start-stop-daemon -S -x rm -- old", options: ["--start", "--exec"], deletes: ["old"], runs: ["rm"] },
      { run: "start-stop-daemon -K -x rm", options: ["--stop", "--exec"] },
    ],
  },
];
