// execute_command: the strongest sandbox this machine has, or a refusal; then a run within the manifest's limits.
import { join } from "node:path";
import type { Execution, ExecutionResult } from "../../../shared/domain/execution.ts";
import type { ReportStatus } from "../../../shared/domain/report.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { CapabilityManifest } from "../../../shared/domain/verdict.ts";
import { projectFileName } from "../../engine/policy/protection/self-protection.ts";
import { bubblewrapLaunch } from "./bubblewrap.ts";
import type { SystemSandbox } from "./detect.ts";
import { type Environment, environmentFor } from "./environment.ts";
import { canBridge } from "../network/bridge.ts";
import { type NetworkGate, openNetworkGate } from "../network/gate.ts";
import { socketsIn } from "../network/other-sockets.ts";
import { ownSockets } from "../network/own-sockets.ts";
import { cpuSeconds, filterDescriptor, type Launch, memoryBytes, shellWords } from "./launch.ts";
import { countsByNamespace, type RunLimits } from "../limits.ts";
import { type ProcessEnd, runProcess, type StoppedBy } from "./process.ts";
import { seccompFilter } from "./seccomp.ts";
import { seatbeltLaunch } from "./seatbelt.ts";
import type { Scope } from "../scope.ts";
import { socketFault } from "../network/socket-guard.ts";

export interface CommandOptions {
  readonly detect: () => Promise<SystemSandbox>;
  readonly settings: () => Pick<Settings, "unsandboxedCommands">;
  readonly home: string;
  readonly environment: Environment;
  readonly limits: RunLimits;
}

const mostAttempts = 2;

export interface Command extends Pick<Execution, "manifest" | "signal" | "onOutput"> {
  readonly text: string;
  readonly directory: string;
  readonly scope: Scope;
}

export async function runCommand(command: Command, options: CommandOptions): Promise<ExecutionResult> {
  const sandbox = await options.detect();
  const gate = await gateFor(command.manifest, sandbox);
  try {
    const result = await runIn(sandbox, gate, command, options);
    const refused = gate?.refused() ?? [];
    const note = `It asked for hosts it may not reach: ${refused.join(", ")}.`;
    return refused.length === 0 ? result : { ...result, notes: [...result.notes, note] };
  } finally {
    await gate?.close();
  }
}

async function runIn(
  sandbox: SystemSandbox,
  gate: NetworkGate | undefined,
  command: Command,
  options: CommandOptions,
): Promise<ExecutionResult> {
  const { manifest, signal, onOutput, scope } = command;
  for (let attempt = 1; ; attempt += 1) {
    const others = sandbox.kind === "bubblewrap" ? await socketsIn(scope.places) : [];
    const launch = launchOf(command, sandbox, gate, options, others);
    if (!launch.ok) return { status: "FAILURE", output: "", fault: launch.error, sandbox: "none", notes: [] };
    const { limits } = options;
    const holds = (): boolean =>
      sandbox.kind !== "bubblewrap" || socketFault(scope, launch.value.covered ?? []) === undefined;
    const run = { launch: launch.value, manifest, limits, folders: scope.places, holds, signal, onOutput };
    const end = await runProcess(run);
    // A file or socket that went away while the sandbox was set up is not asked for the second time.
    if (end.started || end.stoppedBy !== undefined || attempt === mostAttempts) {
      return resultOf(end, launch.value, manifest, limits);
    }
  }
}

/** Where the network may be reached: the gate keeps this machine, and so Gatehouse, out of it. */
async function gateFor(manifest: CapabilityManifest, { kind }: SystemSandbox): Promise<NetworkGate | undefined> {
  const { networkAllowed, allowedHosts: allowed, blockedHosts: blocked = [] } = manifest;
  if (!networkAllowed || kind === "none" || (kind === "bubblewrap" && !canBridge())) return undefined;
  return openNetworkGate({ allowed, blocked }, kind === "bubblewrap" ? "socket" : "port");
}

