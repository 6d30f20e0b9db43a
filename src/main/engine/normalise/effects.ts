// Effects: what a command does beyond the files and hosts it names.
import type { CommandFact, Effect } from "../../../shared/facts.ts";
import { startsUnprotected } from "./agent-programs.ts";
import { reachNetwork } from "./inspection.ts";
import type { Inspection } from "./inspection.ts";
import { codeControlsInput, commandControlsInput, hostControlsInput, pathControlsInput } from "./input-control.ts";
import { isStartUpPlace } from "./start-up-places.ts";

function table(...rows: readonly (readonly [Effect, string])[]): ReadonlyMap<string, readonly Effect[]> {
  const map = new Map<string, Effect[]>();
  for (const [effect, names] of rows) {
    for (const name of names.split(" ")) map.set(name, [...(map.get(name) ?? []), effect]);
  }
  return map;
}

const byProgram = table(
  [
    "privilege",
    "sudo doas run0 pkexec su runuser gosu su-exec visudo sudoedit passwd chpasswd usermod useradd adduser groupadd gpasswd newgrp setcap capsh insmod modprobe rmmod kexec mount umount swapon losetup nsenter setenforce sysctl vipw dscl dseditgroup csrutil spctl pwck runas",
  ],
  ["persistence", "crontab at batch launchctl update-rc.d chkconfig schtasks systemd-run useradd adduser"],
  [
    "credential",
    "pass op gopass lpass bw keepassxc-cli secret-tool kwallet-query keyring chamber sops vault gpg2john ssh2john mimikatz lazagne unshadow john hashcat keychaindump",
  ],
  [
    "network",
    "npm yarn pnpm npx bunx uvx pnpx telnet ftp sftp apt apt-get aptitude yum dnf zypper pacman yay apk brew port snap flatpak pip pip3 pipx gem cargo go composer nix-env nix-channel docker podman kubectl helm terraform aws gcloud az gsutil s3cmd s3fs rclone gh glab heroku flyctl vercel netlify wrangler twine ansible ansible-playbook mail mailx sendmail mutt msmtp swaks smbclient rpcclient ldapsearch psql mysql mongo mongosh redis-cli mqtt mosquitto_pub websocat wscat youtube-dl yt-dlp ngrok cloudflared chisel frpc tailscale",
  ],
  ["delete", "rm rmdir unlink shred srm wipe dropdb dropuser wipefs blkdiscard docker-clean rimraf trash trash-put"],
  ["write", "mkfs mke2fs mkswap fdisk parted sfdisk gdisk patch"],
);

/** Programs that reach the network only with some verbs. */
const networkVerbs: Readonly<Record<string, RegExp>> = {
  npm: /^(?:i|install|ci|add|update|up|publish|login|view|info|audit|exec|init|create|search|outdated|whoami|token|dist-tag|unpublish|deprecate)$/,
  yarn: /^(?:add|install|upgrade|up|publish|dlx|create|npm|info)$/,
  pnpm: /^(?:add|i|install|update|up|publish|dlx|create|fetch)$/,
  pip: /^(?:install|download|search|index|wheel)$/,
  pip3: /^(?:install|download|search|index|wheel)$/,
  cargo: /^(?:install|add|update|publish|fetch|search|login|yank|build|run|test|check)$/,
  go: /^(?:get|install|mod|build|run|test)$/,
  docker: /^(?:pull|push|login|search|run|build|compose)$/,
  podman: /^(?:pull|push|login|search|run|build)$/,
  brew: /^(?:install|update|upgrade|tap|fetch|reinstall|search|bundle)$/,
  apt: /^(?:install|update|upgrade|full-upgrade|dist-upgrade|source|download|build-dep)$/,
  "apt-get": /^(?:install|update|upgrade|dist-upgrade|source|download|build-dep)$/,
  gem: /^(?:install|update|fetch|push|search)$/,
  composer: /^(?:install|update|require|create-project|global)$/,
  terraform: /^(?:init|apply|destroy|plan|import|refresh|login)$/,
};

/** A wrapper that is taken off still has its effect. */
export function wrapperEffects(inspection: Inspection, program: string, words: readonly string[]): void {
  if (/^(?:sudo|doas|run0|pkexec|su|runuser|gosu|su-exec|nsenter)$/.test(program)) inspection.effects.add("privilege");
  if (/^(?:ssh|autossh|mosh|kubectl|oc|adb)$/.test(program)) inspection.effects.add("network");
  if (
    (program === "unshare" || program === "docker" || program === "podman") &&
    words.some((word) => word === "--privileged" || /^-[a-z]*r/.test(word))
  ) {
    if (program !== "unshare" && !words.includes("--privileged")) return;
    inspection.effects.add("privilege");
  }
}

/** Verbs of launchctl that change nothing. */
const shows = /^(?:list|print\S*|blame|dumpstate|managerpid|manageruid|managername|hostinfo|version|help|getenv)$/;

export function programEffects(inspection: Inspection, fact: CommandFact): void {
  const { program, arguments: words } = fact;
  const effects = inspection.effects;
  const verb = words.find((word) => !word.startsWith("-")) ?? "";
  for (const effect of byProgram.get(program) ?? []) {
    if (effect === "network" && Object.hasOwn(networkVerbs, program) && networkVerbs[program]?.test(verb) !== true)
      continue;
    if (program === "crontab" && words.includes("-l")) continue;
    if (program === "launchctl" && shows.test(verb)) continue;
    if (effect === "privilege" && program === "mount" && words.length === 0) continue;
    if (effect === "network") reachNetwork(inspection);
    else effects.add(effect);
    if (effect === "network" && Object.hasOwn(networkVerbs, program)) effects.add("write");
  }
  if (
    program.startsWith("python") &&
    words.some((word) => /^(?:http\.server|SimpleHTTPServer|smtpd|pyftpdlib)$/.test(word))
  )
    reachNetwork(inspection);
  if (isPrivilege(program, words)) effects.add("privilege");
  if (isCredential(program, words, verb)) effects.add("credential");
  if (isPersistence(program, words, verb)) effects.add("persistence");
}

