// Living off the land: ordinary programs used to start shells, run commands, read and write files, load libraries.
import type { CommandFact } from "../../../../shared/facts.ts";
import { severity } from "../bands.ts";
import { type Heuristic, clip, firstOf, onAnyCommand, onCode, onCommand } from "../heuristic.ts";
import { isInterpreter, isShell } from "../programs.ts";
import { given, joined, privileged } from "../read.ts";

const shellPath = /(?:^|[\s"'`=(,:;!|\\/])(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k|c|tc|a|fi)?sh(?=$|[\s"'`),;|\\\d])/u;
const shellPathFull = /\/(?:usr\/)?bin\/(?:ba|z|da|k|c|tc|a)?sh\b/u;
/** Naming a shell is their job, or only text to them. */
const namesShells = /^(?:chsh|useradd|usermod|adduser|su|sudo|echo|printf|cat|ls|file|stat|which|whereis|type|command|grep|egrep|rg|ag|test|\[|\[\[|head|tail|sed|tee|export|tmux|screen|docker|podman|kubectl|oc|lxc|lxc-attach|incus|nerdctl|ssh|mosh|man|tldr|shfmt|shellcheck|dscl|git|apt|apt-get|brew|pacman|dnf|yum|npm|ln|cp|mv|rm|chmod|chown|diff|cmp|wc|md5sum|sha256sum|readlink|realpath|basename|dirname|ldd|nm|objdump|readelf|strings|od|xxd|hexdump|set|alias|local|declare|readonly|env|case|for|if|shopt|hash|pkg|apk|update-alternatives|dpkg|rpm|getent|pw|kill|pkill|pgrep|killall|ps|systemctl|chroot|arch-chroot|machinectl|distrobox|toolbox|nix|nix-shell|guix|conda|flatpak|snap|bash|sh|zsh|fish|dash|ksh|eval|source|\.|exec|trap|xargs|find|time|nohup|watch|timeout|bats|sshpass|expect|script|cargo|go|make|cmake|ninja|vagrant|minikube|multipass|wsl|argc|complete|compgen|help|history|id|getfacl|setfacl|lsattr|chattr|restic|rsync|tar|zip|unzip|scp|sftp)$/u;
const spawnCall =
  /(?:os\.(?:system|exec\w*|popen|spawn\w*|execute)|pty\.spawn|subprocess\.\w+|\bsystem|\bexec\w*|\bpopen|posix\.exec|child_process[^;]{0,60}(?:spawn|exec)\w*|spawnSync|execSync|passthru|shell_exec|proc_open|pcntl_exec|io\.popen|process\.start|runtime[^;]{0,30}exec|`|%x\(|qx)\s*\(?\s*["'[(`{/]*(?:\/(?:usr\/)?bin\/)?(?:env\s+)?(?:ba|z|da|k|c|tc|a)?sh\b/iu;

/** Options of ordinary programs whose value is a command that runs. */
const commandOptions: readonly (readonly [program: RegExp, pattern: RegExp])[] = [
  [/^(?:tar|gtar|bsdtar)$/u, /--checkpoint-action[= ]["']?exec|--(?:to-command|use-compress-program|rmt-command|rsh-command|info-script|new-volume-script)\b|(?:^|\s)-I\s*["']?(?:\S*sh\b|\S*\/)|(?:^|\s)-F\s*\S*sh/u],
  [/^(?:zip|unzip)$/u, /(?:^|\s)-(?:TT|-unzip-command)\b/u],
  [/^(?:rsync)$/u, /(?:^|\s)(?:-e|--rsh)[= ]?["']?(?:ba|z|da)?sh\b|--rsync-path[= ]\S*sh/u],
  [/^(?:ssh|scp|sftp)$/u, /(?:proxycommand|localcommand|knownhostscommand)[= ]["']?\S*(?:\bsh\b|;|\/bin|exec)|permitlocalcommand|(?:^|\s)-S\s*\/|(?:^|\s)-F\s*\/tmp/iu],
  [/^(?:vim?|view|nvim|vimdiff|rvim|rview|gvim|ex|vi|pico|nano|emacs|kak|hx|micro|joe|jed|ed|red)$/u, /:?!\s*\S*sh\b|:?(?:py3?|pyx|lua|perl|ruby)\s|-c\s+["']?:?(?:!|term|shell|set shell)|--eval|-s\s+\S*sh\b|:!|-eval\b|\(term|-f\s+\S*shell/u],
  [/^(?:less|more|most|man|info|pg|lv)$/u, /(?:-P|--pager)[= ]?["']?\S*(?:sh\b|;|\/bin)|!\s*\/bin/u],
  [/^(?:awk|gawk|mawk|nawk|original-awk|goawk)$/u, /\bsystem\s*\(|\|\s*getline|\|\s*["'](?:\/bin\/)?(?:ba)?sh|print\s*\|/u],
  [/^(?:sed|gsed)$/u, /(?:^|[\s;'"\dn])e\s+(?:exec|\/|\w+)|(?:^|\s|')1e\b|\/e(?:$|[;'"\s])|(?:^|['"\s])[\d$]*e\s/u],
  [/^(?:find|fd|fdfind)$/u, /-(?:exec|execdir|ok|okdir|x|X)\s+(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh\s*(?:-p\s*)?(?:\\?;|$)|-fprintf\b/u],
  [/^(?:nmap)$/u, /--(?:script|interactive)[= ]?(?:\/|\$|\S*\.nse|.*os\.execute)|--interactive/u],
  [/^(?:gdb|lldb|pdb|ipdb)$/u, /(?:-ex|-o|--one-line|--eval-command|-batch)\s*[= ]?["']?(?:!|shell|python|py|call|platform shell|source)/u],
  [/^(?:mysql|mariadb|psql|sqlite3|sqlite|sqlplus|mongo|mongosh|redis-cli|clickhouse-client|duckdb)$/u, /\\!|(?:^|["'\s])!\s*\S*sh|\.(?:shell|system|load)\b|--pager|load_extension|COPY\s.*PROGRAM/iu],
  [/^(?:perl|ruby|python\d?(?:\.\d+)?|node|nodejs|php|lua\d?(?:\.\d)?|tclsh|wish|jjs|jrunscript|irb|deno|bun|luajit|guile|ghci|ghc|julia|R|Rscript|octave|gimp|blender|scala|groovy|elixir|erl|racket|sbcl|clisp|ocaml|node-red|jshell)$/u, /\/bin\/(?:ba|z|da)?sh\b|\bexec\w*\s*["'(]\s*["']?(?:ba)?sh\b|pty\.spawn/u],
  [/^(?:make|gmake|cmake|ninja|rake|ant|gradle|mvn|scons|meson|bazel|just|task|invoke|fab)$/u, /--eval|SHELL=|(?:-s\s+)?-E\s+.*\bsh\b|\bexec\b.*sh\b/u],
  [/^(?:git)$/u, /(?:help|-p)\s.*!\s*sh|--exec-path[= ]|--upload-pack[= ]|--receive-pack[= ]|--ext-diff|--open-files-in-pager|-O\S*sh\b|core\.(?:pager|editor|sshcommand)/iu],
  [/^(?:tcpdump|dumpcap|tshark)$/u, /(?:^|\s)-z\s*\S/u],
  [/^(?:wget|curl|aria2c)$/u, /--use-askpass|--on-download-\w+[= ]|--hook|--output-document[= ]\/(?:etc|usr|root)|(?:^|\s)-K\s*\/|--config[= ]\/|file:\/\//u],
  [/^(?:openssl)$/u, /-engine\s+\S*[./]|s_client|s_server|\benc\b.*-(?:in|out)\s+\//u],
  [/^(?:dpkg|rpm|apt|apt-get|yum|dnf|snap|pip\d?|npm|gem|cpan|composer|bundle|bundler|easy_install|conda|pkg|apk|pacman|zypper|opkg|installer|brew)$/u, /(?:pre|post)-invoke|::|--eval|changelog\s|--plugin|-e\s|\bexec\b|--undefined|\bconsole\b|!\s*\S*sh\b|-d\s+\S*rpm|--script-shell/iu],
  [/^(?:xargs|parallel|entr|watch|script|expect|setsid|stdbuf|flock|ionice|taskset|nice|chrt|unshare|setarch|linux32|linux64|i386|strace|ltrace|valgrind|perf|timeout|time|nohup|run-parts|start-stop-daemon|systemd-run|runuser|sg|capsh|chroot|cpulimit|logsave|multitime|rlwrap|rlogin|unbuffer|xvfb-run|dbus-run-session|fakeroot|firejail|bwrap|proot|softlimit|choom|prlimit|uclampset|pexec|torify|torsocks|aoss|catchsegv|distcc|ginsh|hping3|ksshell|dmsetup|dhclient|docker-credential|genisoimage|loginctl|lwp-request|msgfilter|nawk|nsenter|openvpn|pidstat|restic|rpmdb|rpmquery|rpmverify|service|smbclient|split|sqlmap|ssh-agent|ssh-keygen|ssh-keyscan|sysctl|task|tasksh|tdbtool|tmate|tmux|vagrant|varnishncsa|volatility|wish|yash|zathura|zsoelim)$/u, /(?:^|[\s"'=(])(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k|c)?sh(?:$|[\s"');])|--(?:exec|filter|up|script-security|password-command)\b|-sf\s|-i\s*["']?\S*sh\b|-D\s+\.?\/|(?:^|\s)-[a-z]*\s*\S+\.so\b/u],
];

function commandOption(command: CommandFact): boolean {
  const line = joined(command);
  return commandOptions.some(([program, pattern]) => program.test(command.program) && pattern.test(line));
}

export const livingOffTheLand: readonly Heuristic[] = [
  {
    id: "shell-from-code",
    threat: "Living off the land",
    technique: "T1059",
    score: severity.ask,
    check: onCode((code) => (spawnCall.test(code.text.slice(0, 65_536)) && shellPathFull.test(code.text.slice(0, 65_536)) ? `Its ${code.language} code starts a shell` : null)),
    examples: { risky: [`python3 -c 'import os; os.system("/bin/sh")'`, `perl -e 'exec "/bin/sh";'`, `python3 -c 'import pty; pty.spawn("/bin/bash")'`, `awk 'BEGIN {system("/bin/sh")}'`], honest: [`python3 -c 'print(1)'`, `awk '{print $1}' a.txt`] },
  },
  {
    id: "shell-from-program",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.ask,
    check: onAnyCommand((command) => {
      if (isShell(command.program) || !commandOption(command)) return null;
      return shellPath.test(joined(command)) ? `${command.program} is used to start a shell` : null;
    }),
    examples: { risky: ["tar -cf /dev/null /dev/null --checkpoint=1 --checkpoint-action=exec=/bin/sh", "vim -c ':!/bin/sh'", "find . -exec /bin/sh \\; -quit", "ssh -o ProxyCommand=';sh 0<&2 1>&2' x", "gdb -nx -ex '!sh' -ex quit"], honest: ["vim notes.txt", "find . -name '*.sh'", "tar czf a.tgz src"] },
  },
  {
    id: "interactive-shell",
    threat: "Living off the land",
    technique: "T1059.004",
    score: severity.warn,
    check: onAnyCommand((command) => {
      const bare = isShell(command.program) && command.program !== "busybox" && command.arguments.every((argument) => /^-[ilpn]+$/u.test(argument)) && command.input === undefined && command.position === 0 && !command.redirects.some((redirect) => redirect.operator.startsWith("<"));
      return bare && command.wrappers.length > 0 ? `It starts a shell through ${command.wrappers.at(-1)}` : null;
    }),
    examples: { risky: ["env /bin/sh", "nice /bin/sh"], honest: ["bash build.sh", "sh -c 'ls'"] },
  },
  {
    id: "shell-named",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.medium,
    check: onAnyCommand((command) => (!isInterpreter(command.program) && !namesShells.test(command.program) && shellPathFull.test(joined(command)) ? `${command.program} is given a shell to run` : null)),
    examples: { risky: ["somewrapper --run /bin/sh"], honest: ["chsh -s /bin/zsh", "ls -l /bin/sh", "echo '#!/bin/sh'"] },
  },
  {
    id: "command-option",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.medium,
    check: onAnyCommand((command) => (commandOption(command) ? `${command.program} is given an option that can run other programs or reach other files` : null)),
    examples: { risky: ["tar xf a.tar --to-command='cat'", "awk 'BEGIN { system(\"id\") }'"], honest: ["awk '{print $2}' a.txt", "tar xf a.tar"] },
  },
  {
    id: "run-from-scratch-place",
    threat: "Living off the land",
    technique: "T1204.002",
    score: severity.warn,
    check: onAnyCommand((command) => {
      const first = command.text.trim().split(/\s/u)[0] ?? "";
      return /^["']?\/(?:tmp|var\/tmp|dev\/shm|private\/tmp)\/(?![^\s]*(?:venv|bin\/(?:python|pip|pytest|node)))/u.test(first) ? `It runs ${first}, a program from a place for scratch files` : null;
    }),
    examples: { risky: ["/tmp/payload", "/dev/shm/x -a"], honest: ["./run.sh", "cat /tmp/x", "/tmp/venv/bin/python a.py"] },
  },
  {
    id: "administrator-through-program",
    threat: "Privilege escalation",
    technique: "T1548.003",
    score: severity.ask,
    check: (view) => {
      const command = view.facts.commands.find((each) => privileged(each) && (commandOption(each) && shellPath.test(joined(each))));
      return command === undefined ? null : { reason: `${command.program} is used to start a shell with the administrator's rights`, evidence: clip(command.text) };
    },
    examples: { risky: ["sudo find . -exec /bin/sh \\; -quit", "sudo vim -c ':!/bin/sh'"], honest: ["sudo vim /etc/hosts", "sudo find / -name a"] },
  },
  {
    id: "library-loaded",
    threat: "Living off the land",
    technique: "T1574",
    score: severity.warn,
    check: firstOf(
      onAnyCommand((command) => (/(?:^|[\s=])(?:\.\/|\/tmp\/|\/path\/|\/dev\/shm\/)\S*\.(?:so|dylib)(?:\.\d+)*(?:$|\s)/u.test(joined(command)) && !/^(?:ls|gcc|cc|g\+\+|clang|clang\+\+|ld|ldd|nm|objdump|readelf|file|cp|mv|rm|strip|strings|patchelf|install|ln|chmod|find|grep|stat)$/u.test(command.program) ? `${command.program} loads the library it is given` : null)),
      onCommand(["ldconfig"], (command) => (given(command, "f") ? "It changes where libraries come from" : null)),
    ),
    examples: { risky: ["ssh-keygen -D ./lib.so", "openssl req -engine ./lib.so"], honest: ["ldd ./lib.so", "gcc -shared -o ./lib.so a.c"] },
  },
  {
    id: "reads-and-prints",
    threat: "Living off the land",
    technique: "T1005",
    score: severity.note,
    check: onAnyCommand((command) => (privileged(command) && /^(?:dd|date|ul|xxd|od|hd|hexdump|base64|base32|cut|sort|uniq|comm|diff|nl|tac|rev|fold|pr|paste|join|look|strings|xz|bzip2|gzip|column|expand|fmt|head|tail|less|more|cat|cmp|csplit|split|tr|wc|tee|cp|mv|install|ln|rsync|scp|tar|cpio|ar|zip|readelf|openssl|eb|w3m|elinks|links|lynx|curl|wget|jq|yq|xmllint|sqlite3|file|emacs|vi|vim|nano|ed|pico|view|sed|awk|grep|egrep|fgrep|arp|ip|nmap|xargs|find)$/u.test(command.program) ? `${command.program} reads or writes files with the administrator's rights` : null)),
    examples: { risky: ["sudo xxd secret | xxd -r"], honest: ["xxd a.bin"] },
  },
];
