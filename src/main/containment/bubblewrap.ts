// A plan as the words of bubblewrap (Linux).
import { assertNever } from "../../shared/lib/result.ts";
import { kernelMounts } from "../sandbox/commands/bubblewrap.ts";
import type { Mount, Plan } from "./plan.ts";

export interface BubblewrapOptions {
  /** Knows sizes of memory disks and locked user namespaces (0.8 and later). */
  readonly modern: boolean;
  /** For each disk in memory. */
  readonly memoryBytes: number;
  /** On a terminal the program stays in its session: job control and resizing need that, and a filter refuses typing into it. */
  readonly terminal: boolean;
  /** Handles of the launcher: what says that the run has ended, and the filter of system calls. */
  readonly syncHandle: string;
  readonly seccompHandle: string | undefined;
}

export function bubblewrapWords(plan: Plan, options: BubblewrapOptions): readonly string[] {
  const { modern, terminal, syncHandle, seccompHandle } = options;
  return [
    "--unshare-all",
    ...(modern ? ["--unshare-user", "--disable-userns"] : []),
    "--die-with-parent",
    ...(terminal && seccompHandle !== undefined ? [] : ["--new-session"]),
    "--cap-drop",
    "ALL",
    "--hostname",
    "gatehouse",
    "--sync-fd",
    syncHandle,
    ...(seccompHandle === undefined ? [] : ["--seccomp", seccompHandle]),
    ...plan.mounts.flatMap((mount) => wordsOf(mount, options)),
    "--chdir",
    plan.directory,
  ];
}

function wordsOf(mount: Mount, { modern, memoryBytes }: BubblewrapOptions): readonly string[] {
  const memory = (target: string): readonly string[] => [
    ...(modern ? ["--size", String(memoryBytes)] : []),
    "--tmpfs",
    target,
  ];
  switch (mount.kind) {
    case "bind":
      return [mount.writable ? "--bind" : "--ro-bind", mount.source, mount.target];
    case "memory":
      return memory(mount.target);
    case "link":
      return ["--symlink", mount.to, mount.target];
    case "folder":
      return ["--dir", mount.target];
    case "hide":
      return mount.folder
        ? ["--tmpfs", mount.target, "--remount-ro", mount.target]
        : ["--ro-bind", "/dev/null", mount.target];
    case "seal":
      return ["--remount-ro", mount.target];
    case "kernel":
      return [...kernelMounts, ...memory("/dev/shm"), "--remount-ro", "/dev"];
    default:
      return assertNever(mount);
  }
}
