// The memory of an application on Linux: the proportional share (PSS) of each of its processes, by kind.
import { readdirSync, readFileSync } from "node:fs";

export interface Memory {
  /** Megabytes (10^6 bytes) by kind of process: main, renderer, gpu, utility, zygote. */
  readonly byKind: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Memory that processes share is divided among them, so the sum counts everything once. */
export function memoryOf(processId: number): Memory {
  const byKind = new Map<string, number>();
  for (const id of familyOf(processId)) {
    const kind = kindOf(id, processId);
    byKind.set(kind, (byKind.get(kind) ?? 0) + proportionalBytes(id) / 1e6);
  }
  return { byKind, total: [...byKind.values()].reduce((sum, each) => sum + each, 0) };
}

export function describeMemory({ byKind, total }: Memory): string {
  const parts = [...byKind].map(([kind, megabytes]) => `${kind} ${megabytes.toFixed(0)}`);
  return `${total.toFixed(0)} MB (${parts.join(", ")})`;
}

/** The process and everything below it, as far as it is still there. */
function familyOf(root: number): readonly number[] {
  const children = Map.groupBy(processIds(), parentOf);
  const family: number[] = [];
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    family.push(next);
    open.push(...(children.get(next) ?? []));
  }
  return family;
}

function processIds(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function parentOf(processId: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${processId}/status`))?.[1] ?? 0);
}

function kindOf(processId: number, root: number): string {
  if (processId === root) return "main";
  return /--type=([a-z]+)/.exec(read(`/proc/${processId}/cmdline`))?.[1] ?? "other";
}

function proportionalBytes(processId: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${processId}/smaps_rollup`))?.[1] ?? 0) * 1024;
}

/** Empty for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
