// Credentials: reading keys, tokens, password stores and browser profiles, and searching for them.
import type { PathFact } from "../../../../shared/facts.ts";
import { severity } from "../bands.ts";
import { type Heuristic, type View, clip, firstOf, onAnyCommand, onCode, onCommand, onPath } from "../heuristic.ts";
import { joined, operands, usedAsKey, verbs } from "../read.ts";

const passwordDatabase =
  /^\/(?:private\/|usr\/local\/)?etc\/(?:sudoers|shadow|gshadow|master\.passwd|security\/passwd|spwd\.db|krb5\.keytab)-?$/u;
const keyMaterial =
  /\/\.ssh\/(?:id_[a-z0-9]+|identity|[^/]*_(?:rsa|dsa|ecdsa|ed25519))$|\/\.gnupg(?:\/|$)|\.(?:kdbx|keychain(?:-db)?|jks|ppk|pfx|p12)$|\/library\/keychains(?:\/|$)|\/etc\/ssh\/ssh_host_[a-z0-9]+_key$|\/private-keys-v1\.d/iu;
const browserStore =
  /\/(?:login data(?: for account)?|logins\.json|key[34]\.db|cookies(?:\.sqlite|\.binarycookies)?|web data|local state|signons\.sqlite)$|\/\.mozilla\/firefox\/|\/google-chrome\/|\/google\/chrome\/|\/bravesoftware\/|\/library\/(?:cookies|safari|mail)(?:\/|$)/iu;
