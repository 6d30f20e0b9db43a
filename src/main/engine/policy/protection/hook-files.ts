// Hook files: an agent that could change them would decide for itself whether it is governed.
import type { CommandFact, Facts, PathFact } from "../../../../shared/domain/facts.ts";
import { has } from "../../normalise/programs/invocation.ts";
import type { World } from "../../ports.ts";
import type { Protection } from "./self-protection.ts";
import { startsUngoverned } from "./ungoverned-agents.ts";

export interface HookFile {
  readonly path: string;
  /** Written by Gatehouse alone; others hold settings of the user beside the hook. */
  readonly own: boolean;
}

export interface HookPlaces {
  /** Those of the user and of connected projects, as they are now. */
  readonly files: () => readonly HookFile[];
  /** Below any project: settings by which a project can switch hooks off. */
  readonly projectSettings: readonly string[];
}

type Machine = Pick<World, "caseInsensitive" | "resolveLinks" | "identity">;

/** By containment: the file, links to it of either kind, and every folder around it that is deleted, moved or overwritten. */
export function hookProtection(places: HookPlaces, machine: Machine): readonly Protection[] {
  const filesOf = (own: boolean): readonly string[] =>
    places
      .files()
      .filter((file) => file.own === own)
      .flatMap(({ path }) => [path, machine.resolveLinks(path)].map((each) => spelled(each, machine)));
  const found = (facts: Facts, own: boolean): PathFact | undefined => {
    const changes = changesIn(facts);
    if (changes.length === 0) return undefined;
    const files = filesOf(own);
    return (
      changes.find((change) => files.some((file) => reaches(change, file))) ??
      changes.find((change) => isLinkTo(change, files, machine)) ??
      linkedIn(facts, files)
    );
  };
  const reason = "self_protection";
  return [
    {
      rule: "builtin.agent-hooks",
      effect: "deny",
      reason,
      applies: (facts) => {
        const path = found(facts, true);
        return path && `${path.given} is, or holds, a hook by which agents ask Gatehouse.`;
      },
    },
    {
      rule: "builtin.agent-settings",
      effect: "escalate",
      reason,
      applies: (facts) => {
        const path = found(facts, false) ?? projectSetting(facts, places.projectSettings);
        if (path !== undefined) return `${path.given} is, or holds, settings by which agents ask Gatehouse.`;
        const into = mayFill(facts, () => [...filesOf(true), ...filesOf(false)]);
        return into && `It may replace hooks or settings by which agents ask Gatehouse, below ${into}.`;
      },
    },
    { rule: "builtin.ungoverned-agent", effect: "escalate", reason, applies: startsUngoverned },
  ];
}

function changesIn({ paths }: Facts): readonly PathFact[] {
  return paths.filter(({ access }) => access === "write" || access === "delete");
}

function reaches({ path, recursive, pattern }: PathFact, file: string): boolean {
  return path === file || ((recursive || pattern) && isBelow(file, path));
}

/** A name for the same file that is there already. */
function isLinkTo({ path }: PathFact, files: readonly string[], { identity }: Machine): boolean {
  const own = identity?.(path);
  return own !== undefined && files.some((file) => file !== path && identity?.(file) === own);
}

/** A link that is made now would be followed by what comes after it, when nobody looks any more. */
function linkedIn(facts: Facts, files: readonly string[]): PathFact | undefined {
  if (!facts.commands.some(makesLink)) return undefined;
  const sources = facts.paths.filter(({ access }) => access === "read");
  return sources.find(({ path }) => files.some((file) => path === file || isBelow(file, path)));
}

function makesLink(command: CommandFact): boolean {
  const { program } = command;
  if (program === "ln" || program === "link" || program === "mount" || program === "mklink") return true;
  return program === "cp" && has(command, "-l", "--link", "-s", "--symbolic-link");
}

/** In any folder, because an agent may be started in any: its own settings there can switch off the user's hooks. */
function projectSetting(facts: Facts, settings: readonly string[]): PathFact | undefined {
  return facts.paths.find(({ access, path, recursive, pattern }) => {
    if (access !== "write") return false;
    if (settings.some((each) => path.endsWith(`/${each}`))) return true;
    // `rsync x/ .claude/`
    return (recursive || pattern) && settings.some((each) => each.includes("/") && path.endsWith(`/${folderOf(each)}`));
  });
}

const unpackers =
  /^(?:tar|bsdtar|gtar|unzip|7z|7za|7zr|7zz|unrar|rar|cpio|ar|bsdcpio|ditto|expand-archive|unsquashfs|patch|mount)$/;
const copiers = /^(?:cp|mv|install|scp|rsync|copy|xcopy|robocopy|copy-item|move-item|git)$/;

/**
 * A folder around a hook into which something goes whose names nobody knows, or one that has the hook's name. Few calls unpack, copy
 * or stash: only for those are the hooks looked up.
 */
function mayFill(facts: Facts, hooks: () => readonly string[]): string | undefined {
  const unpacks = facts.commands.some(({ program }) => unpackers.test(program));
  const copies = facts.commands.some(({ program }) => copiers.test(program));
  if (!unpacks && !copies) return undefined;
  const written = facts.paths.filter(({ access }) => access === "write");
  const stashes = facts.commands.some(stashesUntracked);
  if (written.length === 0 && !stashes) return undefined;
  const files = hooks();
  const names = new Set(facts.paths.filter(({ access }) => access === "read").map(({ path }) => nameOf(path)));
  for (const { path, given } of written) {
    const inside = files.filter((file) => isBelow(file, path));
    if (unpacks && inside.length > 0) return given;
    if (copies && inside.some((file) => folderOf(file) === path && names.has(nameOf(file)))) return given;
  }
  const folder = facts.workingDirectory ?? facts.workspace;
  return stashes && folder !== undefined && files.some((file) => isBelow(file, folder)) ? folder : undefined;
}

/** Takes away every file that git does not know. */
function stashesUntracked(command: CommandFact): boolean {
  const { program, subcommand } = command;
  return (
    program === "git" && subcommand.startsWith("stash") && has(command, "-u", "--include-untracked", "-a", "--all")
  );
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

function spelled(path: string, { caseInsensitive }: Machine): string {
  const tidy = path.replaceAll("\\", "/");
  return caseInsensitive ? tidy.toLowerCase() : tidy;
}
