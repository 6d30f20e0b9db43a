// What a contained program sees beside its project: the system, its programs, and of the home folder what its profile leaves.
import { dirname, join } from "node:path";
import { isSecretPlace } from "../engine/normalise/places/secret-places.ts";
import type { Machine } from "./machine.ts";
import type { Mount, PlanRequest } from "./plan.ts";

const systemFolders = ["/usr", "/opt", "/nix", "/gnu"];
const systemLinks = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** `etc` is the folder that stands for /etc: the sandbox's own, with settings for agents in it. */
export function systemMounts(etc: string, machine: Machine): readonly Mount[] {
  return [
    ...[...systemFolders, ...systemLinks].flatMap((path) => asItIs(path, machine)),
    { kind: "bind", source: etc, target: "/etc", writable: false },
    { kind: "kernel" },
    ...["/tmp", "/var/tmp", "/run"].map((target): Mount => ({ kind: "memory", target })),
  ];
}

/** Links stay links: what they name is mounted at its own place. */
function asItIs(path: string, machine: Machine): readonly Mount[] {
  const kind = machine.kindOf(path);
  if (kind === "link") return [{ kind: "link", target: path, to: machine.linkTarget(path) }];
  return kind === "folder" || kind === "file" ? [readable(path)] : [];
}

function readable(path: string): Mount {
  return { kind: "bind", source: path, target: path, writable: false };
}

/** Settings that programs read and that hold no secrets. */
const harmlessSettings = [
  ".gitconfig",
  ".config/git/config",
  ".config/git/ignore",
  ".config/git/attributes",
  ".gitignore_global",
  ".inputrc",
];

/** Caches of tools: private to the run and gone with it, so that nothing in them reaches a program outside. */
const mainCache = ".cache";
const otherCaches = [
  ".npm",
  ".cargo/registry",
  ".cargo/git",
  "go/pkg",
  ".m2/repository",
  ".gradle/caches",
  ".yarn",
  ".pnpm-store",
  ".local/share/pnpm",
];

/** One disk in memory for all of them: each further one makes every start slower. */
function emptyCaches(home: string): readonly Mount[] {
  const place = (path: string): string => join(home, mainCache, "tools", path.replaceAll("/", "-"));
  return [
    { kind: "memory", target: join(home, mainCache) },
    ...otherCaches.flatMap((path): readonly Mount[] => [
      { kind: "folder", target: place(path) },
      { kind: "link", target: join(home, path), to: place(path) },
    ]),
  ];
}

export function homeMounts({ home, run }: PlanRequest, machine: Machine): readonly Mount[] {
  if (home === "/") return [];
  if (run.profile.home === "hidden") {
    return [
      { kind: "memory", target: home },
      ...emptyCaches(home),
      ...harmlessSettings
        .map((path) => join(home, path))
        .filter((path) => machine.kindOf(path) === "file")
        .map(readable),
    ];
  }
  return [
    readable(home),
    ...secretsIn(home, machine),
    ...[mainCache, ...otherCaches]
      .map((path) => join(home, path))
      .filter((path) => machine.kindOf(path) === "folder")
      .map((target): Mount => ({ kind: "memory", target })),
  ];
}

/** Folders in which some names are secret and others are not. */
const mixedFolders = [
  "",
  ".config",
  ".config/git",
  ".config/gh",
  ".local/share",
  ".docker",
  ".cargo",
  ".gem",
  ".m2",
  ".gradle",
  ".claude",
  ".codex",
  ".gemini",
];

function secretsIn(home: string, machine: Machine): readonly Mount[] {
  return mixedFolders.flatMap((folder) =>
    machine.names(join(home, folder)).flatMap((name): readonly Mount[] => {
      const target = join(home, folder, name);
      const kind = machine.kindOf(target);
      if (kind === undefined || kind === "link" || !isSecretPlace(target, home)) return [];
      return [{ kind: "hide", target, folder: kind === "folder" }];
    }),
  );
}

/** Where people install languages and tools below their home folder. */
const toolFolders =
  `.nvm .volta .fnm .rustup .pyenv .rbenv .asdf .sdkman .bun .deno .dotnet .nix-profile miniconda3 anaconda3 .cargo/bin go/bin
  .local/bin .local/lib .local/share/pipx .local/share/uv .local/share/mise .local/share/fnm .local/share/claude .local/opt`
    .split(/\s+/)
    .filter((name) => name !== "");

/** Programs and their libraries, which may lie anywhere that PATH names. */
export function programMounts({ home, given, run, gatehouse }: PlanRequest, machine: Machine): readonly Mount[] {
  const searched = (given["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/"));
  const places = [
    ...toolFolders.map((path) => join(home, path)),
    ...searched.flatMap(installation),
    ...programOf(run.command[0] ?? "", searched, machine),
  ];
  const useful = outermost(places, machine).filter((path) => machine.kindOf(path) === "folder" && mayShow(path));
  return useful.map(readable);

  function mayShow(path: string): boolean {
    if (systemFolders.some((folder) => machine.isWithin(path, folder)) || systemLinks.includes(path)) return false;
    if (run.profile.home === "read" && machine.isWithin(path, home)) return false;
    // Not a folder that holds others' files too, nor one that is hidden for a reason.
    return (
      path !== "/" &&
      !machine.isWithin(home, path) &&
      !machine.isWithin(path, gatehouse.folder) &&
      !isSecretPlace(path, home)
    );
  }
}

/** What belongs to a folder of programs. */
function installation(folder: string): readonly string[] {
  if (folder.endsWith("/node_modules/.bin")) return [dirname(folder)];
  if (!folder.endsWith("/bin")) return [folder];
  const root = dirname(folder);
  return ["bin", "lib", "lib64", "libexec", "share"].map((name) => join(root, name));
}

/** Where a program really is: the one on the PATH is often a link into its package. */
function programOf(program: string, searched: readonly string[], machine: Machine): readonly string[] {
  const path = program.includes("/")
    ? program
    : searched.map((folder) => join(folder, program)).find((each) => machine.kindOf(each) !== undefined);
  if (path === undefined || !path.startsWith("/")) return [];
  const real = machine.real(path);
  const modules = real.indexOf("/node_modules/");
  return [modules === -1 ? dirname(real) : `${real.slice(0, modules)}/node_modules`];
}

function outermost(places: readonly string[], machine: Machine): readonly string[] {
  const all = [...new Set(places)];
  return all.filter(
    (path) =>
      !all.some((other) => other !== path && machine.isWithin(path, other) && machine.kindOf(other) === "folder"),
  );
}
