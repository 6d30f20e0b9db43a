// Ownership: which processes may use the name of an agent that has no key. The first user of a name owns it.
import { agentTree } from "../../shared/local/agent-process.ts";
import { programText } from "../../shared/local/agent-programs.ts";
import type { Peer, PeerProcess } from "../../shared/local/peer.ts";

/** Where a message came from. */
export interface Source {
  readonly peer: Peer;
  /** Only for a connection that lasts longer than one request. */
  readonly connectionId?: string | undefined;
}

export interface OwnerProcess extends Pick<PeerProcess, "pid" | "startedAt"> {
  readonly program: string;
}

export interface AgentOwner {
  /** Undefined where the system does not say: such peers have shown a token. */
  readonly uid?: number | undefined;
  /** Process ids of another boot mean nothing. */
  readonly bootId?: string | undefined;
  /** What the agent's process ran when the name was first used. */
  readonly program?: string | undefined;
  /** The agent's process first, then those it was started by. Empty where processes are unknown. */
  readonly lineage: readonly OwnerProcess[];
  /** Where not even processes are known, the connection it was first used on; never stored. */
  readonly connectionId?: string | undefined;
}

/** What is known about the machine at the moment of a claim. */
export interface Machine {
  readonly bootId: string | undefined;
  readonly isAlive: (process: Pick<PeerProcess, "pid" | "startedAt">) => boolean;
  readonly isOpen: (connectionId: string) => boolean;
}

const longestProgram = 512;
const shownProgram = 120;

export function ownerOf({ peer, connectionId }: Source, bootId: string | undefined): AgentOwner {
  const lineage = agentTree(peer).map(ownerProcess);
  const [agent] = lineage;
  const user = peer.uid === undefined ? {} : { uid: peer.uid };
  if (agent !== undefined) return { ...user, bootId, program: agent.program, lineage };
  return { ...user, lineage, ...(connectionId === undefined || peer.uid !== undefined ? {} : { connectionId }) };
}

/**
 * The owner after this peer has used the name: the same object when nothing changed, undefined when the name is not the
 * peer's. Pure but for what `machine` tells.
 */
export function claim(owner: AgentOwner, source: Source, machine: Machine): AgentOwner | undefined {
  const { peer } = source;
  if (owner.uid !== peer.uid) return undefined;
  if (owner.lineage.length === 0) return claimUnknown(owner, source, machine);
  const tree = agentTree(peer).map(ownerProcess);
  const [agent, parent] = tree;
  // It has to be one of the owner's processes, and this one cannot be identified.
  if (agent === undefined) return undefined;

  const first = firstLiving(owner, peer, machine);
  const living = owner.lineage[first];
  if (living !== undefined) {
    if (contains(peer, living)) return first === 0 ? owner : { ...owner, lineage: owner.lineage.slice(first) };
    // Two helpers of one agent at the same time, such as hooks: the name belongs to what started them both.
    const common = owner.lineage[first + 1];
    const alike = living.program === agent.program && same(common, parent);
    return alike ? { ...owner, lineage: owner.lineage.slice(first + 1) } : undefined;
  }
  // All of them have ended: the same program is the same agent, started anew.
  const former = owner.lineage[0]?.program;
  const restarted = agent.program === owner.program || tree.some(({ program }) => program === former);
  return restarted ? ownerOf(source, machine.bootId) : undefined;
}

/** Without processes the user is the owner, or the connection while it lasts where not even users are known. */
function claimUnknown(owner: AgentOwner, source: Source, { bootId, isOpen }: Machine): AgentOwner | undefined {
  const { connectionId } = owner;
  if (connectionId !== undefined) {
    if (connectionId === source.connectionId) return owner;
    return isOpen(connectionId) ? undefined : ownerOf(source, bootId);
  }
  return source.peer.processes.length === 0 ? owner : ownerOf(source, bootId);
}

/** What the peer descends from lives, without asking the system. The length of the lineage when none does. */
function firstLiving(owner: AgentOwner, peer: Peer, { bootId, isAlive }: Machine): number {
  const { lineage } = owner;
  if (owner.bootId !== bootId) return lineage.length;
  const index = lineage.findIndex((process) => contains(peer, process) || isAlive(process));
  return index === -1 ? lineage.length : index;
}

function contains(peer: Peer, { pid, startedAt }: OwnerProcess): boolean {
  return peer.processes.some((process) => process.pid === pid && process.startedAt === startedAt);
}

function same(one: OwnerProcess | undefined, other: OwnerProcess | undefined): boolean {
  return one !== undefined && one.pid === other?.pid && one.startedAt === other.startedAt;
}

function ownerProcess(process: PeerProcess): OwnerProcess {
  const { pid, startedAt } = process;
  return { pid, startedAt, program: programText(process).slice(0, longestProgram) };
}

/** For the message of a refusal: what holds the name now. */
export function describeOwner({ uid, program, lineage }: AgentOwner): string {
  const name = program ?? "a process that could not be identified";
  const who = name.length <= shownProgram ? name : `${name.slice(0, shownProgram).toWellFormed()}…`;
  const [first] = lineage;
  const process = first === undefined ? "" : `, process ${first.pid}`;
  return `${who} (${uid === undefined ? "user unknown" : `user ${uid}`}${process})`;
}
