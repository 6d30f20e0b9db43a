// Wires contained runs: their launcher, the socket they are opened on, the policy's profile, and the way to the network.
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { defaultProfile, profiles } from "../../../shared/containment/index.ts";
import { fail } from "../../../shared/lib/result.ts";
import { type LauncherPlace, runLauncherText } from "../../containment/launcher.ts";
import type { EtcFile } from "../../containment/ports.ts";
import { createRuns, type RunKeeper, type RunPorts } from "../../containment/runs.ts";
import { writeLauncher as writeLaunchers } from "../../connectors/index.ts";
import { managedSettingsOf } from "../../connectors/managed.ts";
import { profileOf } from "../../engine/policy/containment.ts";
import { createProjectRoots } from "../../machine/policy/project-root.ts";
import { createDetector } from "../../sandbox/commands/detect.ts";
import { ownSockets } from "../../sandbox/network/own-sockets.ts";
import type { Addresses } from "../addresses.ts";
import type { Cleanup } from "../cleanup.ts";
import type { Opened } from "../open.ts";
import type { StartOptions } from "../options.ts";
import type { RunBoundary } from "./boundary.ts";

/** What one run may start at once, where the system counts by sandbox. */
const mostProcesses = 4096;
/** Beside the launcher: a file for folders that git is to leave alone. */
const ignoringName = "ignore-all";

/** Tried once, beside the start: until it is known, commands are not contained. */
export function findContainment(dataDirectory: string): () => string | undefined {
  let launcher: string | undefined;
  const find = async (): Promise<void> => {
    const { kind } = await createDetector()();
    if (kind === "bubblewrap") launcher = join(dataDirectory, "bin", "gatehouse");
  };
  void find();
  return () => launcher;
}

export function buildContainment(
  { resourcesDirectory }: StartOptions,
  opened: Opened,
  { addresses, boundary }: { readonly addresses: Addresses; readonly boundary: RunBoundary },
  cleanup: Cleanup,
): RunKeeper {
  const { clock, dataDirectory, endpoints, policy, report } = opened;
  const programs = join(dataDirectory, "bin");
  writeLauncher(join(programs, "gatehouse"), { resources: resourcesDirectory, socket: endpoints.runs }, report);
  const policyOf = (agent: string | undefined, project: string) => {
    const did = `did:aeon:${agent ?? "program"}:run`;
    return { did, snapshot: policy.current(project) };
  };
  const choose: RunPorts["choose"] = ({ agent, project, asked }) => {
    const { did, snapshot } = policyOf(agent, project);
    const choice = snapshot.containmentFor(did, project);
    return {
      profile: profileOf(choice, asked === undefined ? undefined : profiles[asked], profiles[defaultProfile]),
      loopbackPorts: choice.loopbackPorts,
      privateHosts: choice.privateHosts,
      // Not the resources of single tool calls: an agent with its compilers and tests needs far more than one of them.
      limits: { processes: mostProcesses, ...choice.limits },
    };
  };
  const store = join(dataDirectory, "contained");
  const place = {
    home: homedir(),
    environment: process.env,
    httpUrl: "",
    hookSocket: endpoints.hooks,
    launcher: join(programs, "gatehouse-hook"),
  };
  const managedFiles = (agent: string): readonly EtcFile[] => {
    const settings = managedSettingsOf(agent, place);
    // What an organisation has put there stays what counts.
    if (settings === undefined || existsSync(dirname(settings.path))) return [];
    writeLaunchers(place);
    return [{ path: relative("/etc", settings.path), text: settings.text }];
  };
  const ignoring = join(programs, ignoringName);
  const runs = createRuns({
    detect: createDetector(),
    openGate: boundary.openGate,
    allowedPlaces: boundary.allowedPlaces,
    openAgentSocket: async (run, path) => {
      const opened = await addresses.listeners()?.openHookSocket(path, run.runId);
      if (opened === undefined) return fail("Gatehouse is not ready yet. Try again.");
      return opened.ok ? opened : fail(opened.error.message);
    },
    choose,
    projectOf: createProjectRoots(),
    managed: (agent) => managedFiles(agent.id),
    gatehouse: () => ({
      folder: dataDirectory,
      programs,
      sockets: ownSockets().map(({ path }) => path),
      hookSocket: endpoints.hooks,
      httpPort: addresses.listeners()?.port,
      ignoring,
    }),
    socketFolder: endpoints.folder ?? dataDirectory,
    store,
    home: homedir(),
    newId: () => randomBytes(6).toString("hex"),
    now: clock.now,
    fault: report,
  });
  boundary.follow(runs);
  cleanup.defer("contained runs", runs.closeAll);
  return runs;
}

function writeLauncher(
  path: string,
  place: Omit<LauncherPlace, "architecture">,
  report: (where: string, error: unknown) => void,
): void {
  if (process.platform !== "linux") return;
  try {
    const text = runLauncherText({ ...place, architecture: process.arch });
    if (text === undefined) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o755 });
    chmodSync(path, 0o755);
    writeFileSync(join(dirname(path), ignoringName), "*\n", { mode: 0o644 });
  } catch (error) {
    report("launcher of contained runs", error);
  }
}
