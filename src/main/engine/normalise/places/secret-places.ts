// Secret places: files and folders that hold credentials, wherever a home folder or a project stands.

/** Below a home folder. */
const inHome =
  /^(?:\.ssh|\.aws|\.gnupg|\.kube|\.azure|\.password-store|\.docker\/config\.json|\.netrc|_netrc|\.npmrc|\.pypirc|\.git-credentials|\.pgpass|\.my\.cnf|\.vault-token|\.s3cfg|\.boto|\.terraform\.d\/credentials\.tfrc\.json|\.terraformrc|\.cargo\/credentials(?:\.toml)?|\.gem\/credentials|\.m2\/settings(?:-security)?\.xml|\.gradle\/gradle\.properties|\.config\/(?:pypoetry\/auth\.toml|glab-cli\/config\.yml|containers\/auth\.json)|\.claude\/\.credentials\.json|\.claude\.json|\.codex\/auth\.json|\.gemini\/oauth_creds\.json|\.config\/(?:gcloud|op|gh\/hosts\.yml|hub|rclone|doctl|heroku|netlify|git\/credentials|github-copilot|sops|age|1password|keepassxc|bitwarden(?: cli)?)|\.1password|\.lastpass|\.local\/share\/(?:keyrings|kwalletd|pass)|\.keepass|library\/keychains|\.(?:bash|zsh|sh|mysql|psql|python|node_repl|rediscli|sqlite)_history|\.local\/share\/fish\/fish_history|\.zhistory|\.mozilla\/firefox|\.thunderbird|\.config\/(?:google-chrome|chromium|bravesoftware|microsoft-edge|opera|vivaldi)(?:[^/]*)|library\/application support\/(?:google\/chrome|chromium|bravesoftware|microsoft edge|firefox)|library\/cookies|appdata\/(?:local|roaming)\/(?:google\/chrome|chromium|bravesoftware|microsoft\/edge|mozilla\/firefox|microsoft\/(?:credentials|protect|vault))|\.electrum|\.bitcoin|\.ethereum|\.config\/solana)(?:\/|$)/i;

/** From the root of the disk. */
const absolute =
  /^(?:\/private)?\/(?:etc\/(?:shadow|gshadow|sudoers|master\.passwd|krb5\.keytab|ssl\/private|security\/opasswd|ssh\/ssh_host_[^/]*_key)-?(?:\.d)?|proc\/(?:[^/]+\/(?:environ|mem)|kcore)|(?:var\/)?run\/secrets|library\/keychains|var\/db\/dslocal\/nodes\/default\/users|var\/lib\/(?:docker\/volumes|kubelet\/(?:pki|config\.json)|sss\/db)|etc\/kubernetes\/(?:admin\.conf|pki)|etc\/rancher)(?:\/|$)|^[a-z]:\/windows\/(?:system32\/config\/(?:sam|security|system)|ntds\/ntds\.dit|repair\/sam)$/i;

/** By the file's own name, in any folder. */
const byName =
  /^(?:\.env(?:\.(?!example$|sample$|template$|dist$|defaults?$|schema$|tpl$)[\w.-]+)?|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._-](?!pub$)[\w.-]*)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|ppk|ovpn|agekey)|\.netrc|\.pgpass|\.pypirc|\.boto|\.s3cfg|\.git-credentials|\.htpasswd|\.vault-token|credentials\.json|client_secrets?[\w.-]*\.json|service[_-]?account[\w.-]*\.json|[\w.-]*(?:prod|production|secrets?)[\w.-]*\.tfvars(?:\.json)?|secrets?\.(?:ya?ml|json|toml|env|ini)|master\.key|logins\.json|key[34]\.db|login data|cookies\.sqlite|wallet\.dat)$/i;

/** `.env.d.ts` and `.env.test.ts` are source files about settings. */
const sourceFile = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|swift|vue|svelte|md|mdx|html?|s?css|map|snap)$/i;

/** Public halves and certificates that share those names and folders. */
const harmless =
  /(?:\.pub|\/known_hosts(?:\.old)?|\/\.ssh\/(?:allowed_signers|environment)|\/(?:ca|cacerts?|ca-bundle|ca-certificates|cert|certs|certificate|chain|fullchain|public|pubkey|public[_-]?key|roots?|tls-ca-bundle|server|client)\.(?:pem|crt)|-ca\.pem)$|^\/(?:etc\/(?:ssl\/certs|ca-certificates|pki\/ca-trust)|usr\/share\/ca-certificates|usr\/lib\/ssl\/certs)\/|\/(?:certifi|node_modules)\/.*\.pem$/i;

/** Accounts of services also keep them outside of home folders. */
const accountFile = /\/(?:\.aws\/credentials|\.kube\/config|\.docker\/config\.json|\.config\/gcloud\/[^/]+)$/i;

const otherHome = /^(?:\/home\/[^/]+|\/users\/[^/]+|\/root|\/var\/root|[a-z]:\/users\/[^/]+)\/(.*)$/i;

/** `path` is absolute with `/` between its parts, or unresolved text such as `$DIR/.ssh/id_rsa`. */
export function isSecretPlace(path: string, home: string): boolean {
  const inside = path.startsWith(`${home}/`) ? path.slice(home.length + 1) : otherHome.exec(path)?.[1];
  if (inside !== undefined && inHome.test(inside)) return !harmless.test(path);
  return (hasSecretName(path) || absolute.test(path) || accountFile.test(path)) && !harmless.test(path);
}

function hasSecretName(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return byName.test(name) && !sourceFile.test(name);
}

/** For a path whose beginning is not known: its later parts may still name a secret place. */
export function hasSecretEnding(text: string): boolean {
  if (hasSecretName(text) && !harmless.test(text)) return true;
  for (
    let slash = text.indexOf("/"), tries = 0;
    slash >= 0 && tries < 16;
    slash = text.indexOf("/", slash + 1), tries += 1
  ) {
    const rest = text.slice(slash + 1);
    if (rest.startsWith(".") && inHome.test(rest)) return !harmless.test(text);
  }
  return false;
}

/** Examples a shell pattern is tried against: `~/.s?h/id_*`. Home-relative ones first. */
export const secretExamples = {
  home: [
    ".ssh",
    ".ssh/id_rsa",
    ".ssh/id_ed25519",
    ".ssh/authorized_keys",
    ".aws",
    ".aws/credentials",
    ".gnupg",
    ".gnupg/secring.gpg",
    ".kube",
    ".kube/config",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".pgpass",
    ".docker/config.json",
    ".config/gcloud",
    ".config/gcloud/credentials.db",
    ".bash_history",
    ".password-store",
  ],
  absolute: ["/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/proc/1/environ", "/proc/self/environ"],
  names: [".env", ".env.local", ".env.production", "id_rsa", "id_ed25519", "server.key"],
} as const;