function launchOf(
  command: Command,
  sandbox: SystemSandbox,
  gate: NetworkGate | undefined,
  options: CommandOptions,
  otherSockets: readonly string[],
): Result<Launch, string> {
  const { manifest, scope, directory } = command;
  const { home, environment, limits } = options;
  const anyHost = manifest.allowedHosts === undefined;
  const notes = manifest.networkAllowed && gate === undefined ? [noGate] : [];
  const readOnly = [...scope.places, directory].map((folder) => join(folder, projectFileName));
  const words = (countProcesses: boolean) => shellWords(command.text, manifest, limits, countProcesses);
  const place = gate?.place;
  if (sandbox.kind === "bubblewrap") {
    const own = ownSockets().map(({ path }) => path);
    const covered = sandbox.modern ? own : [];
    const fault = socketFault(scope, covered);
    if (fault !== undefined) return fail(fault);
    const filter = seccompFilter(process.arch);
    const request = { scope, home, directory, anyHost, readOnly, environment, memoryBytes: memoryBytes(manifest) };
    const way = place !== undefined && "socket" in place ? { gate: place.socket } : {};
    const launch = bubblewrapLaunch({
      ...sandbox,
      ...request,
      ...way,
      sockets: [...own, ...otherSockets],
      filter: filter === undefined ? undefined : filterDescriptor,
      words: words(countsByNamespace()),
    });
    return ok({ ...launch, covered, filter, notes: [...launch.notes, ...notes] });
  }
  if (sandbox.kind === "seatbelt") {
    const request = { scope, home, directory, readOnly, environment };
    const way = place !== undefined && "port" in place ? { gate: place.port } : {};
    const launch = seatbeltLaunch({ ...sandbox, ...request, ...way, words: words(false) });
    return ok({ ...launch, notes: [...launch.notes, ...notes] });
  }
  if (options.settings().unsandboxedCommands === "refuse") {
    return fail(
      `The command was not run, because nothing would hold it in its limits: ${sandbox.why}. ` +
        'A human can allow such commands with the setting "unsandboxedCommands".',
    );
  }
  return ok(openLaunch(command, options, words(false)));
}

const noGate =
  "The way to the network needs perl (Debian, Ubuntu: perl-base), which is not installed, so the network was off.";

/** Without a sandbox: limits of time and output hold, those of files and network do not. */
function openLaunch(
  { text, directory }: Command,
  { home, environment }: CommandOptions,
  words: readonly string[],
): Launch {
  const windows = process.platform === "win32";
  const [program = "/bin/sh", ...rest] = windows ? ["cmd.exe", "/d", "/s", "/c", text] : words;
  return {
    program,
    words: rest,
    environment: environmentFor({ platform: process.platform, home, given: environment, sees: () => true }),
    directory,
    sandbox: "none",
    notes: ["It ran without a sandbox, as the setting unsandboxedCommands allows: its scope was not enforced."],
  };
}

function resultOf(
  end: ProcessEnd,
  { sandbox, notes }: Launch,
  manifest: CapabilityManifest,
  limits: RunLimits,
): ExecutionResult {
  const { output, exitCode, stoppedBy } = end;
  const shared = { output, sandbox, notes, exitCode };
  if (stoppedBy !== undefined) {
    return { ...shared, status: statusOf(stoppedBy), fault: sentences(manifest, limits)[stoppedBy] };
  }
  if (!end.started) return { ...shared, status: "FAILURE", fault: "The command did not start; the output says why." };
  if (exitCode === 0) return { ...shared, status: "SUCCESS" };
  return { ...shared, status: "FAILURE", fault: `The command ended with exit code ${exitCode}.` };
}

function statusOf(stoppedBy: StoppedBy): ReportStatus {
  if (stoppedBy === "time") return "TIMEOUT";
  return stoppedBy === "cancelled" ? "ABORTED" : "FAILURE";
}

function sentences(manifest: CapabilityManifest, limits: RunLimits): Readonly<Record<StoppedBy, string>> {
  const megabytes = (bytes: number): number => Math.round(bytes / (1024 * 1024));
  return {
    time: `It was stopped after ${manifest.timeoutSeconds} seconds.`,
    cancelled: "It was stopped because nobody waits for it any more.",
    output: `It was stopped after ${limits.outputBytes} bytes of output.`,
    memory: `It was stopped: it used more than ${manifest.maxMemoryMb} MB of memory.`,
    cpu: `It was stopped after ${cpuSeconds(manifest)} seconds of processor time (${manifest.maxCpuPercent} % of its time).`,
    processes: `It was stopped: it started more than ${limits.processes} processes.`,
    socket: "It was stopped: one of Gatehouse's own sockets was moved to where it could have reached it.",
    disk: `It was stopped: the disk lost more than ${megabytes(limits.diskBytes)} MB while it ran.`,
  };
}
