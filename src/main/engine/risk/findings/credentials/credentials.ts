// Credentials: reading keys, tokens, password files and browser profiles, and searching for them.
import type { PathFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import {
  type Heuristic,
  type View,
  anyAccess,
  firstOf,
  onAnyCommand,
  onCode,
  onCommand,
  onPath,
} from "../../heuristic.ts";
import { has, settingsOf } from "../../../normalise/programs/invocation.ts";
import { someWord, usedAsKey, wordsOf } from "../../read.ts";

const passwordDatabase =
  /^\/(?:private\/|usr\/local\/)?etc\/(?:sudoers|shadow|gshadow|master\.passwd|security\/(?:passwd|opasswd)|spwd\.db|krb5\.keytab|kcpassword|ppp\/(?:chap|pap)-secrets|mysql\/debian\.cnf)-?$|^\/(?:private\/)?var\/db\/dslocal\/nodes(?:\/|$)|^\/var\/lib\/sss\/(?:db|secrets)(?:\/|$)|^\/etc\/networkmanager\/system-connections(?:\/|$)|^\/etc\/wpa_supplicant\/|\/krb5cc_\w+$|^\/etc\/letsencrypt\/(?:live|archive)\/.*privkey/iu;
const keyMaterial =
  /\/\.ssh\/(?:id_[a-z0-9]+|identity|[^/]*_(?:rsa|dsa|ecdsa|ed25519))$|\/\.gnupg(?:\/|$)|\.(?:kdbx|keychain(?:-db)?|jks|ppk|pfx|p12)$|\/library\/keychains(?:\/|$)|\/etc\/ssh\/ssh_host_[a-z0-9]+_key$|\/private-keys-v1\.d/iu;
const browserStore =
  /\/(?:login data(?: for account)?|logins\.json|key[34]\.db|cookies(?:\.sqlite|\.binarycookies)?|web data|local state|signons\.sqlite)$|\/\.mozilla\/firefox\/|\/google-chrome\/|\/google\/chrome\/|\/bravesoftware\/|\/library\/(?:cookies|safari|mail)(?:\/(?!icons|caches?)|$)/iu;
const secretName =
  /(?:^|[/\s"'*.])(?:id_rsa|id_dsa|id_ecdsa|id_ed25519|\.?netrc|\.?pgpass|credentials(?:\.db|\.json|\.xml)?|access_?tokens?(?:\.db|\.json)?|msal_token_cache\.json|accesstokens\.json|\.gnupg|\.aws|\.azure|\.kube|\.docker\/config\.json|\.git-credentials|\.npmrc|\.pypirc|shadow|passwd|kubeconfig|\.(?:pem|pfx|p12|ppk|kdbx|key|pgp|gpg|jks|keystore|keytab)|token)(?:$|["'\s*])/iu;
const secretWord =
  /passw(?:or)?d|passwd|secret|api[_-]?key|private[_ -]?key|access[_-]?token|aws_(?:access|secret)|credential|\bAKIA|BEGIN (?:RSA|OPENSSH|EC|PRIVATE)|ghp_|xox[bp]-/iu;
const broadPlace =
  /^(?:\/+|\/(?:home|users|etc|var|opt|root|usr)\/?(?:\*)?|~\/?|\$\{?home\}?\/?|\/home\/[^/]+\/?|\/users\/[^/]+\/?|\/+\.(?:aws|azure|config|oci)\b.*)$/iu;

const hashFile = /(?:^|[\s=@:'"])\/etc\/(?:shadow|gshadow|master\.passwd)\b/u;
const otherProcess = /\/proc\/(?!self\/|\$\$\/)[^\s/]+\/(?:mem|environ|maps?|fd|root|cwd)\b/u;

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

/** Names, sizes and rights of a file are no secret. */
function onlyLooks(view: View): boolean {
  const { commands } = view.facts;
  return (
    commands.length > 0 &&
    commands.every((command) => /^(?:ls|stat|file|test|\[|echo|printf|wc|du)$/u.test(command.program))
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
      onPath(anyAccess, (path, view) =>
        passwordDatabase.test(path.path) && !onlyLooks(view)
          ? `It opens ${path.path}, which holds password hashes or rights`
          : null,
      ),
      onAnyCommand([{ words: /shadow|master\.passwd/u }], (command) =>
        (someWord(command, hashFile) || hashFile.test(command.input?.slice(0, 4096) ?? "")) &&
        !/^(?:ls|stat|echo|printf|grep|test|\[)$/u.test(command.program)
          ? "It opens the file with the password hashes"
          : null,
      ),
      onCommand(["dscl", "dscacheutil", "dsexport"], (command) =>
        someWord(command, /shadowhashdata|authenticationauthority/iu) ? "It reads the password hashes" : null,
      ),
      onCommand(["unshadow", "getent"], (command) =>
        command.program === "unshadow" || command.operands[0] === "shadow" ? "It reads the password hashes" : null,
      ),
      onCode((code) =>
        /\/etc\/(?:shadow|master\.passwd)\b/u.test(code.text.slice(0, 65_536))
          ? "Its code opens the password hashes"
          : null,
      ),
    ),
    match: ["sudo cat /etc/shadow", "cp /etc/shadow /tmp/s", "base64 /etc/shadow | base64 -d"],
    not_match: ["ls -l /etc/shadow", "cat /etc/hostname"],
  },
  {
    id: "private-key-read",
    threat: "Credential access",
    technique: "T1552.004",
    // Manuals copy and convert keys too; what sends one away has a rule of its own.
    score: severity.ask,
    check: onPath(["read"], (path, view) =>
      keyMaterial.test(path.path) &&
      !path.path.endsWith(".pub") &&
      !usedAsKey(path, view.facts.commands) &&
      !isKeyTool(view)
        ? `It reads key material in ${path.path}`
        : null,
    ),
    match: [
      "cat ~/.ssh/id_rsa",
      "tar czf k.tgz ~/.gnupg",
      { tool: "read_file", arguments: { path: "/home/user/.ssh/id_ed25519" } },
    ],
    not_match: ["cat ~/.ssh/id_rsa.pub", "cat src/keys.ts"],
  },
  {
    id: "browser-store-read",
    threat: "Credential access",
    technique: "T1555.003",
    score: severity.deny,
    check: firstOf(
      onPath(anyAccess, (path) =>
        (path.zone === "home" || path.zone === "secrets" || path.zone === "other") && browserStore.test(path.path)
          ? `It opens a browser's stored data in ${path.path}`
          : null,
      ),
      onAnyCommand([{ words: /login data|cookies\.|logins\.json/u }], (command) =>
        someWord(command, /login data|\bcookies\.(?:binarycookies|sqlite)|logins\.json/iu) &&
        !/^(?:echo|printf|grep|rg)$/u.test(command.program)
          ? "It opens a browser's stored passwords or cookies"
          : null,
      ),
    ),
    match: [
      "cp ~/.config/google-chrome/Default/'Login Data' /tmp/l",
      "sqlite3 ~/.mozilla/firefox/x.default/cookies.sqlite .dump",
    ],
    not_match: ["cat src/cookies.ts"],
  },
  {
    id: "secret-file-read",
    threat: "Credential access",
    technique: "T1552.001",
    score: severity.ask,
    check: onPath(["read"], (path, view) =>
      path.zone === "secrets" && !inProject(path, view) && !usedAsKey(path, view.facts.commands) && !isKeyTool(view)
        ? `It reads ${path.path}, where credentials are kept`
        : null,
    ),
    match: ["cat ~/.aws/credentials", "cat ~/.netrc", "cp ~/.kube/config /tmp/k"],
    not_match: ["cat README.md"],
  },
  {
    id: "environment-file-read",
    threat: "Credential access",
    technique: "T1552.001",
    score: severity.medium,
    check: onPath(["read", "execute"], (path, view) =>
      path.zone === "secrets" && inProject(path, view) ? `It reads ${path.path}, which usually holds secrets` : null,
    ),
    match: ["cat .env", "source .env.production"],
    not_match: ["cat .env.example", "cat .envrc.md"],
  },
  {
    id: "process-memory-read",
    threat: "Credential access",
    technique: "T1003.007",
    score: severity.deny,
    check: firstOf(
      onAnyCommand([{ words: /\/proc\//u }], (command) =>
        (someWord(command, otherProcess) || command.redirects.some(({ target }) => otherProcess.test(target))) &&
        !/^(?:ls|echo|printf)$/u.test(command.program)
          ? "It looks into the memory or environment of another process"
          : null,
      ),
      onPath(["read"], (path, view) =>
        /^\/dev\/(?:k?mem|port)$|^\/proc\/kcore$/u.test(path.path) && !onlyLooks(view)
          ? "It looks into the memory of the whole machine"
          : null,
      ),
      onCommand(["gcore", "procdump", "mimipenguin"], (command) => `${command.program} dumps the memory of a process`),
    ),
    match: ["cat /proc/1234/environ", "dd if=/proc/$PID/mem of=/tmp/dump", "gcore 1234"],
    not_match: ["cat /proc/cpuinfo", "cat /proc/self/status"],
  },
  {
    id: "secret-search",
    threat: "Credential access",
    technique: "T1552.001",
    score: severity.ask,
    check: firstOf(
      onCommand(["find", "fd", "locate", "mdfind"], (command) => {
        const named = settingsOf(command).some((word) => secretName.test(word));
        const content = command.program === "mdfind" && settingsOf(command).some((word) => secretWord.test(word));
        if (content) return "It searches the machine for passwords and keys";
        return named && (command.program !== "find" || command.operands.some((place) => broadPlace.test(place)))
          ? "It searches the machine for keys and credentials"
          : null;
      }),
      onCommand(["log"], (command) =>
        /^(?:stream|show)$/u.test(wordsOf(command)[0] ?? "") &&
        settingsOf(command).some((word) => secretWord.test(word))
          ? "It reads passwords out of the system log"
          : null,
      ),
      onCommand(["grep", "egrep", "rg", "ag", "findstr", "ack"], (command) => {
        const wanted = settingsOf(command).some((word) => secretWord.test(word));
        const places = has(command, "--regexp", "--file") ? command.operands : command.operands.slice(1);
        return wanted && places.some((place) => broadPlace.test(place))
          ? "It searches the machine for passwords and keys"
          : null;
      }),
    ),
    match: [
      "find / -name id_rsa 2>/dev/null",
      "grep -ri password /",
      "find ~ -name '*.pem'",
      "grep -r aws_secret /home",
    ],
    not_match: ["grep -r password src", "find . -name '*.key'", "grep -rn 'secret' ."],
  },
];
