// Bubblewrap (Linux): the words that start a command where only the system, its scope and its own processes can be seen.
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { bridgedWords, gateInside, proxyEnvironment } from "../network/bridge.ts";
import { type Environment, environmentFor, programsBelow } from "./environment.ts";
import type { Launch } from "./launch.ts";
import type { Scope } from "../scope.ts";
import { isWithin } from "../within.ts";

export interface BubblewrapRequest {
  readonly program: string;
  readonly modern: boolean;
  readonly words: readonly string[];
  readonly scope: Scope;
  readonly home: string;
  readonly directory: string;
  /** The socket of the gate, which is the only way to any network. */
  readonly gate?: string | undefined;
  /** Any host may be reached, so that the names of loopback mean the sandbox's own. */
  readonly anyHost: boolean;
  /** Where the files of sockets are that the command could reach somebody by: Gatehouse's own, and those of other programs. */
  readonly sockets: readonly string[];
  /** The handle of the filter of system calls. */
  readonly filter: number | undefined;
  /** For each disk in memory. */
  readonly memoryBytes: number;
  /** Files a program may read but not change, though they lie in its scope. */
  readonly readOnly: readonly string[];
  readonly environment: Environment;
}

/**
 * Own namespaces, no capabilities, no terminal, and no life of its own. The network is always one of its own: in that of the
 * machine it could reach every port and abstract socket there is, Gatehouse's included.
 */
export function isolation(modern: boolean): readonly string[] {
  return [
    "--unshare-all",
    ...(modern ? ["--unshare-user", "--disable-userns"] : []),
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
  ];
}

/** What every program needs. Everything else that is not in the scope is simply not there. */
const systemFolders = ["/usr", "/etc", "/nix", "/gnu"];
const sharedFolders = ["/opt"];
/** Nobody but root may read them; where Gatehouse runs as root, a command could. */
const systemSecrets = [
  "/etc/shadow",
  "/etc/gshadow",
  "/etc/shadow-",
  "/etc/gshadow-",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/etc/ssl/private",
  "/etc/ssh",
];
const systemLinks = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
const disksInMemory = ["/tmp", "/var/tmp"];
/** Settings of the kernel belong to root, who may be the one that runs Gatehouse: nobody can change them inside. */
export const kernelMounts: readonly string[] = [
  "--proc",
  "/proc",
  ...(existsSync("/proc/sys") ? ["--ro-bind", "/proc/sys", "/proc/sys"] : []),
  ...(existsSync("/proc/sysrq-trigger") ? ["--ro-bind", "/dev/null", "/proc/sysrq-trigger"] : []),
  "--dev",
  "/dev",
];

function readOnly(path: string): readonly string[] {
  return ["--remount-ro", path];
}

/** Reading one of the system's files puts it into the scope; that is no reason to let a program change it. */
function isSystem(path: string): boolean {
  return !isWithin(path, "/usr/local") && [...systemFolders, ...systemLinks].some((place) => isWithin(path, place));
}

export function bubblewrapLaunch(request: BubblewrapRequest): Launch {
  const { scope, home, directory, modern, gate } = request;
  const programs = programsBelow(home, request.environment).filter(existsSync);
  const places = scope.places.filter((path) => !isSystem(path));
  const visible = [...systemFolders, ...sharedFolders, ...systemLinks, ...programs, ...places];
  const sees = (path: string): boolean => visible.some((place) => isWithin(path, place));
  const memoryDisk = (path: string): readonly string[] => [
    ...(modern ? ["--size", String(request.memoryBytes)] : []),
    "--tmpfs",
    path,
  ];
  const everything = places.includes("/");
  const mounts = [
    ...(everything ? ["--bind", "/", "/"] : systemMounts()),
    ...(everything ? [] : [...disksInMemory, ...(home === "/" ? [] : [home])].flatMap(memoryDisk)),
    ...programs.flatMap((path) => ["--ro-bind", path, path]),
    ...kernelMounts,
    ...memoryDisk("/dev/shm"),
    ...(gate === undefined ? [] : ["--ro-bind", gate, gateInside]),
    ...readOnly("/dev"),
    ...places.filter((path) => path !== "/").flatMap((path) => ["--bind", path, path]),
    ...request.readOnly.filter(existsSync).flatMap((path) => ["--ro-bind", path, path]),
    ...scope.hidden.filter((path) => existsSync(path) && sees(path)).flatMap((path) => masked(path, modern)),
    ...(modern ? socketsIn(scope, request.sockets).flatMap((path) => masked(path, modern)) : []),
    ...systemSecrets.filter(existsSync).flatMap((path) => masked(path, modern)),
    "--dir",
    directory,
    ...(everything ? [] : readOnly("/")),
  ];
  const words = gate === undefined ? request.words : bridgedWords(request.words);
  return {
    program: request.program,
    words: [
      ...isolation(modern),
      ...(request.filter === undefined ? [] : ["--seccomp", String(request.filter)]),
      ...mounts,
      "--chdir",
      directory,
      "--",
      ...words,
    ],
    environment: {
      ...environmentFor({ platform: "linux", home, given: request.environment, sees }),
      ...(gate === undefined ? {} : proxyEnvironment(undefined, request.anyHost)),
    },
    sandbox: "bubblewrap",
    notes: scope.notes,
  };
}

function systemMounts(): readonly string[] {
  return [...systemFolders, ...sharedFolders, ...systemLinks].flatMap((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return [];
    return entry.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
  });
}

/** An empty folder that cannot be written, or nothing at all. */
function masked(path: string, modern: boolean): readonly string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry?.isDirectory() === true) return ["--tmpfs", path, ...readOnly(path)];
  return entry === undefined || (!modern && !entry.isFile()) ? [] : ["--ro-bind", "/dev/null", path];
}

/** A socket in a folder reaches its server whatever the network: X, ssh-agent, tmux and others keep theirs in /tmp. */
function socketsIn({ places, hidden }: Scope, all: readonly string[]): readonly string[] {
  return [...new Set(all)]
    .filter((path) => places.some((place) => isWithin(path, place)) && existsSync(path))
    .filter((path) => !hidden.some((place) => isWithin(path, place)));
}
