// Which process of a peer's lineage is the agent: helpers it starts for one call are not, nor is what every program descends from.
import { type Peer, type PeerProcess, sameProcess } from "./peer.ts";

/** Programs that carry one message for somebody else: the agent is whoever started them. */
const messengers = new Set(
  `curl wget http https xh nc ncat netcat socat websocat openssl
  env timeout nice nohup setsid stdbuf xargs time strace sudo doas npx gatehouse gatehouse-hook`.split(/\s+/),
);

const shells = new Set(`sh bash dash ash zsh ksh mksh fish busybox pwsh`.split(/\s+/));

const interpreters = /^(?:node|nodejs|bun|deno|python[\d.]*|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|tclsh[\d.]*)$/;

/** What starts whole sessions, terminals and desktops: sharing one of these proves nothing. */
const sessionManagers = new Set(
  `systemd init launchd tini dumb-init docker-init containerd-shim runit s6-svscan
  login sshd sshd-session su tmux screen zellij script
  gnome-shell gnome-session-binary gnome-terminal-server plasmashell kwin_wayland Xorg Xwayland gdm sddm lightdm
  konsole xterm alacritty kitty wezterm-gui foot ghostty xfce4-terminal
  code cursor windsurf idea webstorm pycharm`.split(/\s+/),
);

export function programName({ program, command }: Pick<PeerProcess, "program" | "command">): string {
  const path = program.replace(/ \(deleted\)$/, "");
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.exe$/i, "");
  if (!interpreters.test(name)) return name;
  // Interpreters run our own command under their name. Any other word may be an argument of somebody else's program.
  return /(^|\/)(gatehouse(-mcp)?(\.[jt]s)?|out\/main\/cli\.js)$/.test(scriptOf({ command })) ? "gatehouse" : name;
}

export function isShell(process: PeerProcess): boolean {
  return shells.has(programName(process));
}

/** Runs a script under its own name. */
export function isInterpreter(process: PeerProcess): boolean {
  return interpreters.test(programName(process));
}

/** A shell that a person types into: in a terminal, and running neither one command nor a script. */
export function isInteractiveShell(process: PeerProcess): boolean {
  return isShell(process) && process.tty !== undefined && !runsOneCommand(process) && !runsScript(process);
}

/**
 * The processes an agent consists of: its own first, then those it was started by, without helpers in between. Ends below the
 * shell a person types into: what else is started there is another agent.
 */
export function agentTree(peer: Peer): readonly PeerProcess[] {
  const lineage = agentLineage(peer);
  const end = lineage.findIndex((process, index) => index > 0 && isInteractiveShell(process));
  const own = end === -1 ? lineage : lineage.slice(0, end);
  return own.filter((process, index) => index === 0 || !isMessenger(process));
}

/**
 * The agent's process first, then what it descends from as far as that tells anything. A peer whose whole lineage carries
 * messages is taken as it is; empty when nothing is known.
 */
export function agentLineage({ processes }: Peer): readonly PeerProcess[] {
  const end = processes.findIndex((process, index) => index > 0 && sessionManagers.has(programName(process)));
  const own = end === -1 ? processes : processes.slice(0, end);
  const carriers = hookCarriers(own);
  const first = own.findIndex((process, index) => index >= carriers && !isMessenger(process));
  return first === -1 ? own : own.slice(first);
}

/**
 * How many processes at the front only hand over a hook's event: the launcher, what it asks with, and the hook file that calls
 * it. They live for one event, so that an agent known by them would be another one each time.
 */
function hookCarriers(processes: readonly PeerProcess[]): number {
  const launcher = processes.slice(0, 2).findIndex(isHookLauncher);
  if (launcher === -1) return 0;
  const above = processes.findIndex(
    (process, index) => index > launcher && !isHookLauncher(process) && !isMessenger(process) && !isHookFile(process),
  );
  return above === -1 ? processes.length : above;
}

function isHookLauncher(process: PeerProcess): boolean {
  return isShell(process) && /(^|\/)gatehouse-hook$/.test(scriptOf(process));
}

/** Cline runs files in a folder called "hooks", which call the launcher. */
function isHookFile(process: PeerProcess): boolean {
  return isShell(process) && /\/hooks\/[^/]+$/.test(scriptOf(process));
}

export function descendsFrom({ processes }: Peer, ancestor: PeerProcess): boolean {
  return processes.some((process) => sameProcess(process, ancestor));
}

/** Carries one message, or runs one command, for whoever started it. */
export function isMessenger(process: PeerProcess): boolean {
  return messengers.has(programName(process)) || (isShell(process) && runsOneCommand(process));
}

function runsOneCommand({ command }: PeerProcess): boolean {
  return command.slice(1).some((word) => /^-[a-z]*c[a-z]*$/.test(word));
}

/** Options of shells that are followed by a value of their own. */
const optionsWithValue = new Set(["--rcfile", "--init-file", "--init-command", "-C", "-o", "+o", "-O", "+O"]);

function runsScript({ command }: PeerProcess): boolean {
  const [, ...words] = command;
  return words.some((word, index) => !/^[-+]/.test(word) && !optionsWithValue.has(words[index - 1] ?? ""));
}

/** What an interpreter runs: a file, or a text given with its options. Empty for none. */
export function scriptOf({ command }: Pick<PeerProcess, "command">): string {
  const [, ...words] = command;
  const inline = words.findIndex((word) => /^(-[ecpE]|--eval|--print)$/.test(word));
  const script = words.findIndex((word) => !word.startsWith("-"));
  if (inline !== -1 && (script === -1 || inline < script)) return words[inline + 1] ?? "";
  return words[script] ?? "";
}
