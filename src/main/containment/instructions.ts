// A plan as instructions for the launcher.
import type { RunLimits } from "../../shared/containment/index.ts";
import type { SystemSandbox } from "../sandbox/commands/detect.ts";
import { seccompFilter } from "../sandbox/commands/seccomp.ts";
import { bubblewrapWords } from "./bubblewrap.ts";
import type { Plan, Way } from "./plan.ts";
import type { Instruction } from "./request.ts";

export interface LaunchOptions {
  readonly sandbox: Extract<SystemSandbox, { kind: "bubblewrap" }>;
  readonly terminal: boolean;
  readonly limits: RunLimits;
  /** The sockets that the ports inside lead to. */
  readonly ways: Readonly<Record<Way["to"], string>>;
}

/** For each disk in memory. */
const memoryDiskBytes = 2 * 1024 * 1024 * 1024;
const mebibyte = 1024 * 1024;

export function instructionsOf(plan: Plan, { sandbox, terminal, limits, ways }: LaunchOptions): readonly Instruction[] {
  const filter = seccompFilter(process.arch);
  const words = bubblewrapWords(plan, {
    modern: sandbox.modern,
    terminal,
    memoryBytes: memoryDiskBytes,
    // The launcher puts its handles in their place.
    syncHandle: "{END}",
    seccompHandle: filter === undefined ? undefined : "{SECCOMP}",
  });
  return [
    ...plan.notes.map((note) => ["note", note] as const),
    ["program", sandbox.program],
    ...words.map((word) => ["argument", word] as const),
    ...plan.ways.map(({ port, to }) => ["way", String(port), to, ways[to]] as const),
    ...plan.unset.map((name) => ["unset", name] as const),
    ...Object.entries(plan.set).map(([name, value]) => ["set", name, value] as const),
    ["limit", "processes", String(limits.processes)],
    ...(limits.memoryMb === undefined ? [] : [["limit", "memory", String(limits.memoryMb * mebibyte)] as const]),
    ...(limits.cpuSeconds === undefined ? [] : [["limit", "processor", String(limits.cpuSeconds)] as const]),
    ...(limits.seconds === undefined ? [] : [["limit", "seconds", String(limits.seconds)] as const]),
    ...(filter === undefined ? [] : [["seccomp", filter.toString("hex")] as const]),
  ];
}
