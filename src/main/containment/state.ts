// The private folders of a contained agent: what it keeps between contained runs, where nothing outside looks for code or settings.
import { copyFileSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson } from "../../shared/lib/json.ts";
import type { ContainedAgent, StateFolder } from "./agents.ts";

interface Place {
  readonly source: string;
  readonly target: string;
}

export interface AgentState {
  /** Writable, and private. */
  readonly state: readonly Place[];
  /** The user's settings, hooks and plugins, to be read only. */
  readonly sealed: readonly Place[];
  /** The user's own conversations. */
  readonly shared: readonly Place[];
  readonly environment: Readonly<Record<string, string>>;
  /** Copies back what the agent renewed: signed-in accounts. */
  readonly finish: () => void;
}

export interface StatePlaces {
  readonly home: string;
  readonly given: Readonly<Record<string, string | undefined>>;
  /** Where the private folders are, one for each agent. */
  readonly store: string;
}

const privateMode = 0o700;

export function prepareState(agent: ContainedAgent, { home, given, store }: StatePlaces): AgentState {
  const prepared = agent.folders.map((folder, index) => {
    const named = folder.variable === undefined ? undefined : given[folder.variable];
    const target = named?.startsWith("/") === true ? named : join(home, folder.path);
    return prepareFolder(folder, target, join(store, agent.id, String(index)), home);
  });
  return {
    state: prepared.map(({ own }) => own),
    sealed: prepared.flatMap(({ sealed }) => sealed),
    shared: prepared.flatMap(({ shared }) => shared),
    environment: Object.fromEntries(
      agent.folders.flatMap(({ variable }, index) =>
        variable === undefined ? [] : [[variable, prepared[index]?.own.target ?? ""]],
      ),
    ),
    finish: () => prepared.forEach(({ finish }) => finish()),
  };
}

function prepareFolder(folder: StateFolder, target: string, source: string, home: string) {
  mkdirSync(source, { recursive: true, mode: privateMode });
  const place = (name: string): Place => ({ source: join(target, name), target: join(target, name) });
  const own = (name: string): Place => ({ source: join(source, name), target: join(target, name) });
  const sealedFiles = (folder.settings ?? []).filter((name) => copied(join(target, name), join(source, name)));
  const sealedFolders = (folder.programs ?? []).filter((name) => isFolder(join(target, name)));
  const shared = (folder.shared ?? []).filter((name) => isFolder(join(target, name)));
  // Where there is nothing yet, nothing may be made either: an empty file or folder is in the way.
  const missing = (folder.programs ?? []).filter((name) => !sealedFolders.includes(name));
  for (const name of [...sealedFolders, ...missing, ...shared]) emptyFolder(join(source, name), shared.includes(name));
  for (const name of folder.copies ?? []) {
    const outside = [join(target, name), join(home, name)].find(isFile);
    if (outside !== undefined && !isFile(join(source, name))) copied(outside, join(source, name));
  }
  const accounts = (folder.accounts ?? []).flatMap((name) => {
    const given = copied(join(target, name), join(source, name)) ? textOf(join(source, name)) : undefined;
    return given === undefined ? [] : [{ name, given }];
  });
  return {
    own: { source, target },
    sealed: [...sealedFolders.map(place), ...[...missing, ...sealedFiles].map(own)],
    shared: shared.map(place),
    finish: () => accounts.forEach(({ name, given }) => copyBack(join(source, name), join(target, name), given)),
  };
}

/** Whether there is now a copy; a file that is gone outside is gone inside. */
function copied(from: string, to: string): boolean {
  rmSync(to, { force: true, recursive: true });
  if (!isFile(from)) return false;
  mkdirSync(dirname(to), { recursive: true, mode: privateMode });
  copyFileSync(from, to);
  return true;
}

/** A place for a mount; what an earlier run put there is removed where it would be read as a plugin. */
function emptyFolder(path: string, keep: boolean): void {
  if (!keep) rmSync(path, { force: true, recursive: true });
  mkdirSync(path, { recursive: true, mode: privateMode });
}

/** Only when nobody outside changed it meanwhile, and only what is JSON as before: an account, and nothing a program runs. */
function copyBack(inside: string, outside: string, given: string): void {
  const renewed = textOf(inside);
  if (renewed === undefined || renewed === given || textOf(outside) !== given) return;
  if (parseJson(renewed) === undefined) return;
  writeFileSync(outside, renewed, { mode: 0o600 });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