function isPrivilege(program: string, words: readonly string[]): boolean {
  switch (program) {
    case "chmod":
      return words.some((word) => /^[ugoa]*\+[rwxXt]*s|^0?[4-7][0-7]{3}$/.test(word));
    case "chown":
      return words.some((word) => /^(?:root|0)(?::|$)/.test(word));
    case "docker":
    case "podman":
      return words.some(
        (word) =>
          /^--(?:privileged|cap-add|pid=host|device)/.test(word) || /^(?:\/:|\/var\/run\/docker\.sock)/.test(word),
      );
    case "spctl":
    case "setenforce":
      return true;
    default:
      return false;
  }
}

const secretName = /(?:token|secret|passw|api_?key|private_?key|credential|auth)/i;

function isCredential(program: string, words: readonly string[], verb: string): boolean {
  switch (program) {
    case "printenv":
      return words.some((word) => secretName.test(word));
    case "security":
      return /^(?:find-|dump-|export|unlock-)/.test(verb);
    case "gh":
    case "glab":
      return verb === "auth" && words.some((word) => word === "token" || word === "--show-token" || word === "-t");
    case "gcloud":
      return (
        words.some((word) => word === "print-access-token" || word === "print-identity-token") ||
        (verb === "secrets" && words.includes("access"))
      );
    case "aws":
      return /^(?:configure get|secretsmanager get-secret-value|ssm get-parameters?|sts get-session-token|sts assume-role|ecr get-login-password|iam create-access-key)/.test(
        words
          .filter((word) => !word.startsWith("-"))
          .slice(0, 2)
          .join(" "),
      );
    case "az":
      return (
        words.includes("get-access-token") ||
        words.includes("--expose-token") ||
        (verb === "keyvault" && words.includes("show"))
      );
    case "kubectl":
    case "oc":
      if (words.includes("--raw") && words.includes("config")) return true;
      return /^(?:get|describe)$/.test(verb) && words.some((word) => /^secrets?(?:\/|$)/.test(word));
    case "vault":
      return /^(?:read|kv|token|login)$/.test(verb);
    case "git":
      return verb === "credential" || words.some((word) => word.startsWith("credential-"));
    case "npm":
      return verb === "token" || (verb === "config" && words.some((word) => /_auth/.test(word)));
    case "docker":
      return verb === "login" && words.some((word) => /^-p|^--password/.test(word));
    case "gpg":
    case "gpg2":
      return words.some((word) => word.startsWith("--export-secret"));
    case "cmdkey":
    case "vaultcmd":
      return true;
    default:
      return false;
  }
}

function isPersistence(program: string, words: readonly string[], verb: string): boolean {
  switch (program) {
    case "systemctl":
      return /^(?:enable|reenable|link|edit|add-wants|preset|unmask)$/.test(verb);
    case "reg":
      return (
        verb.toLowerCase() === "add" &&
        words.some((word) => /\\(?:run|runonce|winlogon|services|image file execution options)(?:\\|$)/i.test(word))
      );
    case "sc":
      return verb.toLowerCase() === "create";
    case "defaults":
      return verb === "write" && words.some((word) => /loginwindow|LaunchAgents/.test(word));
    case "claude":
    case "codex":
    case "gemini":
      return verb === "mcp" && words.includes("add");
    default:
      return false;
  }
}

/** `env`, `export -p` …: they print every variable there is. */
function listsEnvironment({ program, arguments: words }: CommandFact): boolean {
  if (program === "env" || program === "printenv" || program === "set") return words.length === 0;
  if (program !== "export" && program !== "declare") return false;
  return words.length === 0 || (words.length === 1 && /^-[px]+$/.test(words[0] ?? ""));
}

/** What `env` prints is a secret once it goes somewhere: over the network, or to a file that outlives the work. */
function sendsEnvironment(inspection: Inspection): boolean {
  const { commands, hosts, effects, paths } = inspection;
  const handsOn = (command: CommandFact): boolean =>
    command.redirects.some((redirect) => redirect.operator.includes(">")) ||
    command.wrappers.includes("$()") ||
    command.wrappers.includes("<()") ||
    commands.some((other) => other.pipeline === command.pipeline && other.position > command.position);
  if (!commands.some((command) => listsEnvironment(command) && handsOn(command))) return false;
  if (effects.has("network") || [...hosts.values()].some((host) => !host.local)) return true;
  return [...paths.values()].some(
    (path) => path.access === "write" && path.zone !== "workspace" && path.zone !== "temporary",
  );
}

/** Effects that follow from the paths and hosts. Call once everything is gathered. */
export function gatheredEffects(inspection: Inspection): void {
  const effects = inspection.effects;
  for (const path of inspection.paths.values()) {
    effects.add(path.access);
    if (path.access === "read" && path.zone === "secrets") effects.add("credential");
    if (path.access === "write" && isStartUpPlace(path.path)) effects.add("persistence");
  }
  if (inspection.hosts.size > 0) effects.add("network");
  if (sendsEnvironment(inspection)) effects.add("credential");
  if (controlsInput(inspection)) effects.add("control");
  if (inspection.commands.some(startsUnprotected)) effects.add("unprotected");
}

function controlsInput({ commands, code, paths, hosts }: Inspection): boolean {
  return (
    commands.some(commandControlsInput) ||
    code.some(codeControlsInput) ||
    [...paths.values()].some(pathControlsInput) ||
    [...hosts.values()].some(hostControlsInput)
  );
}
