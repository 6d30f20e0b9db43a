// Living off the land: ordinary programs used to start a shell or to run other commands.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, onAnyCommand, onCode, onCommand } from "../../heuristic.ts";
import { isInterpreter, isShell } from "../../programs.ts";
import { privileged, someWord } from "../../read.ts";
import { hasCommandOption, runsOtherProgram } from "./command-options.ts";

/** A shell as a word of its own: `/bin/sh`, `!sh`, `exec:bash`, `"bash -i"`. */
const shellWord = /(?:^|[\s"'`=(,:;!|\\])(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k|c|tc|a)?sh(?=$|[\s"'`),;|\\\d<>])/u;
const shellPath = /\/(?:usr\/)?bin\/(?:ba|z|da|k|c|tc|a)?sh\b/u;
/** A word that names a shell by its path and is not the first line of a script. */
const givenShell = /^(?!#!)[^]*\/(?:usr\/)?bin\/(?:ba|z|da|k|c|tc|a)?sh\b/u;
/** Programs for which the name of a shell is data, or whose command the normaliser has already taken apart. */
const namesShells =
  /^(?:\$|chsh|useradd|usermod|adduser|su|echo|printf|cat|ls|file|stat|which|whereis|type|command|grep|egrep|fgrep|rg|ag|test|\[|\[\[|head|tail|tee|export|docker|podman|kubectl|oc|lxc|lxc-attach|incus|nerdctl|ssh|mosh|man|tldr|shfmt|shellcheck|dscl|git|ln|cp|mv|rm|chmod|chown|diff|cmp|wc|md5sum|sha\d+sum|readlink|realpath|basename|dirname|ldd|nm|objdump|readelf|strings|od|xxd|hexdump|set|alias|local|declare|readonly|env|case|for|if|shopt|hash|update-alternatives|dpkg|rpm|getent|pw|kill|pkill|pgrep|killall|ps|srun|salloc|distrobox|toolbox|flatpak|cargo|nl|sed|touch|find|pylint|flake8|black|apk|apt|apt-get|brew|pacman|dnf|yum|id)$/u;
/** Places a shell is started in on purpose: another machine, a container, a session. */
const elsewhere =
  /^(?:docker|podman|nerdctl|kubectl|oc|ssh|mosh|lxc|incus|machinectl|distrobox|toolbox|vagrant|adb|tmux|screen|chroot|arch-chroot|bwrap|flatpak|wsl|nix|guix|conda|setarch|linux32|linux64|function|su|runuser|faketime|xvfb-run|dbus-run-session)\b/u;

/** Programs that can be told on their standard input to run something. */
const takesOrders =
  /^(?:ed|ex|vim?|cpan|m4|ftp|gdb|irb|pry|psql|mysql|sqlite3|bc|dc|telnet|at|batch|crontab|make|tclsh|expect|debugfs|R|octave|ghci|lua|node|php|perl|ruby|python\d?)$/u;

const spawnCall =
  /(?:os\.(?:system|exec\w*|popen|spawn\w*|execute)|pty\.spawn|subprocess\.\w+|\bsystem|\bexec\w*|\bpopen|posix\.exec|child_process[^;]{0,60}(?:spawn|exec)\w*|spawnsync|execsync|passthru|shell_exec|proc_open|pcntl_exec|io\.popen|process\.start|runtime[^;]{0,30}exec|`|%x\(|qx)\s*\(?\s*["'[(`{/]*(?:\/(?:usr\/)?bin\/)?(?:env\s+)?(?:ba|z|da|k|c|tc|a)?sh\b/iu;

/** A shell that waits for orders: no script, no text to run, nothing on its standard input. */
function waiting(command: CommandFact): boolean {
  return (
    isShell(command.program) &&
    command.program !== "busybox" &&
    command.operands.length === 0 &&
    command.options.every(({ name, value }) => /^-[ilpsx]$/u.test(name) && value === undefined) &&
    ((command.input === undefined && command.position === 0) || command.wrappers.at(-1) === "xargs") &&
    !command.redirects.some(
      (redirect) => /^\d*<(?![&>])/u.test(redirect.operator) && !/^\/dev\/(?:tty|stdin|fd)/u.test(redirect.target),
    )
  );
}

export const livingOffTheLand: readonly Heuristic[] = [
  {
    id: "shell-from-code",
    threat: "Living off the land",
    technique: "T1059",
    score: severity.ask,
    check: onCode((code) => {
      const text = code.text.slice(0, 65_536);
      return spawnCall.test(text) && shellPath.test(text) ? `Its ${code.language} code starts a shell` : null;
    }),
    match: [
      `python3 -c 'import os; os.system("/bin/sh")'`,
      `perl -e 'exec "/bin/sh";'`,
      `python3 -c 'import pty; pty.spawn("/bin/bash")'`,
    ],
    not_match: [`python3 -c 'print(1)'`, `python3 -c 'import subprocess; subprocess.run(["ls"])'`],
  },
  {
    id: "shell-from-program",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.ask,
    check: onAnyCommand([{ words: /sh(?![a-z_])/u }], (command) => {
      if (isShell(command.program)) return null;
      if (runsOtherProgram(command) && someWord(command, shellWord))
        return `${command.program} is used to start a shell`;
      if (
        command.input !== undefined &&
        takesOrders.test(command.program) &&
        shellPath.test(command.input.slice(0, 4_096))
      )
        return `${command.program} is told to start a shell`;
      return !isInterpreter(command.program) && !namesShells.test(command.program) && someWord(command, givenShell)
        ? `${command.program} is given a shell to run`
        : null;
    }),
    match: [
      "tar -cf /dev/null /dev/null --checkpoint=1 --checkpoint-action=exec=/bin/sh",
      "vim -c ':!/bin/sh'",
      "ssh -o ProxyCommand=';sh 0<&2 1>&2' x",
      "gdb -nx -ex '!sh' -ex quit",
      "somewrapper --run /bin/sh",
    ],
    not_match: [
      "vim notes.txt",
      "find . -name '*.sh'",
      "tar czf a.tgz src",
      "chsh -s /bin/zsh",
      "ls -l /bin/sh",
      "echo '#!/bin/sh'",
    ],
  },
  {
    id: "shell-through-program",
    threat: "Living off the land",
    technique: "T1059.004",
    score: severity.ask,
    check: onCommand(isShell, (command) =>
      waiting(command) && command.wrappers.length > 0 && !command.wrappers.some((wrapper) => elsewhere.test(wrapper))
        ? `It starts a shell through ${command.wrappers.at(-1)}`
        : null,
    ),
    match: ["env /bin/sh", "nice /bin/sh", "find src -exec /bin/bash \\; -quit"],
    not_match: ["bash build.sh", "sh -c 'ls'", "docker exec -it web bash"],
  },
  {
    id: "waiting-shell",
    threat: "Living off the land",
    technique: "T1059.004",
    score: severity.weak,
    check: onCommand(isShell, (command) => (waiting(command) ? "It starts a shell that waits for orders" : null)),
    match: ["bash -i", "/bin/sh"],
    not_match: ["bash build.sh", "cat a.sh | bash"],
  },
  {
    id: "command-option",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.medium,
    check: onCommand(hasCommandOption, (command) =>
      runsOtherProgram(command) ? `${command.program} is given an option that runs other programs` : null,
    ),
    match: ["tar xf a.tar --to-command='cat'", "awk 'BEGIN { system(\"id\") }'"],
    not_match: ["awk '{print $2}' a.txt", "tar xf a.tar", "sed -i 's/a/else b/' x.py"],
  },
  {
    id: "administrator-through-program",
    threat: "Privilege escalation",
    technique: "T1548.003",
    score: severity.ask,
    check: onCommand(hasCommandOption, (command) =>
      privileged(command) && runsOtherProgram(command) && someWord(command, shellWord)
        ? `${command.program} is used to start a shell with the administrator's rights`
        : null,
    ),
    match: ["sudo vim -c ':!/bin/sh'", "sudo awk 'BEGIN {system(\"/bin/sh\")}'"],
    not_match: ["sudo vim /etc/hosts", "sudo find / -name a"],
  },
];
