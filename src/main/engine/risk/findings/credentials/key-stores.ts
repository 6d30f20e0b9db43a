// Key stores: keychains, clusters, the metadata service, and tricks that make people or networks hand passwords over.
import { severity } from "../bands.ts";
import { type Heuristic, clip, firstOf, onAnyCommand, onCode, onCommand, onPath, when } from "../heuristic.ts";
import { joined, operands, verbs } from "../read.ts";

export const keyStores: readonly Heuristic[] = [
  {
    id: "keychain-dump",
    threat: "Credential access",
    technique: "T1555.001",
    score: severity.deny,
    check: firstOf(
      onCommand(["security"], (command) =>
        /^(?:dump-keychain|find-(?:generic|internet)-password|export|unlock-keychain|dump-trust)/u.test(
          verbs(command)[0] ?? "",
        )
          ? "It takes passwords out of the keychain"
          : null,
      ),
      onCommand(["gpg", "gpg2"], (command) =>
        /--export-secret/u.test(joined(command)) ? "It exports secret keys" : null,
      ),
      onCommand(["secret-tool"], (command) =>
        /^(?:lookup|search)$/u.test(verbs(command)[0] ?? "") ? "It takes passwords out of the key ring" : null,
      ),
      onCommand(["git"], (command) =>
        /^credential(?:-\w+)? (?:fill|get)\b/u.test(joined(command))
          ? "It takes stored passwords out of git's helper"
          : null,
      ),
      onCommand(["kwallet-query", "pass", "gopass", "keyctl"], (command) =>
        command.program === "kwallet-query" && /(?:^|\s)(?:-r|--read-password)\b/u.test(joined(command))
          ? "It takes passwords out of the wallet"
          : command.program === "keyctl" && /^(?:print|pipe|read)$/u.test(verbs(command)[0] ?? "")
            ? "It reads the kernel's key ring"
            : null,
      ),
      onCommand(["cmdkey"], (command) => (/\/list/iu.test(joined(command)) ? "It lists stored credentials" : null)),
    ),
    examples: {
      risky: ["security dump-keychain -d login.keychain", "gpg --export-secret-keys -a"],
      honest: ["security list-keychains -d user", "gpg --list-keys me"],
    },
  },
  {
    id: "certificate-trust",
    threat: "Weakened defences",
    technique: "T1553.004",
    score: severity.ask,
    check: firstOf(
      onCommand(["security"], (command) =>
        /^(?:add-trusted-cert|import|find-certificate|trust-settings-import|authorizationdb)$/u.test(
          verbs(command)[0] ?? "",
        )
          ? "It changes or copies what the keychain trusts"
          : null,
      ),
      onCommand(["update-ca-certificates", "update-ca-trust", "certctl", "trust"], (command, view) =>
        (command.program === "trust" ? verbs(command)[0] === "anchor" : view.facts.commands.length > 1) ||
        (command.program !== "trust" && /\b(?:trust|extract|add)\b/u.test(verbs(command)[0] ?? ""))
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
    examples: {
      risky: [
        "sudo security add-trusted-cert -d -r trustRoot root.crt",
        "cp x.crt /etc/pki/x.crt; doas update-ca-certificates",
      ],
      honest: ["openssl x509 -in a.crt -text", "sudo update-ca-certificates"],
    },
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
    examples: {
      risky: [
        "curl http://169.254.169.254/latest/meta-data/iam/security-credentials/",
        "curl -H 'Metadata-Flavor: Google' http://metadata.google.internal/x",
      ],
      honest: ["curl http://localhost:3000/health"],
    },
  },
  {
    id: "cluster-secrets",
    threat: "Credential access",
    technique: "T1552.007",
    score: severity.ask,
    check: firstOf(
      onCommand(["kubectl", "oc", "k3s"], (command) => {
        const words = operands(command);
        return words.includes("get") && words.some((word) => /^secrets?(?:$|\/|,)/u.test(word))
          ? "It reads the secrets of a cluster"
          : null;
      }),
      onAnyCommand([{ words: /run\/secrets\//u }], (command) =>
        /\/(?:var\/)?run\/secrets\/(?:kubernetes\.io|eks\.amazonaws)/u.test(command.text)
          ? "It reads the service account's token"
          : null,
      ),
      onCommand(["aws"], (command) => {
        const verb = verbs(command).join(" ");
        return /^(?:sts get-(?:session|federation)-token|iam create-access-key|ssm get-parameters?.*|ec2 get-password-data|ecr get-login-password|configure export-credentials)/u.test(
          verb,
        ) &&
          (!verb.startsWith("ssm") || command.arguments.includes("--with-decryption")) &&
          !verb.startsWith("ecr")
          ? "It takes credentials out of the cloud account"
          : null;
      }),
      onCommand(["gcloud"], (command) =>
        /service-accounts keys create|secrets versions access|auth print-(?:access|identity)-token/u.test(
          joined(command),
        )
          ? "It takes credentials out of the cloud account"
          : null,
      ),
      onCommand(["gh", "glab", "heroku", "npm", "doctl", "fly", "flyctl", "vercel"], (command) =>
        /^auth token\b|^auth status\b.*(?:--show-token|\s-t\b)|^auth:token\b|^token create\b|^tokens? create\b|^auth status --show-token/u.test(
          joined(command),
        )
          ? "It prints or makes a token that stands for the user"
          : null,
      ),
      onCommand(["az"], (command) =>
        /keyvault secret show|account get-access-token|ad sp create-for-rbac|keys list|list-keys/u.test(joined(command))
          ? "It takes credentials out of the cloud account"
          : null,
      ),
    ),
    examples: {
      risky: [
        "kubectl get secrets --all-namespaces -o yaml",
        "aws iam create-access-key --user-name x",
        "gh auth token",
      ],
      honest: ["kubectl get pods", "aws s3 ls", "gh auth status"],
    },
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
    examples: {
      risky: [`osascript -e 'display dialog "Password" default answer "" with hidden answer'`],
      honest: [`osascript -e 'display notification "done"'`],
    },
  },
  {
    id: "network-sniffing",
    threat: "Credential access",
    technique: "T1040",
    score: severity.ask,
    check: firstOf(
      onCommand(["ip", "ifconfig"], (command) =>
        /\bpromisc(?:\s+on)?$/u.test(joined(command)) ? "It lets this machine hear what is meant for others" : null,
      ),
      onCommand(
        ["tcpdump", "tshark", "dumpcap", "ngrep", "ettercap", "bettercap", "dsniff", "wireshark", "snoop", "tcpflow"],
        (command) =>
          command.arguments.some((argument) =>
            /^-(?:r|D|-read-file|-list-interfaces|-version|-help|v|h)$/u.test(argument),
          ) ||
          !/(?:^|\s)(?:-i|-w|-I|-A|-X|--interface|-T|-M|-q|-G|--iface|-eval|-caplet)(?:\s|=|\w|$)/u.test(
            joined(command),
          )
            ? null
            : `${command.program} listens to other programs' network traffic`,
      ),
    ),
    examples: {
      risky: ["sudo tcpdump -i eth0 -w /tmp/c.pcap", "tshark -i en0", "ip link set eth0 promisc on"],
      honest: ["tcpdump -r capture.pcap", "tshark -r a.pcap"],
    },
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
    examples: { risky: ["sshpass -p secret ssh root@host.example"], honest: ["ssh host.example"] },
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
        command.arguments.some((argument) => /(?:^|[=@])\/etc\/passwd$/u.test(argument)) &&
        view.facts.commands.length < 50
        ? "It takes a copy of the list of accounts"
        : null;
    }),
    examples: {
      risky: ["cat /etc/passwd > /tmp/p", "cp /etc/passwd /tmp/p"],
      honest: ["cat /etc/passwd | cut -d: -f1", "grep user /etc/passwd"],
    },
  },
];