const secretName =
  /(?:^|[/\s"'*.])(?:id_rsa|id_dsa|id_ecdsa|id_ed25519|\.?netrc|\.?pgpass|credentials(?:\.db|\.json|\.xml)?|access_?tokens?(?:\.db|\.json)?|msal_token_cache\.json|accesstokens\.json|\.gnupg|\.aws|\.azure|\.kube|\.docker\/config\.json|\.git-credentials|\.npmrc|\.pypirc|shadow|passwd|kubeconfig|\.(?:pem|pfx|p12|ppk|kdbx|key|pgp|gpg|jks|keystore|keytab)|token)(?:$|["'\s*])/iu;
const secretWord =
  /passw(?:or)?d|passwd|secret|api[_-]?key|private[_ -]?key|access[_-]?token|aws_(?:access|secret)|credential/iu;
const broadPlace =
  /^(?:\/+|\/(?:home|users|etc|var|opt|root|usr)\/?(?:\*)?|~\/?|\$\{?home\}?\/?|\/home\/[^/]+\/?|\/users\/[^/]+\/?|\/+\.(?:aws|azure|config|oci)\b.*)$/iu;

/** Programs that look after keys read them for a living. */
function isKeyTool(view: View): boolean {
  return (
    view.facts.commands.length > 0 &&
    view.facts.commands.every((command) =>
      /^(?:ssh|ssh-add|ssh-keygen|ssh-copy-id|ssh-agent|ssh-keyscan|git|mosh|openssl|keytool|chmod|ls|stat|test|\[)$/u.test(
        command.program,
      ),
    )
  );
}

/** Below the project: its own test keys and settings. Relative paths count when no folder is given. */
function inProject(path: PathFact, view: View): boolean {
  const { workspace } = view.facts;
  return workspace === undefined ? !/^[/~$]/u.test(path.given) : path.path.startsWith(`${workspace}/`);
}

export const credentials: readonly Heuristic[] = [
  {
    id: "password-database",
    threat: "Credential access",
    technique: "T1003.008",
    score: severity.deny,
    check: firstOf(
      onPath((path) =>
        passwordDatabase.test(path.path) ? `It opens ${path.path}, which holds password hashes or rights` : null,
      ),
      onAnyCommand((command) =>
        [...command.arguments, command.input?.slice(0, 4096) ?? ""].some((argument) =>
          /(?:^|[\s=@:'"])\/etc\/(?:shadow|gshadow|master\.passwd)\b/u.test(argument),
        ) && !/^(?:ls|stat|echo|printf|grep|test|\[)$/u.test(command.program)
          ? "It opens the file with the password hashes"
          : null,
      ),
      onCommand(["unshadow", "getent"], (command) =>
        command.program === "unshadow" || verbs(command)[0] === "shadow" ? "It reads the password hashes" : null,
      ),
      onCode((code) =>
        /\/etc\/(?:shadow|master\.passwd)\b/u.test(code.text.slice(0, 65_536))
          ? "Its code opens the password hashes"
          : null,
      ),
    ),
    examples: {
      risky: ["sudo cat /etc/shadow", "cp /etc/shadow /tmp/s", "base64 /etc/shadow | base64 -d"],
      honest: ["ls -l /etc/shadow", "cat /etc/hostname"],
    },
  },
  {
    id: "private-key-read",
    threat: "Credential access",
    technique: "T1552.004",
    score: severity.deny,
    check: onPath((path, view) =>
      path.access === "read" &&
      keyMaterial.test(path.path) &&
      !/\.pub$/u.test(path.path) &&
      !usedAsKey(path, view.facts.commands) &&
      !isKeyTool(view)
        ? `It reads key material in ${path.path}`
        : null,
    ),
    examples: {
      risky: [
        "cat ~/.ssh/id_rsa",
        "tar czf k.tgz ~/.gnupg",
        { tool: "read_file", arguments: { path: "/home/user/.ssh/id_ed25519" } },
      ],
      honest: ["cat ~/.ssh/id_rsa.pub", "cat src/keys.ts"],
    },
  },
  {
    id: "browser-store-read",
    threat: "Credential access",
    technique: "T1555.003",
    score: severity.deny,
    check: firstOf(
      onPath((path) =>
        (path.zone === "home" || path.zone === "secrets" || path.zone === "other") && browserStore.test(path.path)
          ? `It opens a browser's stored data in ${path.path}`
          : null,
      ),
      onAnyCommand((command) =>
        /login data|\bcookies\.(?:binarycookies|sqlite)|logins\.json/iu.test(joined(command)) &&
        !/^(?:echo|printf|grep|rg)$/u.test(command.program)
          ? "It opens a browser's stored passwords or cookies"
          : null,
      ),
    ),
    examples: {
      risky: [
        "cp ~/.config/google-chrome/Default/'Login Data' /tmp/l",
        "sqlite3 ~/.mozilla/firefox/x.default/cookies.sqlite .dump",
      ],
      honest: ["cat src/cookies.ts"],
    },
  },
  {
    id: "secret-file-read",
    threat: "Credential access",
    technique: "T1552.001",
    score: severity.ask,
    check: onPath((path, view) =>
      path.zone === "secrets" &&
      path.access === "read" &&
      !inProject(path, view) &&
      !usedAsKey(path, view.facts.commands) &&
      !isKeyTool(view)
        ? `It reads ${path.path}, where credentials are kept`
        : null,
    ),
    examples: {
      risky: ["cat ~/.aws/credentials", "cat ~/.netrc", "cp ~/.kube/config /tmp/k"],
      honest: ["cat README.md"],
    },
  },
  {
    id: "environment-file-read",
    threat: "Credential access",
    technique: "T1552.001",
    score: severity.medium,
    check: onPath((path, view) =>
      path.access === "read" && path.zone === "secrets" && inProject(path, view)
        ? `It reads ${path.path}, which usually holds secrets`
        : path.access === "read" && /\/\.env(?:\.(?!example|sample|template|dist)[\w-]+)?$/u.test(path.path)
          ? `It reads ${path.path}, which usually holds secrets`
          : null,
    ),
    examples: { risky: ["cat .env", "source .env.production"], honest: ["cat .env.example", "cat .envrc.md"] },
  },
  {
    id: "process-memory-read",
    threat: "Credential access",
    technique: "T1003.007",
    score: severity.deny,
    check: firstOf(
      onAnyCommand((command) =>
        /\/proc\/[^\s/]+\/(?:mem|environ|maps?|fd|root|cwd)\b/u.test(command.text) &&
        !/\/proc\/self\/|\/proc\/\$\$\//u.test(command.text) &&
        !/^(?:ls|echo|printf)$/u.test(command.program)
          ? "It looks into the memory or environment of another process"
          : null,
      ),
      onCommand(["gcore", "procdump", "mimipenguin"], (command) => `${command.program} dumps the memory of a process`),
    ),
    examples: {
      risky: ["cat /proc/1234/environ", "dd if=/proc/$PID/mem of=/tmp/dump", "gcore 1234"],
      honest: ["cat /proc/cpuinfo", "cat /proc/self/status"],
    },
  },
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
      onCommand(["cmdkey"], (command) => (/\/list/iu.test(joined(command)) ? "It lists stored credentials" : null)),
    ),
    examples: {
      risky: ["security dump-keychain -d login.keychain", "gpg --export-secret-keys -a"],
      honest: ["security list-keychains", "gpg --list-keys"],
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
      onCommand(["update-ca-certificates", "update-ca-trust", "certctl", "trust"], (command) =>
        command.program !== "trust" || verbs(command)[0] === "anchor"
          ? "It makes the machine trust another certificate authority"
          : null,
      ),
      onPath((path) =>
        path.access === "write" &&
        /\/(?:ca-certificates|ca-trust\/source\/anchors|share\/certs)(?:\/|$)/u.test(path.path) &&
        path.zone === "system"
          ? "It adds a trusted certificate authority"
          : null,
      ),
    ),
    examples: {
      risky: ["sudo security add-trusted-cert -d -r trustRoot root.crt", "sudo update-ca-certificates"],
      honest: ["openssl x509 -in a.crt -text"],
    },
  },
  {
    id: "metadata-service",
    threat: "Credential access",
    technique: "T1552.005",
    score: severity.deny,
    check: (view) => {
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
    },
    examples: {
      risky: [
        "curl http://169.254.169.254/latest/meta-data/iam/security-credentials/",
        "curl -H 'Metadata-Flavor: Google' http://metadata.google.internal/x",
      ],
      honest: ["curl http://localhost:3000/health"],
    },
  },
  {
    id: "secret-search",
    threat: "Credential access",
    technique: "T1552.001",
    score: severity.ask,
    check: firstOf(
      onCommand(["find", "fd", "locate", "mdfind"], (command) => {
        const places = operands(command);
        const named = command.arguments.some((argument) => secretName.test(argument));
        return named && (command.program !== "find" || places.some((place) => broadPlace.test(place)))
          ? "It searches the machine for keys and credentials"
          : null;
      }),
      onCommand(["grep", "egrep", "rg", "ag", "findstr", "ack"], (command) => {
        const places = operands(command);
        const wanted = secretWord.test(places[0] ?? "") || secretWord.test(command.arguments.join(" "));
        return wanted && places.slice(1).some((place) => broadPlace.test(place))
          ? "It searches the machine for passwords and keys"
          : null;
      }),
    ),
    examples: {
      risky: [
        "find / -name id_rsa 2>/dev/null",
        "grep -ri password /",
        "find ~ -name '*.pem'",
        "grep -r aws_secret /home",
      ],
      honest: ["grep -r password src", "find . -name '*.key'", "grep -rn 'secret' ."],
    },
  },
  {
    id: "history-read",
    threat: "Credential access",
    technique: "T1552.003",
    score: severity.ask,
    check: onPath((path) =>
      path.access === "read" &&
      /\/\.(?:(?:bash|zsh|sh|mysql|psql)_(?:history|sessions)|history|zhistory)(?:\/|$)/u.test(path.path)
        ? "It reads the shell history, where passwords are often found"
        : null,
    ),
    examples: { risky: ["cat ~/.bash_history"], honest: ["history | tail -5"] },
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
      onAnyCommand((command) =>
        /\/(?:var\/)?run\/secrets\/(?:kubernetes\.io|eks\.amazonaws)/u.test(command.text)
          ? "It reads the service account's token"
          : null,
      ),
      onCommand(["aws"], (command) => {
        const verb = verbs(command).join(" ");
        return /^(?:sts get-session-token|iam create-access-key|ssm get-parameters?.*|ec2 get-password-data|ecr get-login-password|configure export-credentials)/u.test(
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
      onCommand(["az"], (command) =>
        /keyvault secret show|account get-access-token|ad sp create-for-rbac|keys list|list-keys/u.test(joined(command))
          ? "It takes credentials out of the cloud account"
          : null,
      ),
    ),
    examples: {
      risky: ["kubectl get secrets --all-namespaces -o yaml", "aws iam create-access-key --user-name x"],
      honest: ["kubectl get pods", "aws s3 ls"],
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
    check: onCommand(
      ["tcpdump", "tshark", "dumpcap", "ngrep", "ettercap", "bettercap", "dsniff", "wireshark", "snoop", "tcpflow"],
      (command) =>
        command.arguments.some((argument) =>
          /^-(?:r|D|-read-file|-list-interfaces|-version|-help|v|h)$/u.test(argument),
        ) || command.arguments.length === 0
          ? null
          : `${command.program} listens to other programs' network traffic`,
    ),
    examples: {
      risky: ["sudo tcpdump -i eth0 -w /tmp/c.pcap", "tshark -i en0"],
      honest: ["tcpdump -r capture.pcap", "tshark -r a.pcap"],
    },
  },
];
