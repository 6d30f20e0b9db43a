// The project of a contained run: writable as the profile says, but for the files that make programs outside run code.
import { basename, dirname, join, resolve } from "node:path";
import type { ContainedRun } from "../../shared/containment/index.ts";
import type { Machine } from "./machine.ts";
import type { Mount } from "./plan.ts";

/** Folders from which agents and editors take hooks, plugins and permissions. Covered also where they are missing. */
const agentFolders =
  `.claude .codex .gemini .qwen .opencode .kilo .kilocode .pi .cline .clinerules .cursor .vscode .github/hooks`.split(
    " ",
  );

/** Covered where they are there: an empty one in their place would be read as a broken one, and committed. */
const agentFiles = [".mcp.json", "opencode.json", "opencode.jsonc", "kilo.json", "kilo.jsonc", ".gatehouse.yaml"];

/** Folders into which their program writes a file at each start, and ends when it cannot; one that is there is left alone. */
const startFiles: Readonly<Record<string, string>> = {
  ".opencode": ".gitignore",
  ".kilo": ".gitignore",
  ".kilocode": ".gitignore",
};

export interface ProjectMounts {
  readonly mounts: readonly Mount[];
  readonly placeholders: readonly string[];
}

/** `ignoring` is a file that makes git ignore the folder it is in. */
export function projectMounts(
  { project, directory, profile }: ContainedRun,
  ignoring: string,
  machine: Machine,
): ProjectMounts {
  const writable = profile.project === "write";
  const repository = gitFolders(project, machine);
  const places = [...new Set([project, directory])];
  const bound = [project, ...repository.filter((path) => !machine.isWithin(path, project))];
  const base = bound.map((path): Mount => ({ kind: "bind", source: path, target: path, writable }));
  if (!writable) return { mounts: base, placeholders: [] };
  const folders = places.flatMap((place) => agentFolders.map((name) => join(place, name)));
  const files = places.flatMap((place) => agentFiles.map((name) => join(place, name)));
  const fixed = repository.flatMap((path) => [join(path, "hooks"), join(path, "config")]);
  const there = [...folders, ...files, ...fixed].filter((path) => isPlain(path, machine));
  const missing = folders.filter((path) => machine.kindOf(path) === undefined);
  return {
    mounts: [
      ...base,
      ...there.flatMap((path) => sealed(path, ignoring, machine)),
      ...missing.flatMap((target) => covered(target, ignoring)),
    ],
    placeholders: missing.flatMap((path) => [path, ...missingAbove(path, project, machine)]),
  };
}

/** Read-only, as it is; with the file that its program looks for at each start, where that is missing. */
function sealed(path: string, ignoring: string, machine: Machine): readonly Mount[] {
  const readable = (each: string): Mount => ({ kind: "bind", source: each, target: each, writable: false });
  const file = startFiles[basename(path)];
  if (file === undefined || machine.kindOf(path) !== "folder" || machine.names(path).includes(file))
    return [readable(path)];
  const parts = machine
    .names(path)
    .map((name) => join(path, name))
    .filter((each) => isPlain(each, machine));
  return [
    { kind: "memory", target: path },
    ...parts.map(readable),
    ...startFile(path, ignoring),
    { kind: "seal", target: path },
  ];
}

function covered(target: string, ignoring: string): readonly Mount[] {
  if (startFiles[basename(target)] === undefined) return [{ kind: "hide", target, folder: true }];
  return [{ kind: "memory", target }, ...startFile(target, ignoring), { kind: "seal", target }];
}

function startFile(folder: string, ignoring: string): readonly Mount[] {
  const file = startFiles[basename(folder)];
  return file === undefined ? [] : [{ kind: "bind", source: ignoring, target: join(folder, file), writable: false }];
}

/** Through a link a mount would lie over whatever it names; what the link names outside of the project is not there anyway. */
function isPlain(path: string, machine: Machine): boolean {
  const kind = machine.kindOf(path);
  return kind === "folder" || kind === "file";
}

function missingAbove(path: string, project: string, machine: Machine): readonly string[] {
  const above = dirname(path);
  if (above === project || !machine.isWithin(above, project) || machine.kindOf(above) !== undefined) return [];
  return [above, ...missingAbove(above, project, machine)];
}

/** Where git keeps the repository: below the project, or elsewhere for a further work tree of one. */
function gitFolders(project: string, machine: Machine): readonly string[] {
  const path = join(project, ".git");
  const kind = machine.kindOf(path);
  if (kind === "folder") return [path];
  if (kind !== "file") return [];
  const named = /^gitdir: (.+)$/m.exec(machine.text(path) ?? "")?.[1];
  if (named === undefined) return [];
  const own = machine.real(resolve(project, named));
  const common = machine.text(join(own, "commondir"))?.trim();
  const shared = common === undefined ? own : machine.real(resolve(own, common));
  // A project's file may name any folder: only one that git made is given.
  return machine.kindOf(join(shared, "objects")) === "folder" && machine.kindOf(join(shared, "HEAD")) === "file"
    ? [shared]
    : [];
}
