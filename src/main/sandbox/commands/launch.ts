// How a command is started: the shell that sets limits on itself and becomes the command.
import { existsSync } from "node:fs";
import type { SandboxKind } from "../../../shared/domain/execution.ts";
import type { CapabilityManifest } from "../../../shared/domain/verdict.ts";
import type { RunLimits } from "../limits.ts";

/** Everything needed to start a process. */
export interface Launch {
  readonly program: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly directory?: string;
  readonly sandbox: SandboxKind;
  /** Files of Gatehouse's own sockets that are covered inside. */
  readonly covered?: readonly string[];
  /** The filter of system calls, which the sandbox reads from a handle. */
  readonly filter?: Buffer | undefined;
  readonly notes: readonly string[];
}

const mebibyte = 1024 * 1024;

/** Something comes out of it as soon as the sandbox is set up: whatever ended before was not the command. */
export const startedDescriptor = 3;
export const filterDescriptor = 4;

/** Seconds of processor time in all: the share the manifest allows over the time it allows. */
export function cpuSeconds({ maxCpuPercent, timeoutSeconds }: CapabilityManifest): number {
  return Math.max(1, Math.ceil((timeoutSeconds * maxCpuPercent) / 100));
}

/**
 * `sh` limits itself and then becomes the shell that runs the command; limits can be lowered again, never raised. Memory is
 * watched from outside by what is really used: what a program merely reserves is often far more, so this is only a backstop.
 * Processor time is watched too, and gets a second more here. A limit the system does not have is left out.
 */
export function shellWords(
  command: string,
  manifest: CapabilityManifest,
  limits: RunLimits,
  countProcesses: boolean,
): readonly string[] {
  const reservable = (2 * manifest.maxMemoryMb + 256) * 1024;
  const limit = (flags: string) => `ulimit ${flags} 2>/dev/null`;
  const script = [
    `echo started >&${startedDescriptor}; exec ${startedDescriptor}>&-`,
    limit("-c 0"),
    limit(`-t ${cpuSeconds(manifest) + 1}`),
    limit(`-f ${Math.ceil(limits.diskBytes / 512)}`),
    limit(`-d ${reservable}`),
    ...(countProcesses ? [`${limit(`-u ${limits.processes}`)} || ${limit(`-p ${limits.processes}`)}`] : []),
    'exec "$0" -c "$1"',
  ].join("; ");
  return ["/bin/sh", "-c", script, shell(), command];
}

/** The command was judged as bash would read it. */
function shell(): string {
  return existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh";
}

export function memoryBytes({ maxMemoryMb }: CapabilityManifest): number {
  return maxMemoryMb * mebibyte;
}
