// A project's own .gatehouse.yaml, in the workspace and in the folders around it: found, compiled, kept until it changes.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import { second } from "../../../shared/lib/clock.ts";
import type { PolicyProblem } from "../../../shared/domain/policy.ts";
import { brokenProject, compileProject, type ProjectPolicy } from "../../engine/policy/document/compile.ts";
import { projectFileName } from "../../engine/policy/protection/self-protection.ts";
import type { PolicyTools } from "../../engine/policy/document/compile-rules.ts";

const maximumBytes = 262_144;
/** As many as a path the system takes can have: whoever names a deeper workspace must not leave the outer files behind. */
const maximumFolders = 2048;
/** How long a workspace's files are taken as they were before the disk is asked again. */
const freshFor = second;
const rememberedWorkspaces = 500;

export interface ProjectFiles {
  /** From the outermost folder inwards; the same array as long as nothing changed. */
  readonly around: (workspace: string) => readonly ProjectPolicy[];
}

export interface ProjectFilesOptions {
  readonly tools: PolicyTools;
  readonly now: () => number;
  readonly onProblems: (path: string, problems: readonly PolicyProblem[]) => void;
}

interface Known {
  readonly stamp: string;
  readonly policy: ProjectPolicy;
}

interface Looked {
  readonly at: number;
  readonly policies: readonly ProjectPolicy[];
}

export function createProjectFiles({ tools, now, onProblems }: ProjectFilesOptions): ProjectFiles {
  const files = new Map<string, Known>();
  const workspaces = new BoundedMap<string, Looked>(rememberedWorkspaces);

  function load(path: string): ProjectPolicy | undefined {
    const stats = statsOf(path);
    if (stats === undefined || (stats !== "unreadable" && !isOurs(stats))) {
      files.delete(path);
      return undefined;
    }
    const known = files.get(path);
    const stamp = stats === "unreadable" ? stats : `${stats.ino}:${stats.mtimeMs}:${stats.size}`;
    if (known?.stamp === stamp) return known.policy;
    const text = readSafely(path);
    const compiled =
      typeof text === "string" ? compileProject({ text, name: path }, tools) : { ok: false as const, error: [text] };
    const [problem] = compiled.ok ? [] : compiled.error;
    if (!compiled.ok) onProblems(path, compiled.error);
    // The last good one stays in force. Without one, what the file forbids is unknown, and a human is asked.
    const policy = compiled.ok
      ? compiled.value
      : (known?.policy ?? brokenProject(problem ?? unreadable("It cannot be read.")));
    files.set(path, { stamp, policy });
    return policy;
  }

  function around(workspace: string): readonly ProjectPolicy[] {
    const known = workspaces.get(workspace);
    const at = now();
    if (known !== undefined && at - known.at < freshFor && at >= known.at) return known.policies;
    const found = foldersAround(workspace).flatMap((folder) => load(join(folder, projectFileName)) ?? []);
    const same =
      known !== undefined &&
      known.policies.length === found.length &&
      known.policies.every((policy, index) => policy === found[index]);
    const policies = same ? known.policies : found;
    workspaces.set(workspace, { at, policies });
    return policies;
  }

  return { around: (workspace) => (isAbsolute(workspace) ? around(workspace) : []) };
}

/** All folders up to the root count: a file deeper down must not hide the one above it. */
function foldersAround(workspace: string): readonly string[] {
  const folders: string[] = [];
  let folder = workspace;
  while (folders.length < maximumFolders) {
    folders.unshift(folder);
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return folders;
}

/** Undefined where no file can be; "unreadable" where one may be that nobody gets to see. */
function statsOf(path: string): Stats | "unreadable" | undefined {
  if (path.includes("\0")) return undefined;
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENAMETOOLONG" ? undefined : "unreadable";
  }
}

/** A stranger's file in a shared folder has no say over our projects. */
function isOurs(stats: Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || stats.uid === user || stats.uid === 0;
}

function unreadable(message: string): PolicyProblem {
  return { line: 1, column: 1, path: "", message };
}

/** Opened without waiting and checked once open: a pipe or a device in its place must not hold the engine up. */
function readSafely(path: string): string | PolicyProblem {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile()) return unreadable("It is not a file.");
    if (stats.size > maximumBytes) return unreadable(`It is larger than ${maximumBytes} bytes.`);
    const bytes = Buffer.alloc(maximumBytes);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, maximumBytes, 0));
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
