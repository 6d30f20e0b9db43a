// Discovery: looking around. Weak by itself; it explains a session and adds up with other findings.
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCode, onCommand, onPath } from "../../heuristic.ts";
import { has, settingsOf, value } from "../../../normalise/programs/invocation.ts";
import { someWord } from "../../read.ts";

const wholeNetwork = /^\d{1,3}(?:\.\d{1,3}){1,3}(?:\/(?:\d|1\d|2[0-8])|-\d+)$|\.\*$/u;

export const discovery: readonly Heuristic[] = [
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
];
