// Discovery: looking around. Weak by itself; it explains a session and adds up with other findings.
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCode, onCommand, onPath } from "../../heuristic.ts";
import { has, settingsOf, value } from "../../../normalise/programs/invocation.ts";
import { someWord, wordsOf } from "../../read.ts";

const wholeNetwork = /^\d{1,3}(?:\.\d{1,3}){1,3}(?:\/(?:\d|1\d|2[0-8])|-\d+)$|\.\*$/u;
const captureFormat = /^(?:x11grab|avfoundation|alsa|pulse|v4l2|gdigrab|dshow)$/u;

export const discovery: readonly Heuristic[] = [
  {
    id: "rights-search",
    threat: "Discovery",
    technique: "T1548.001",
    score: severity.warn,
    check: firstOf(
      onCommand(["find"], (command) =>
        /^[-/+]?(?:u[+=]s|g[+=]s|[0-7]?[246]000|[246]\d{3}|-?333|-?0?002|-?2)$/u.test(value(command, "-perm") ?? "") &&
        command.operands.some((operand) => operand.startsWith("/"))
          ? "It searches for programs that run with their owner's rights"
          : null,
      ),
      onCommand(["getcap"], (command) =>
        has(command, "--recursive") ? "It searches for programs with the administrator's rights" : null,
      ),
      onCommand(["sudo"], (command) => (has(command, "--list") ? "It asks what the administrator allows" : null)),
    ),
    match: ["find / -perm -4000 2>/dev/null", "getcap -r /", "sudo -l"],
    not_match: ["find . -perm 644", "find src -type f"],
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
        someWord(command, /(?:^|[\s=@:'"])\/etc\/passwd\b/u) &&
        !/^(?:echo|printf|ls|stat|test|\[)$/u.test(command.program)
          ? "It reads the list of accounts"
          : null,
      ),
      onCommand(["getent"], (command) =>
        /^(?:passwd|group)$/u.test(command.operands[0] ?? "") ? "It lists the accounts" : null,
      ),
      onCommand(["dscl"], (command) =>
        command.options.some(({ name }) => /^-(?:list|read)/u.test(name)) ? "It lists the accounts" : null,
      ),
    ),
    match: ["cat /etc/passwd", "getent passwd"],
    not_match: ["cat package.json"],
  },
  {
    id: "network-scan",
    threat: "Discovery",
    technique: "T1046",
    score: severity.warn,
    check: firstOf(
      onCommand(
        ["nmap", "masscan", "zmap", "rustscan", "arp-scan", "nbtscan", "fping", "unicornscan", "netdiscover"],
        (command) =>
          command.operands.length > 0 || has(command, "-iL") ? `${command.program} scans other machines` : null,
      ),
      onCommand(["nc", "ncat", "netcat"], (command) =>
        command.options.some(({ name }) => /^-[a-z]*z/u.test(name)) &&
        settingsOf(command).some((word) => /\d-\d/u.test(word))
          ? "It scans the ports of another machine"
          : null,
      ),
    ),
    match: ["nmap -sV 10.0.0.0/24", "nc -zv 10.0.0.1 1-1000"],
    not_match: ["nc -zv localhost 5432", "nmap --version"],
  },
  {
    id: "network-swept",
    threat: "Discovery",
    technique: "T1018",
    score: severity.ask,
    check: firstOf(
      onCommand(["nmap", "rustscan", "zmap", "masscan", "unicornscan", "naabu"], (command) => {
        if (/^(?:masscan|zmap)$/u.test(command.program) && command.operands.some((operand) => /\d\.\d/u.test(operand)))
          return `${command.program} scans whole networks`;
        return command.operands.some((target) => wholeNetwork.test(target)) ||
          has(command, "-iL", "-iR") ||
          /^[01]?-(?:65535)?$/u.test(value(command, "-p") ?? "") ||
          /vuln|brute|exploit/u.test(value(command, "--script") ?? "")
          ? `${command.program} scans a whole network, or a machine from end to end`
          : null;
      }),
      onCommand(["arp-scan", "netdiscover", "nbtscan", "fping"], (command) =>
        has(command, "-l", "--localnet", "-g", "--generate", "-r") ||
        settingsOf(command).some((word) => /\d\/(?:1|2)\d\b/u.test(word))
          ? `${command.program} looks for every machine in the network`
          : null,
      ),
      onCommand(["ping", "ping6", "nc", "ncat", "host", "nslookup", "arping"], (command, view) =>
        someWord(command, /(?:^|[\s"'])\d{1,3}\.\d{1,3}(?:\.\d{1,3})?\.(?:\$|\{)/u) &&
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
    match: [
      "nmap -sS 10.0.0.0/24",
      "nmap -p- 10.0.0.5",
      "masscan 10.0.0.0/8 -p22",
      "for i in $(seq 1 254); do ping -c1 -W1 192.168.1.$i & done",
      "arp-scan --localnet",
    ],
    not_match: ["nmap -p 80,443 localhost", "ping -c 3 192.168.1.1", "nc -zv 127.0.0.1 5432", "nmap --version"],
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
              ? has(command, "-f") && settingsOf(command).some((word) => captureFormat.test(word))
              : command.program === "import"
                ? has(command, "-window") && settingsOf(command).includes("root")
                : command.program === "sox"
                  ? has(command, "-d")
                  : command.program === "screencapture" &&
                    (command.options.some(({ name }) => /^-\w*[xCRml]/u.test(name)) ||
                      settingsOf(command).some((word) => /^[/~$]/u.test(word)))
          )
            ? `${command.program} records the screen or the room`
            : null,
      ),
      onCommand(["xinput", "logkeys", "xspy"], (command) =>
        (command.program === "xinput" ? wordsOf(command).some((word) => /^test\b/u.test(word)) : true)
          ? `${command.program} records what the user types`
          : null,
      ),
    ),
    match: ["screencapture -x /tmp/s.png", "xinput test 12"],
    not_match: ["ffmpeg -i a.mp4 b.gif", "xclip -i a.txt"],
  },
];
