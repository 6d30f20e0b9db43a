// Processes of this machine as Linux shows them: what one is, and from which others it descends.
import { readFileSync, readlinkSync } from "node:fs";
import type { PeerProcess } from "../../shared/local/peer.ts";

export interface ProcessTable {
  /** The process and its ancestors, nearest first, without the first process of the system. Empty when it is gone. */
  readonly lineage: (pid: number) => readonly PeerProcess[];
  /** The number of its parent; undefined when it is gone or the system does not say. */
  readonly parentOf: (pid: number) => number | undefined;
  /** Whether exactly this process still runs. */
  readonly isAlive: (process: Pick<PeerProcess, "pid" | "startedAt">) => boolean;
}

/** Deeper trees exist only by accident or to make us slow. */
const deepestLineage = 64;
const commandWords = 8;
const commandLength = 4096;

export function createProcessTable(root = "/proc"): ProcessTable {
  function statOf(pid: number): ProcessStat | undefined {
    try {
      return parseStat(readFileSync(`${root}/${pid}/stat`, "latin1"));
    } catch {
      return undefined;
    }
  }

  function describe(pid: number, stat: ProcessStat): PeerProcess {
    const { startedAt, session } = stat;
    const tty = terminalName(stat.terminal);
    return {
      pid,
      startedAt,
      program: programOf(root, pid) ?? stat.name,
      command: commandOf(root, pid),
      ...(tty === undefined ? {} : { tty }),
      leadsSession: session === pid,
    };
  }

  return {
    lineage: (pid) => {
      const found: PeerProcess[] = [];
      for (let next = pid; next > 1 && found.length < deepestLineage;) {
        const stat = statOf(next);
        if (stat === undefined) break;
        found.push(describe(next, stat));
        next = stat.parent;
      }
      return found;
    },
    parentOf: (pid) => statOf(pid)?.parent,
    isAlive: ({ pid, startedAt }) => {
      const stat = statOf(pid);
      return stat !== undefined && stat.startedAt === startedAt && stat.state !== "Z" && stat.state !== "X";
    },
  };
}

/** Different after every start of the system; undefined where there is none. */
export function readBootId(root = "/proc"): string | undefined {
  try {
    return readFileSync(`${root}/sys/kernel/random/boot_id`, "latin1").trim();
  } catch {
    return undefined;
  }
}

interface ProcessStat {
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  readonly session: number;
  readonly terminal: number;
  readonly startedAt: number;
}

/** The name stands in parentheses and may hold any character, parentheses included. */
function parseStat(text: string): ProcessStat | undefined {
  const open = text.indexOf("(");
  const close = text.lastIndexOf(")");
  if (open === -1 || close < open) return undefined;
  const fields = text.slice(close + 2).split(" ");
  const number = (index: number): number => Number(fields[index]);
  const stat = {
    name: text.slice(open + 1, close),
    state: fields[0] ?? "",
    parent: number(1),
    session: number(3),
    terminal: number(4),
    startedAt: number(19),
  };
  return Number.isSafeInteger(stat.parent) && Number.isSafeInteger(stat.startedAt) ? stat : undefined;
}

const pseudoTerminalMajors = { first: 136, last: 143 };
const consoleMajor = 4;

/** A device number has its major in bits 8 to 19 and its minor around it. */
function terminalName(device: number): string | undefined {
  if (device === 0 || !Number.isSafeInteger(device)) return undefined;
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
  if (major >= pseudoTerminalMajors.first && major <= pseudoTerminalMajors.last) {
    return `/dev/pts/${(major - pseudoTerminalMajors.first) * 256 + minor}`;
  }
  return major === consoleMajor ? `/dev/tty${minor}` : `device ${major}:${minor}`;
}

function programOf(root: string, pid: number): string | undefined {
  try {
    return readlinkSync(`${root}/${pid}/exe`);
  } catch {
    return undefined;
  }
}

function commandOf(root: string, pid: number): readonly string[] {
  try {
    const text = readFileSync(`${root}/${pid}/cmdline`, "utf8").slice(0, commandLength);
    return text.replace(/\0$/, "").split("\0").slice(0, commandWords);
  } catch {
    return [];
  }
}
