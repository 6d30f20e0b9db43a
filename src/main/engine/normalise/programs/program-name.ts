// Program names: one spelling for a program, however it was written.
import type { World } from "../../ports.ts";
import { globMatcher, isPattern } from "../shell/globs.ts";
import { plain } from "../text.ts";

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

/** Programs that a pattern instead of a name is written to hide. */
const worthHiding = (
  "sh bash zsh dash rm dd cat curl wget nc ncat python python3 perl ruby node php sudo su chmod chown mv cp tee base64 " +
  "git ssh scp tar find xargs env eval kill crontab shred head tail less more"
).split(" ");
const folders = ["/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin"];
const mostLike = 8;

/** What `/???/b??h` and `/bin/r?` may stand for; nothing for a pattern outside of the system's program folders. */
export function programsLike(word: string): readonly string[] {
  if (!word.startsWith("/") || word.length > 128 || !isPattern(word)) return [];
  const matches = globMatcher(word);
  return worthHiding.filter((name) => folders.some((folder) => matches(`${folder}/${name}`))).slice(0, mostLike);
}
