// Who may use the operator's socket: people at a terminal, their scripts and services. Never what descends from an agent or
// from Gatehouse itself, and nothing whose descent cannot be seen.
import { isInterpreter, isMessenger, isShell, programName, scriptOf } from "./agent-process.ts";
import { knownAgent } from "./agent-programs.ts";
import type { PeerProcess } from "./peer.ts";

export interface OperatorLineage {
  /** The calling process and its ancestors, nearest first, without the first process of the system. */
  readonly processes: readonly PeerProcess[];
  /** The parent of the last of them: 1 is the first process of the system, 0 one outside of this container. */
  readonly topParent: number | undefined;
  /** The variable that marks a process as run by an agent. */
  readonly markerOf: (process: PeerProcess) => string | undefined;
}

export interface KnownProcesses {
  readonly enginePid: number;
  /** Whether this process has used the agents' interfaces. */
  readonly isAgent: (process: PeerProcess) => boolean;
}

const whatToDo = "Answer in the Gatehouse window, or in a terminal of your own.";

/** Why a process may not use the operator's socket; undefined for one that may. */
export function operatorRefusal(lineage: OperatorLineage, known: KnownProcesses): string | undefined {
  const why = reasonAgainst(lineage, known);
  return why === undefined ? undefined : `Refused: ${why}. ${whatToDo}`;
}

function reasonAgainst(lineage: OperatorLineage, { enginePid, isAgent }: KnownProcesses): string | undefined {
  const { processes, topParent, markerOf } = lineage;
  if (processes.length === 0) return "the system does not say which process is calling";
  if (topParent === enginePid || processes.some(({ pid }) => pid === enginePid))
    return "this process was started by Gatehouse itself, for an agent";
  for (const process of processes) {
    const agent = knownAgent(process);
    if (agent !== undefined) return `this process was started by ${agent} (process ${process.pid}), which is an agent`;
    if (isAgent(process))
      return `this process was started by ${programName(process)} (process ${process.pid}), which acts as an agent`;
    const marker = markerOf(process);
    if (marker !== undefined)
      return `this process was started by an agent: ${marker} is set for ${programName(process)} (process ${process.pid})`;
  }
  // Cut short: an agent may stand further up. Too many processes are between, or the system shows some of them to nobody.
  if (topParent !== 0 && topParent !== 1) return "the system does not show all the processes it descends from";
  return isDetached(lineage) ? "this process is detached, so that nobody can see who started it" : undefined;
}

/** What adopts the processes whose parent has ended. */
const adopters = new Set(["systemd", "init", "launchd", "tini", "dumb-init", "docker-init", "containerd-shim"]);
/** What starts commands later, on behalf of whoever wrote them down. */
const schedulers = new Set(["cron", "crond", "atd", "anacron", "fcron"]);
/** What gives any command a terminal that nobody looks at. */
const terminalMakers = new Set(["script", "expect", "unbuffer", "socat", "dtach", "abduco", "reptyr", "ttyrec"]);
/** Terminals for people that are scripts. */
const scriptedTerminals = new Set(["terminator", "guake"]);

/**
 * A process whose parent has ended belongs to the first process of the system, and its real ancestry is lost: that is how an
 * agent would hide. Left over are then only shells, interpreters and helpers, without a terminal or in one they made themselves.
 */
function isDetached({ processes, topParent }: OperatorLineage): boolean {
  const end = processes.findLastIndex((process) => !adopters.has(programName(process)));
  const tree = processes.slice(0, end + 1);
  const top = tree.at(-1);
  const byManager = tree.length < processes.length;
  const adopted = byManager || topParent === 1;
  if (!adopted) return false;
  if (top === undefined) return true;
  // A manager of sessions starts terminals, and these start shells: one right below it has lost whoever made its terminal.
  // Below the first process of a container it is the shell that the container was started with.
  if (tree.some(({ tty }) => tty !== undefined))
    return isGoBetween(top) || terminalMakers.has(programName(top)) || (byManager && isShell(top));
  return tree.every(
    (process) =>
      isGoBetween(process) ||
      isShell(process) ||
      terminalMakers.has(programName(process)) ||
      schedulers.has(programName(process)),
  );
}

/** Runs what somebody else told it to. */
function isGoBetween(process: PeerProcess): boolean {
  if (isMessenger(process)) return true;
  if (!isInterpreter(process)) return false;
  const script = scriptOf(process);
  return !scriptedTerminals.has(script.slice(script.lastIndexOf("/") + 1));
}
