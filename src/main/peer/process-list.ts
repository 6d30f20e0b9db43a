// Processes of this machine as `ps` lists them, for macOS: what one is, and from which others it descends.
import { execFileSync } from "node:child_process";
import { second } from "../../shared/lib/clock.ts";
import type { PeerProcess } from "../../shared/local/peer.ts";
import type { ProcessTable } from "./process-table.ts";

/** Runs ps with these arguments and gives back what it prints. */
export type RunPs = (words: readonly string[]) => string;

interface Listed {
  readonly parent: number;
  readonly process: PeerProcess;
}

const deepestLineage = 64;
const commandWords = 8;
const columns = ["pid", "ppid", "tty", "stat", "lstart"].flatMap((name) => ["-o", `${name}=`]);

export function createProcessList(run: RunPs = runPs): ProcessTable {
  function list(): ReadonlyMap<number, Listed> {
    try {
      return parseProcessList(
        run(["-axww", ...columns, "-o", "comm="]),
        run(["-axww", "-o", "pid=", "-o", "command="]),
      );
    } catch {
      return new Map();
    }
  }

  return {
    lineage: (pid) => {
      const listed = list();
      const found: PeerProcess[] = [];
      for (let next = pid; next > 1 && found.length < deepestLineage;) {
        const each = listed.get(next);
        if (each === undefined) break;
        found.push(each.process);
        next = each.parent;
      }
      return found;
    },
    parentOf: (pid) => list().get(pid)?.parent,
    isAlive: ({ pid, startedAt }) => list().get(pid)?.process.startedAt === startedAt,
  };
}

const line = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.+?)\s*$/;

/** The first text has the columns with the program's path last, the second the command lines. Words are split at blanks. */
function parseProcessList(programs: string, commands: string): ReadonlyMap<number, Listed> {
  const words = new Map(
    commands.split("\n").flatMap((text): [number, readonly string[]][] => {
      const match = /^\s*(\d+)\s+(.*)$/.exec(text);
      return match === null ? [] : [[Number(match[1]), (match[2] ?? "").split(/\s+/).slice(0, commandWords)]];
    }),
  );
  return new Map(
    programs.split("\n").flatMap((text): [number, Listed][] => {
      const match = line.exec(text);
      if (match === null) return [];
      const [, pidText, parent, tty = "", stat = "", started = "", program = ""] = match;
      const pid = Number(pidText);
      const process = {
        pid,
        startedAt: Date.parse(`${started} UTC`),
        program,
        command: words.get(pid) ?? [],
        ...(tty === "??" || tty === "-" ? {} : { tty: `/dev/${tty}` }),
        leadsSession: stat.includes("s"),
      };
      return [[pid, { parent: Number(parent), process }]];
    }),
  );
}

function runPs(words: readonly string[]): string {
  // The local time of `lstart` is only compared, so that any zone will do as long as it stays the same.
  const environment = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  return execFileSync("/bin/ps", words, {
    encoding: "utf8",
    env: environment,
    timeout: 5 * second,
    maxBuffer: 1 << 24,
  });
}
