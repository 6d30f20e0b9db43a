// Scope: the manifest's path patterns as a test for one path, and as the folders a whole program may be given.
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { compilePath, type PathSurroundings } from "../engine/rules/glob.ts";
import { isWithin } from "./within.ts";

export interface ScopePlaces {
  readonly world: PathSurroundings;
  /** Gatehouse's own files and sockets: never in any scope. */
  readonly hidden: readonly string[];
}

export interface Scope {
  /** Takes a real path: links must have been followed. */
  readonly contains: (path: string) => boolean;
  /** Real paths of the folders and files that a program may have whole. None lies within another. */
  readonly places: readonly string[];
  readonly hidden: readonly string[];
  readonly notes: readonly string[];
}

/** The kernel's own trees: a program gets private ones, whatever the patterns say. */
const kernelTrees = ["/proc", "/sys", "/dev"];

export function createScope(
  patterns: readonly string[],
  workspace: string | undefined,
  { world, hidden: given }: ScopePlaces,
): Scope {
  const base = workspace === undefined ? undefined : world.resolveLinks(workspace);
  const hidden = outermost(given.flatMap((place) => [place, world.resolveLinks(place)]));
  const compiled = patterns.map((pattern) => compilePath(pattern, "scope", world));
  const isHidden = (path: string): boolean => hidden.some((place) => isWithin(path, place));
  const found = patterns.map((pattern) => ({ pattern, ...handedOver(pattern, base, world) }));
  const places = found.flatMap(({ place }) => (place === undefined || isHidden(place) ? [] : [place]));
  return {
    contains: (path) => !isHidden(path) && compiled.some((pattern) => pattern.matches(path, base)),
    places: outermost(places.filter((place) => !kernelTrees.some((tree) => isWithin(place, tree)))),
    hidden,
    notes: found.flatMap(({ pattern, note }) => (note === undefined ? [] : [`${pattern} ${note}`])),
  };
}

interface HandedOver {
  readonly place?: string;
  /** What a program does not get of a pattern. */
  readonly note?: string;
}

function handedOver(pattern: string, workspace: string | undefined, world: PathSurroundings): HandedOver {
  const whole = /(?:^|\/)\*\*$/.test(pattern);
  const text = pattern.replace(/(^|\/)\*\*$/, "$1");
  // "src/*.ts" would have to become all of src.
  if (/[*?]/.test(text)) return { note: "holds for file tools only: a program gets none of it." };
  const home = text === "~" || text.startsWith("~/") ? join(world.home, text.slice(1)) : text;
  if (workspace === undefined && !/^(?:\/|[a-z]:)/i.test(home)) return {};
  const place = world.resolveLinks(resolve(workspace ?? "/", home));
  const kind = kindOf(place);
  if (kind === (whole ? "folder" : "file")) return { place };
  // A folder without "/**" means the folder itself and nothing in it.
  if (kind !== undefined) return {};
  return whole ? {} : { note: "is not there, and a program cannot make it: its folder is not in the scope." };
}

function kindOf(place: string): "folder" | "file" | undefined {
  try {
    const stats = statSync(place);
    return stats.isDirectory() ? "folder" : "file";
  } catch {
    // Missing, or not ours to look at: nothing to hand over.
    return undefined;
  }
}

function outermost(places: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const place of [...new Set(places)].sort((left, right) => left.length - right.length)) {
    if (!kept.some((outer) => isWithin(place, outer))) kept.push(place);
  }
  return kept;
}
