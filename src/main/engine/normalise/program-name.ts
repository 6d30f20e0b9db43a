// Program names: one spelling for a program, however it was written.
import type { World } from "../ports.ts";
import { plain } from "./text.ts";

/** The base name without folders, `.exe` and characters that only hide it. */
export function programName(word: string, world: World): string {
  let name = word;
  if (name.length > 512) name = name.slice(0, 512);
  name = plain(name);
  const slash = Math.max(
    name.lastIndexOf("/"),
    /^[a-zA-Z]:\\|\\[^\\]+\.(?:exe|com|cmd|bat|ps1)$/i.test(name) ? name.lastIndexOf("\\") : -1,
  );
  if (slash >= 0) name = name.slice(slash + 1);
  if (/\.exe$/i.test(name)) return name.slice(0, -4).toLowerCase();
  return world.caseInsensitive ? name.toLowerCase() : name;
}
