// Discovery: looking around. Weak by itself; it explains a session and adds up with other findings.
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCode, onCommand, onPath } from "../heuristic.ts";
import { given, joined, operands } from "../read.ts";

export const discovery: readonly Heuristic[] = [
  {
    id: "rights-search",
    threat: "Discovery",
    technique: "T1548.001",
    score: severity.warn,
    check: firstOf(
      onCommand(["find"], (command) =>
        /-perm\s+[-/+]?(?:u[+=]s|g[+=]s|[0-7]?[246]000|[246]\d{3}|-?333|-?0?002|-?2)(?:\s|$)/u.test(joined(command)) &&
        operands(command).some((operand) => operand.startsWith("/"))
          ? "It searches for programs that run with their owner's rights"
          : null,
      ),
      onCommand(["getcap"], (command) =>
        /-r/u.test(joined(command)) ? "It searches for programs with the administrator's rights" : null,
      ),
      onCommand(["sudo"], (command) =>
        command.arguments.includes("-l") ? "It asks what the administrator allows" : null,
      ),
    ),
    examples: {
      risky: ["find / -perm -4000 2>/dev/null", "getcap -r /", "sudo -l"],
      honest: ["find . -perm 644", "find src -type f"],
    },
  },
  {
    id: "account-list",
    threat: "Discovery",
    technique: "T1087.001",
    score: severity.medium,
    check: firstOf(
      onPath(["read"], (path) =>
        /^\/etc\/(?:passwd|group|sudoers(?:\.d\/.*)?|master\.passwd|security\/.*)$/u.test(path.path)
          ? `It reads the list of accounts in ${path.path}`
          : null,
      ),
      onAnyCommand([{ words: /\/etc\/passwd/u }], (command) =>
        /(?:^|[\s=@:'"])\/etc\/passwd\b/u.test(joined(command)) &&
        !/^(?:echo|printf|ls|stat|test|\[)$/u.test(command.program)
          ? "It reads the list of accounts"
          : null,
      ),
      onCommand(["getent"], (command) =>
        /^(?:passwd|group)$/u.test(operands(command)[0] ?? "") ? "It lists the accounts" : null,
      ),
      onCommand(["dscl"], (command) => (/-list|-read/u.test(joined(command)) ? "It lists the accounts" : null)),
    ),
    examples: { risky: ["cat /etc/passwd", "getent passwd"], honest: ["cat package.json"] },
  },
  {
    id: "network-scan",
    threat: "Discovery",
    technique: "T1046",
    score: severity.warn,
    check: firstOf(
      onCommand(
        ["nmap", "masscan", "zmap", "rustscan", "arp-scan", "nbtscan", "fping", "unicornscan", "netdiscover"],
        (command) => (operands(command).length > 0 ? `${command.program} scans other machines` : null),
      ),
      onCommand(["nc", "ncat", "netcat"], (command) =>
        /-[a-z]*z/u.test(joined(command)) && /\d+-\d+/u.test(joined(command))
          ? "It scans the ports of another machine"
          : null,
      ),
    ),
    examples: {
      risky: ["nmap -sV 10.0.0.0/24", "nc -zv 10.0.0.1 1-1000"],
      honest: ["nc -zv localhost 5432", "nmap --version"],
    },
  },
  {
    id: "network-swept",
    threat: "Discovery",
    technique: "T1018",
    score: severity.ask,
    check: firstOf(
      onCommand(["nmap", "rustscan", "zmap", "masscan", "unicornscan", "naabu"], (command) => {
        const line = ` ${joined(command)} `;
        if (/^(?:masscan|zmap)$/u.test(command.program) && operands(command).some((operand) => /\d\.\d/u.test(operand)))
          return `${command.program} scans whole networks`;
        return /\s\d{1,3}(?:\.\d{1,3}){1,3}(?:\/(?:\d|1\d|2[0-8])|-\d+)\s|\.\*\s|\s-iL\s|\s-iR\s|\s-p-\s|\s-p\s?(?:0|1)?-(?:65535)?\s|\s--script[= ]\S*(?:vuln|brute|exploit)/u.test(
          line,
        )
          ? `${command.program} scans a whole network, or a machine from end to end`
          : null;
      }),
      onCommand(["arp-scan", "netdiscover", "nbtscan", "fping"], (command) =>
        /(?:^|\s)(?:-l|--localnet|-g|--generate|-r)(?:\s|$)|\d\/(?:1|2)\d\b/u.test(joined(command))
          ? `${command.program} looks for every machine in the network`
          : null,
      ),
      onCommand(["ping", "ping6", "nc", "ncat", "host", "nslookup", "arping"], (command, view) =>
        /(?:^|[\s"'])\d{1,3}\.\d{1,3}(?:\.\d{1,3})?\.(?:\$|\{)/u.test(joined(command)) &&
        (view.facts.commands.length > 1 || /[{]\d+\.\.\d+[}]|for\b|seq\b/u.test(view.text))
          ? "It tries one address of the network after the other"
          : null,
      ),
      onCode((code) =>
        code.command !== undefined &&
        /for\b.{0,80}\brange\s*\(\s*1\s*,\s*(?:25[456]|1024|65535|65536)/su.test(code.text.slice(0, 65_536)) &&
        /connect(?:_ex)?\s*\(|["']ping/u.test(code.text)
          ? "Its code tries one address or port after the other"
          : null,
      ),
    ),
    examples: {
      risky: [
        "nmap -sS 10.0.0.0/24",
        "nmap -p- 10.0.0.5",
        "masscan 10.0.0.0/8 -p22",
        "for i in $(seq 1 254); do ping -c1 -W1 192.168.1.$i & done",
        "arp-scan --localnet",
      ],
      honest: ["nmap -p 80,443 localhost", "ping -c 3 192.168.1.1", "nc -zv 127.0.0.1 5432", "nmap --version"],
    },
  },
  {
    id: "looks-around",
    threat: "Discovery",
    technique: "T1082",
    score: severity.note,
    check: onCommand(
      [
        "whoami",
        "id",
        "hostname",
        "hostnamectl",
        "uname",
        "ifconfig",
        "netstat",
        "arp",
        "lastlog",
        "last",
        "w",
        "who",
        "users",
        "groups",
        "dmidecode",
        "lscpu",
        "lsblk",
        "ioreg",
        "system_profiler",
        "sw_vers",
        "systemd-detect-virt",
        "scutil",
        "networksetup",
        "route",
        "ipconfig",
        "systeminfo",
        "tasklist",
        "quser",
        "qwinsta",
        "nltest",
        "dsquery",
        "wmic",
        "ss",
        "lsof",
        "ip",
        "arpwatch",
        "mount",
        "df",
        "printenv",
        "kldstat",
        "lsmod",
        "kextstat",
        "pfctl",
        "locale",
        "localectl",
        "timedatectl",
      ],
      (command) => `${command.program} tells about this machine or its users`,
    ),
    examples: { risky: ["whoami", "uname -a", "ifconfig"], honest: ["ls", "npm test"] },
  },
  {
    id: "clipboard-read",
    threat: "Discovery",
    technique: "T1115",
    score: severity.warn,
    check: onCommand(["xclip", "xsel", "pbpaste", "wl-paste", "get-clipboard"], (command) =>
      command.program === "pbpaste" || command.program === "wl-paste" || /(?:^|\s)-o\b|--output/u.test(joined(command))
        ? "It reads what the user copied"
        : null,
    ),
    examples: { risky: ["pbpaste", "xclip -o"], honest: ["xclip -i a.txt", "pbcopy"] },
  },
  {
    id: "watches-user",
    threat: "Discovery",
    technique: "T1113",
    score: severity.ask,
    check: firstOf(
      onCommand(
        [
          "screencapture",
          "scrot",
          "import",
          "xwd",
          "gnome-screenshot",
          "spectacle",
          "maim",
          "grim",
          "flameshot",
          "ffmpeg",
          "arecord",
          "sox",
          "rec",
          "parecord",
        ],
        (command) =>
          (
            command.program === "ffmpeg"
              ? /-f\s+(?:x11grab|avfoundation|alsa|pulse|v4l2|gdigrab|dshow)/u.test(joined(command))
              : command.program === "import"
                ? /-window\s+root/u.test(joined(command))
                : command.program === "sox"
                  ? /(?:^|\s)-d\b/u.test(joined(command))
                  : command.program === "screencapture" &&
                    (given(command, "xCRml") || operands(command).some((operand) => /^[/~$]/u.test(operand)))
          )
            ? `${command.program} records the screen or the room`
            : null,
      ),
      onCommand(["xinput", "logkeys", "xspy"], (command) =>
        (command.program === "xinput" ? /\btest\b/u.test(joined(command)) : true)
          ? `${command.program} records what the user types`
          : null,
      ),
    ),
    examples: {
      risky: ["screencapture -x /tmp/s.png", "xinput test 12"],
      honest: ["ffmpeg -i a.mp4 b.gif", "xclip -i a.txt"],
    },
  },
];
