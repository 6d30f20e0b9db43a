// Key stores: keychains, clusters, the metadata service, and tricks that make people or networks hand passwords over.
import { has } from "../../../normalise/programs/invocation.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, clip, firstOf, onAnyCommand, onCode, onCommand, onPath, when } from "../../heuristic.ts";
import { someWord, wordsOf } from "../../read.ts";

/** Options of programs that record network traffic: those that read a recording or show something, and those that record. */
const onlyShows = /^-(?:r|D|-read-file|-list-interfaces|-version|-help|v|h)$/u;
const listens = /^(?:-i|-w|-I|-A|-X|--interface|-T|-M|-q|-G|--iface|-eval|-caplet)/u;

export const keyStores: readonly Heuristic[] = [
  {
    id: "certificate-trust",
    threat: "Weakened defences",
    technique: "T1553.004",
    score: severity.ask,
    check: firstOf(
      onCommand(["security"], (command) =>
        /^(?:add-trusted-cert|import|find-certificate|trust-settings-import|authorizationdb)$/u.test(
          wordsOf(command)[0] ?? "",
        )
          ? "It changes or copies what the keychain trusts"
          : null,
      ),
      onCommand(["update-ca-certificates", "update-ca-trust", "certctl", "trust"], (command, view) =>
        (command.program === "trust" ? wordsOf(command)[0] === "anchor" : view.facts.commands.length > 1) ||
        (command.program !== "trust" && /\b(?:trust|extract|add)\b/u.test(wordsOf(command)[0] ?? ""))
          ? "It makes the machine trust another certificate authority"
          : null,
      ),
      onPath(["write"], (path) =>
        /\/(?:ca-certificates|ca-trust\/source\/anchors|share\/certs)(?:\/|$)/u.test(path.path) &&
        path.zone === "system"
          ? "It adds a trusted certificate authority"
          : null,
      ),
    ),
    match: [
      "sudo security add-trusted-cert -d -r trustRoot root.crt",
      "cp x.crt /etc/pki/x.crt; doas update-ca-certificates",
    ],
    not_match: ["openssl x509 -in a.crt -text", "sudo update-ca-certificates"],
  },
  {
    id: "metadata-service",
    threat: "Credential access",
    technique: "T1552.005",
    score: severity.deny,
    check: when(["host"], (view) => {
      const host = view.facts.hosts.find((each) =>
        /^(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal|fd00:ec2::254)$/u.test(
          each.host,
        ),
      );
      return host === undefined
        ? null
        : {
            reason: "It asks the cloud's metadata service, which hands out credentials",
            evidence: clip(host.url ?? host.host),
          };
    }),
    match: [
      "curl http://169.254.169.254/latest/meta-data/iam/security-credentials/",
      "curl -H 'Metadata-Flavor: Google' http://metadata.google.internal/x",
    ],
    not_match: ["curl http://localhost:3000/health"],
  },
  {
    id: "cluster-secrets",
    threat: "Credential access",
    technique: "T1552.007",
    score: severity.ask,
    check: firstOf(
      onCommand(["kubectl", "oc", "k3s"], (command) => {
        return command.subcommand === "get" && command.operands.some((word) => /^secrets?(?:$|\/|,)/u.test(word))
          ? "It reads the secrets of a cluster"
          : null;
      }),
      onAnyCommand([{ words: /run\/secrets\//u }], (command) =>
        /\/(?:var\/)?run\/secrets\/(?:kubernetes\.io|eks\.amazonaws)/u.test(command.text)
          ? "It reads the service account's token"
          : null,
      ),
      onCommand(["aws"], (command) => {
        const { subcommand } = command;
        return /^(?:sts get-(?:session|federation)-token|iam create-access-key|ec2 get-password-data|configure export-credentials)/u.test(
          subcommand,
        ) ||
          (subcommand.startsWith("ssm get-parameter") && has(command, "--with-decryption"))
          ? "It takes credentials out of the cloud account"
          : null;
      }),
      onCommand(["gcloud"], (command) =>
        /service-accounts keys create|secrets versions access|auth print-(?:access|identity)-token/u.test(
          command.subcommand,
        )
          ? "It takes credentials out of the cloud account"
          : null,
      ),
      onCommand(["gh", "glab", "heroku", "npm", "doctl", "fly", "flyctl", "vercel"], (command) =>
        printsToken(wordsOf(command)) ||
        (wordsOf(command)[0] === "auth" && wordsOf(command)[1] === "status" && has(command, "--show-token", "-t"))
          ? "It prints or makes a token that stands for the user"
          : null,
      ),
      onCommand(["az"], (command) =>
        /keyvault secret show|account get-access-token|ad sp create-for-rbac|keys list|list-keys/u.test(
          command.subcommand,
        )
          ? "It takes credentials out of the cloud account"
          : null,
      ),
    ),
    match: ["kubectl get secrets --all-namespaces -o yaml", "aws iam create-access-key --user-name x", "gh auth token"],
    not_match: ["kubectl get pods", "aws s3 ls", "gh auth status"],
  },
  {
    id: "password-prompt-faked",
    threat: "Credential access",
    technique: "T1056.002",
    score: severity.deny,
    check: firstOf(
      onCommand(["osascript", "zenity", "kdialog", "powershell", "pwsh"], (command) =>
        /hidden answer|promptforcredential|--password\b|get-credential/iu.test(command.text)
          ? "It shows a window that asks the user for a password"
          : null,
      ),
      onCode((code) =>
        /with hidden answer|promptforcredential/iu.test(code.text.slice(0, 65_536))
          ? "It shows a window that asks the user for a password"
          : null,
      ),
    ),
    match: [`osascript -e 'display dialog "Password" default answer "" with hidden answer'`],
    not_match: [`osascript -e 'display notification "done"'`],
  },
  {
    id: "network-sniffing",
    threat: "Credential access",
    technique: "T1040",
    score: severity.ask,
    check: firstOf(
      onCommand(["ip", "ifconfig"], (command) =>
        /\bpromisc(?: on)?$/u.test(command.operands.slice(-2).join(" "))
          ? "It lets this machine hear what is meant for others"
          : null,
      ),
      onCommand(
        ["tcpdump", "tshark", "dumpcap", "ngrep", "ettercap", "bettercap", "dsniff", "wireshark", "snoop", "tcpflow"],
        (command) =>
          command.options.some(({ name }) => onlyShows.test(name)) ||
          !command.options.some(({ name }) => listens.test(name))
            ? null
            : `${command.program} listens to other programs' network traffic`,
      ),
    ),
    match: ["sudo tcpdump -i eth0 -w /tmp/c.pcap", "tshark -i en0", "ip link set eth0 promisc on"],
    not_match: ["tcpdump -r capture.pcap", "tshark -r a.pcap"],
  },
  {
    id: "password-on-login",
    threat: "Credential access",
    technique: "T1110",
    score: severity.ask,
    check: onAnyCommand(["wrapper"], (command, view) =>
      command.wrappers.includes("sshpass") && /sshpass\s+-p/u.test(view.text)
        ? "It logs in to a machine with a password from the command line"
        : null,
    ),
    match: ["sshpass -p secret ssh root@host.example"],
    not_match: ["ssh host.example"],
  },
  {
    id: "account-list-taken",
    threat: "Credential access",
    technique: "T1003.008",
    score: severity.ask,
    check: onAnyCommand([{ words: /\/etc\/passwd/u }], (command, view) => {
      const wholesale =
        /^(?:cp|rsync|scp|tar|zip|gpg|openssl|7z|base64|xxd|curl|nc|ccencrypt|dd|install)$/u.test(command.program) ||
        command.dynamic;
      const redirected =
        command.program === "cat" &&
        command.redirects.some((redirect) => redirect.operator.includes(">") && redirect.target !== "/dev/null");
      return (wholesale || redirected) &&
        someWord(command, /(?:^|[=@])\/etc\/passwd$/u) &&
        view.facts.commands.length < 50
        ? "It takes a copy of the list of accounts"
        : null;
    }),
    match: ["cat /etc/passwd > /tmp/p", "cp /etc/passwd /tmp/p"],
    not_match: ["cat /etc/passwd | cut -d: -f1", "grep user /etc/passwd"],
  },
];

/** `gh auth token`, `heroku auth:token`, `npm token create`. */
function printsToken([first = "", second = ""]: readonly string[]): boolean {
  return (
    first === "auth:token" ||
    (first === "auth" && second === "token") ||
    (/^tokens?$/u.test(first) && second === "create")
  );
}
