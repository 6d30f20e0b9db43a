// The project a folder belongs to: the nearest folder at or above it that is a git work tree, else the folder itself.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";

const mostRemembered = 500;

export function createProjectRoots(): (folder: string) => string {
  const known = new BoundedMap<string, string>(mostRemembered);
  return (folder) => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const root = find(folder);
    known.set(folder, root);
    return root;
  };
}

function find(folder: string): string {
  for (let place = folder; ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return place;
    if (dirname(place) === place) return folder;
  }
}
